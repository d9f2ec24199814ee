import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readTagIds } from '../../store/inventory/inventory.ts';
import { insertReadingsSql } from '../../store/readings/insertReadings.ts';
import { countWrongBuckets, type TestReport } from '../support/testImports.ts';
import {
  END_MS,
  HISTORY_MS,
  HISTORY_TAGS,
  historyRows,
  plantTag,
  readingsCsv,
  someRows,
  valueAt,
  DEVICES,
  devicesCsv,
  EARLY_DEVICES,
  EARLY_READINGS,
  STEP_MS,
  type Engine,
  type EngineCheck,
} from './plant.ts';

const LATE_MS = 7000;

export const WRITE_CHECKS: readonly EngineCheck[] = [
  {
    name: 'import devices: of a new site and area, beside those from before the extension',
    run: async ({ imports }) => {
      const first = await imports.devices(devicesCsv());
      expectLine(first, DEVICES - EARLY_DEVICES, 'new devices');
      expectLine(first, EARLY_DEVICES, 'unchanged devices');
      const second = await imports.devices(devicesCsv());
      expectLine(second, DEVICES, 'unchanged devices');
      return '';
    },
  },
  {
    name: 'import new readings',
    run: async (engine) => {
      const rows = [...historyRows()];
      const startedMs = Date.now();
      expectLine(await engine.imports.readings(readingsCsv(rows)), rows.length - EARLY_READINGS, 'new');
      const rate = Math.round((rows.length / (Date.now() - startedMs)) * 1000);
      await expectExact(engine, rows.length);
      return `${rate.toLocaleString('en')} readings/s`;
    },
  },
  {
    name: 'late, repeated and contradicting rows are counted exactly',
    run: async (engine) => {
      const late = someRows(8000, valueAt, LATE_MS);
      const repeated = someRows(10_000, (tag, ts) => valueAt(tag, ts) + (tag === 3 ? 1 : 0));
      const contradicting = repeated.filter(([tag]) => tag === 3).length;
      const before = await countReadings(engine);
      const report = await engine.imports.readings(readingsCsv([...late, ...repeated]));
      expectLine(report, late.length, 'new');
      expectLine(report, repeated.length - contradicting, 'already stored with the same value');
      expectLine(report, contradicting, 'already stored with ANOTHER value');
      await expectExact(engine, before + late.length);
      return '';
    },
  },
  {
    name: 'corrections replace values, recompute buckets and the latest value',
    run: async (engine) => {
      const corrected = someRows(5000, (tag, ts) => -1 - tag - (ts % 1000));
      const last = [5, END_MS - STEP_MS, 12_345] as const;
      const before = await countReadings(engine);
      const startedMs = Date.now();
      const report = await engine.imports.readings(readingsCsv([...corrected, last]), { onConflict: 'replace' });
      const tookMs = Date.now() - startedMs;
      expectLine(report, corrected.length + 1, 'already stored with another value, which was overwritten');
      const again = await engine.imports.readings(readingsCsv(corrected), { onConflict: 'replace' });
      expectLine(again, corrected.length, 'already stored with the same value');
      await expectExact(engine, before);
      const id = (await tagIds(engine))[5];
      assert.deepEqual(await engine.imports.query(`SELECT value FROM latest WHERE tag_id = ${id}`), [
        { value: 12_345 },
      ]);
      return `5,000 in ${(tookMs / 1000).toFixed(1)} s`;
    },
  },
  {
    name: 'of several rows for the same instant, the first is kept, and the last replaces',
    run: async (engine) => {
      // In one batch, and far apart: an unstable sort would mix them.
      const instants = someRows(500, () => 0, LATE_MS + 2).map(([tag, ts]) => [tag, ts] as const);
      const rowsFrom = (firstValue: number) =>
        Array.from({ length: 12 }, (_, turn) =>
          instants.map(([tag, ts]) => [tag, ts, firstValue + turn] as const)
        ).flat();
      const before = await countReadings(engine);
      const kept = await engine.imports.readings(readingsCsv(rowsFrom(100)));
      expectLine(kept, instants.length, 'new');
      expectLine(kept, 11 * instants.length, 'already stored with ANOTHER value');
      await expectValue(engine, instants, 100);
      await engine.imports.readings(readingsCsv(rowsFrom(200)), { onConflict: 'replace' });
      await expectValue(engine, instants, 211);
      await expectExact(engine, before + instants.length);
      return '';
    },
  },
  {
    name: 'two writers at once',
    run: async (engine) => {
      const before = await countReadings(engine);
      const shared = someRows(6000, valueAt, LATE_MS + 1);
      const corrected = someRows(2000, (tag) => 500 + tag);
      const files = [shared, [...shared].reverse(), corrected].map((rows, i) => {
        const file = engine.imports.file(`writer${i}.csv`);
        writeFileSync(file, readingsCsv(rows));
        return file;
      });
      const [first, second, third] = await Promise.all(
        files.map((file, i) => engine.imports.readingsFile(file, { onConflict: i < 2 ? 'keep' : 'replace' }))
      );
      assert.equal(numberOf(first, 'new') + numberOf(second, 'new'), shared.length);
      assert.equal(numberOf(first, 'same value') + numberOf(second, 'same value'), shared.length);
      expectLine(third, 2000, 'already stored with another value, which was overwritten');
      await expectExact(engine, before + shared.length);
      return '';
    },
  },
  {
    name: 'a batch that fails on one row stores nothing',
    run: async (engine) => {
      const before = await countReadings(engine);
      const ids = await tagIds(engine);
      const times = ids.map((_, i) => HISTORY_MS + i + 1);
      // Out of the bounds that the table checks; the importer would reject it earlier.
      const values = ids.map((_, i) => (i === ids.length - 1 ? 1e301 : 1));
      const columns = [ids, times, values].map((column) => `{${column.join()}}`);
      await assert.rejects(engine.database.pool.query(insertReadingsSql, columns), /check/);
      await expectExact(engine, before);
      return '';
    },
  },
];

