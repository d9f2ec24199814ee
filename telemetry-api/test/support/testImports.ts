import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type AlertOptions, alertsWork } from '../../import/alertsWork.ts';
import { type DeviceOptions, devicesWork } from '../../import/devicesWork.ts';
import type { ReadingOptions } from '../../import/readingOptions.ts';
import { readingsWork } from '../../import/readingsWork.ts';
import { type FileOptions, type ImportOutcome, type ImportWork, runImport } from '../../import/runImport.ts';
import type { RetriedDatabase } from '../../store/database/retryWhileUnreachable.ts';
import { openTestDatabase, type TestDatabase } from './databases/testDatabase.ts';

/** The outcome of an import and its output after the first line, with the file name replaced by `file`. */
export interface TestReport {
  readonly outcome: ImportOutcome;
  readonly report: string[];
}

export interface TestImports extends TestDatabase {
  readings(text: string | Buffer, options?: Partial<ReadingOptions>): Promise<TestReport>;
  devices(text: string, options?: Partial<DeviceOptions>): Promise<TestReport>;
  alerts(text: string, options?: Partial<AlertOptions>): Promise<TestReport>;
  /** The same imports through another connection to the database. */
  through(database: RetriedDatabase): TestImports;
  /** Imports an existing file of readings. `interruption`, if given, is aborted after the first rows. */
  readingsFile(file: string, options?: Partial<ReadingOptions>, interruption?: AbortController): Promise<TestReport>;
  /** The path of a file in the data folder. */
  file(name: string): string;
  query<T>(sql: string): Promise<T[]>;
  /** All readings as `tag time value`, and the count of buckets that do not match them. */
  stored(): Promise<{ rows: string[]; wrongBuckets: number }>;
  /** Deletes all rows. */
  clear(): Promise<void>;
}

const PLAIN_FILE: FileOptions = { encoding: 'utf-8' };
const plainValues: AlertOptions = { ...PLAIN_FILE, timeFormat: 'iso', repeatedHour: 'reject' };
const plainReadings: ReadingOptions = {
  ...plainValues,
  repeatedHour: 'order',
  minQuality: 'uncertain',
  onConflict: 'keep',
  area: 'General',
  unit: '',
};

/** One compressor with two tags. */
export const PLANT_CSV = `site,site_zone,area,device,name,type,tag,tag_name,unit,tag_type
ZAZ,Europe/Madrid,Servicios,CMP-1,Compresor,compresor,presion,Presión,bar,medida
ZAZ,Europe/Madrid,Servicios,CMP-1,Compresor,compresor,potencia,Potencia,kW,medida
`;

/** The importers on a new database, with the options of the command line. An outage ends them. */
export async function openTestImports(): Promise<TestImports> {
  return importsInto(await openTestDatabase());
}

/**
 * Opens the importers for the tests of a file, on one database that is empty before each of them.
 * @param onOpened gets them before the first test
 * @param devicesCsv what is imported before each test
 */
export function useTestImports(onOpened: (imports: TestImports) => void, devicesCsv?: string): void {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
    onOpened(imports);
  });
  beforeEach(async () => {
    await imports.clear();
    if (devicesCsv !== undefined) {
      await imports.devices(devicesCsv);
    }
  });
  afterAll(() => imports.close());
}

/** The importers on the given database. */
export function importsInto(database: TestDatabase): TestImports {
  return importsOf(database, { pool: database.pool, retry: (work) => work() });
}

function importsOf(database: TestDatabase, retried: RetriedDatabase): TestImports {
  const { pool } = database;
  const never = new AbortController().signal;
  const file = (name: string) => path.join(database.dataDir, name);
  const query = async <T>(sql: string) => (await pool.query(sql)).rows as T[];

  async function importPath(
    from: string,
    options: FileOptions,
    work: ImportWork,
    signal = never,
    onProgress: () => void = () => undefined
  ): Promise<TestReport> {
    const lines: string[] = [];
    const outcome = await runImport(from, options, work, { signal, onProgress, print: (line) => lines.push(line) });
    return { outcome, report: lines.slice(1).map((line) => line.replace(from, 'file').trim()) };
  }

  function importText(text: string | Buffer, options: FileOptions, work: ImportWork): Promise<TestReport> {
    writeFileSync(file('file.csv'), text);
    return importPath(file('file.csv'), options, work);
  }

  return {
    ...database,
    through: (other) => importsOf(database, other),
    file,
    query,
    readings: (text, options) => {
      const all = { ...plainReadings, ...options };
      return importText(text, all, readingsWork(retried, never, all));
    },
    readingsFile: (from, options, interruption) => {
      const all = { ...plainReadings, ...options };
      const signal = interruption?.signal ?? never;
      return importPath(from, all, readingsWork(retried, signal, all), signal, () => interruption?.abort());
    },
    devices: (text, options) => {
      const all = { ...PLAIN_FILE, ...options };
      return importText(text, all, devicesWork(retried, all));
    },
    alerts: (text, options) => {
      const all = { ...plainValues, ...options };
      return importText(text, all, alertsWork(retried, all));
    },
    stored: async () => {
      const rows = await query<{ row: string }>(
        `SELECT t.key || ' ' || to_char(to_timestamp(r.ts / 1000.0), 'YYYY-MM-DD"T"HH24:MI:SS.MS') || ' ' || r.value AS row
         FROM reading r JOIN tag t ON t.id = r.tag_id ORDER BY t.key, r.ts`
      );
      return { rows: rows.map(({ row }) => row), wrongBuckets: await countWrongBuckets(query) };
    },
    clear: async () => {
      await query('TRUNCATE site, reading, bucket_1m, bucket_1h, bucket_1d, latest, export CASCADE');
    },
  };
}

/**
 * Counts the buckets that are missing, superfluous or do not match the readings.
 * @param tolerance of sums, relative and absolute
 */
export async function countWrongBuckets(query: <T>(sql: string) => Promise<T[]>, tolerance = 1e-9): Promise<number> {
  let wrongBuckets = 0;
  for (const [table, lengthMs] of [
    ['bucket_1m', 60_000],
    ['bucket_1h', 3_600_000],
    ['bucket_1d', 86_400_000],
  ] as const) {
    const [{ wrong } = { wrong: 0 }] = await query<{ wrong: number }>(
      `SELECT count(*)::int AS wrong FROM ${table} b FULL JOIN
         (SELECT tag_id, ts - ts % ${lengthMs} AS ts, sum(value) AS sum, min(value) AS min, max(value) AS max, count(*) AS n
          FROM reading GROUP BY 1, 2) r USING (tag_id, ts)
       WHERE b.n IS DISTINCT FROM r.n OR b.min <> r.min OR b.max <> r.max OR abs(b.sum - r.sum) > ${tolerance} * abs(r.sum) + ${tolerance}`
    );
    wrongBuckets += wrong;
  }
  return wrongBuckets;
}