/** The ids of the tags with a history. */
export async function tagIds({ database }: Engine): Promise<number[]> {
  const ids = await readTagIds(database.pool);
  return Array.from({ length: HISTORY_TAGS }, (_, index) => {
    const { device, key } = plantTag(index);
    return ids.get(device)?.get(key) ?? Number.NaN;
  });
}

/** Every reading at the given instants has this value. */
async function expectValue(
  engine: Engine,
  instants: ReadonlyArray<readonly [tag: number, ts: number]>,
  value: number
): Promise<void> {
  const ids = await tagIds(engine);
  const pairs = instants.map(([tag, ts]) => `(${ids[tag]}, ${ts})`).join();
  const stored = await engine.imports.query(
    `SELECT value, count(*) AS n FROM reading WHERE (tag_id, ts) IN (${pairs}) GROUP BY value`
  );
  assert.deepEqual(stored, [{ value, n: instants.length }]);
}

export async function countReadings({ imports }: Engine): Promise<number> {
  const [{ n } = { n: 0 }] = await imports.query<{ n: number }>('SELECT count(*) AS n FROM reading');
  return n;
}

/** The database has this many readings, and every bucket matches them. */
export async function expectExact(engine: Engine, readings: number): Promise<void> {
  assert.equal(await countReadings(engine), readings, 'readings in the database');
  assert.equal(await countWrongBuckets(engine.imports.query), 0, 'buckets that do not match the readings');
}

function numberOf(of: TestReport | undefined, text: string): number {
  const line = of?.report.find((one) => one.includes(`  ${text}`) || one.endsWith(text));
  return Number(line?.split(' ')[0]?.replaceAll(',', '') ?? Number.NaN);
}

export function expectLine(report: TestReport | undefined, count: number, text: string): void {
  assert.equal(numberOf(report, text), count, `${text}, in the report:\n${report?.report.join('\n')}\n`);
}
