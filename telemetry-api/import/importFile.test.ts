import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sampleCsv } from '../demo/sampleCsv.ts';
import { openTestDatabase, type TestDatabase } from '../test/testDatabase.ts';
import { alertsWork } from './alertsWork.ts';
import { type DeviceOptions, devicesWork } from './devicesWork.ts';
import { type ReadingOptions, readingsWork } from './readingsWork.ts';
import { type FileOptions, type ImportWork, runImport } from './runImport.ts';
import { type ValueOptions } from './valueOptions.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
}, 30_000);

beforeEach(() => query('TRUNCATE site, reading, bucket_1m, bucket_1h, bucket_1d, latest CASCADE'));

afterAll(() => database.close());

const never = new AbortController().signal;
const plainFile: FileOptions = { encoding: 'utf-8' };
const plainValues: ValueOptions = { ...plainFile, timeFormat: 'iso', repeatedHour: 'earlier' };
const plainReadings: ReadingOptions = { ...plainValues, onConflict: 'keep', area: 'General', unit: '' };

/** Imports a text as a file; gives back how it ended and what was printed. */
function importText(text: string | Buffer, work: ImportWork, options = plainFile, signal = never) {
  const file = path.join(database.dataDir, 'file.csv');
  writeFileSync(file, text);
  return importPath(file, work, options, signal);
}

async function importPath(
  file: string,
  work: ImportWork,
  options = plainFile,
  signal = never,
  onProgress: () => void = () => undefined
) {
  const lines: string[] = [];
  const outcome = await runImport(file, options, work, { signal, onProgress, print: (line) => lines.push(line) });
  return { outcome, report: lines.slice(1).map((line) => line.replace(file, 'file').trim()) };
}

function importReadingsText(text: string | Buffer, options: Partial<ReadingOptions> = {}) {
  const all = { ...plainReadings, ...options };
  return importText(text, readingsWork(database.pool, never, all), all);
}

function importDevicesText(text: string, options: DeviceOptions = plainFile) {
  return importText(text, devicesWork(database.pool, options), options);
}

function importAlertsText(text: string, options: Partial<ValueOptions> = {}) {
  const all = { ...plainValues, ...options };
  return importText(text, alertsWork(database.pool, all), all);
}

async function query<T>(sql: string): Promise<T[]> {
  return (await database.pool.query(sql)).rows as T[];
}

/** All readings as `tag time value`, and buckets that differ from what the readings add up to. */
async function stored() {
  const readings = await query<{ row: string }>(
    `SELECT t.key || ' ' || to_char(to_timestamp(r.ts / 1000.0), 'YYYY-MM-DD"T"HH24:MI:SS.MS') || ' ' || r.value AS row
     FROM reading r JOIN tag t ON t.id = r.tag_id ORDER BY t.key, r.ts`
  );
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
       WHERE b.n IS DISTINCT FROM r.n OR b.min <> r.min OR b.max <> r.max OR abs(b.sum - r.sum) > 1e-9 * abs(r.sum)`
    );
    wrongBuckets += wrong;
  }
  return { rows: readings.map(({ row }) => row), wrongBuckets };
}

const plant = `site,site_zone,area,device,name,type,tag,tag_name,unit,tag_type
ZAZ,Europe/Madrid,Servicios,CMP-1,Compresor,compresor,presion,Presión,bar,medida
ZAZ,Europe/Madrid,Servicios,CMP-1,Compresor,compresor,potencia,Potencia,kW,medida
`;

describe('import readings', () => {
  it('takes a month of a historian with gaps, repeats, late rows, local times and decimal commas, and the same again changes nothing', async () => {
    const options: ReadingOptions = {
      ...plainReadings,
      tagColumn: 'Señal',
      timestampColumn: 'Fecha y hora',
      timeFormat: 'dd/MM/yyyy HH:mm:ss',
      zone: 'Europe/Madrid',
      decimalComma: true,
      createMissing: true,
      site: 'ZAZ',
    };
    const file = path.join(database.dataDir, 'historian.csv');
    const output = createWriteStream(file);
    for (const row of sampleCsv()) {
      output.write(row);
    }
    output.end();
    await once(output, 'finish');

    const work = () => readingsWork(database.pool, never, options);
    const first = await importPath(file, work(), options);
    expect(first).toEqual({
      outcome: 'rejections',
      report: [
        '130,588  new',
        '137  there already with the same value',
        '172  there already with ANOTHER value, which was kept (--on-conflict replace overwrites it)',
        '2  rejected',
        '360  of all lie in an hour that came twice in Europe/Madrid; the earlier pass was taken (--repeated-hour)',
        '1  device made',
        '3  tags made',
        'file:40026: value "Bad Input" is no number; write it as 1234,5',
        'file:90076: value "6.80" has a point; with --decimal-comma write it as 1234,5, without thousands separators',
        'By reason:',
        '1  value is no number',
        '1  decimal point with --decimal-comma',
      ],
    });
    const before = await stored();
    expect(before.rows).toHaveLength(130_588);
    expect(before.wrongBuckets).toBe(0);
    expect(before.rows[0]).toBe('potencia 2026-09-30T22:00:00.000 42.9');

    const second = await importPath(file, work(), options);
    expect(second.report.slice(0, 2)).toEqual(['0  new', '130,725  there already with the same value']);
    const after = await stored();
    expect(hash(after.rows)).toBe(hash(before.rows));
    expect(after.wrongBuckets).toBe(0);
  }, 60_000);

  it('keeps the first of two values for one instant, or the last where it is told to', async () => {
    await importDevicesText(plant);
    const file = 'device,tag,ts,value\nCMP-1,presion,2026-01-01T00:00:30Z,1\nCMP-1,presion,2026-01-01T00:00:30Z,9\n';
    const kept = await importReadingsText(file);
    expect(kept.report).toContain(
      '1  there already with ANOTHER value, which was kept (--on-conflict replace overwrites it)'
    );
    expect((await stored()).rows).toEqual(['presion 2026-01-01T00:00:30.000 1']);

    const replaced = await importReadingsText(file, { onConflict: 'replace' });
    expect(replaced.outcome).toBe('complete');
    expect(await stored()).toEqual({ rows: ['presion 2026-01-01T00:00:30.000 9'], wrongBuckets: 0 });
  });

  it('takes NDJSON with epochs in numbers, and .gz files', async () => {
    await importDevicesText(plant);
    const file = '{"dispositivo":"CMP-1","tag":"presion","ts":1767225600,"valor":7.5}\n';
    expect((await importReadingsText(file, { timeFormat: 'epoch-s' })).outcome).toBe('complete');
    const zipped = path.join(database.dataDir, 'more.csv.gz');
    writeFileSync(zipped, gzipSync('tag;ts;value\npresion;2026-01-01T00:01:00Z;8\n'));
    const options = { ...plainReadings, device: 'CMP-1' };
    await importPath(zipped, readingsWork(database.pool, never, options), options);
    expect((await stored()).rows).toEqual(['presion 2026-01-01T00:00:00.000 7.5', 'presion 2026-01-01T00:01:00.000 8']);
  });

  it('says that a gzip file is cut, and keeps what came before', async () => {
    await importDevicesText(plant);
    const rows = Array.from(
      { length: 60_000 },
      (_, index) => `presion;${1767225600 + index};${(index * 7919) % 100_003}`
    );
    const packed = gzipSync(`tag;ts;value\n${rows.join('\n')}\n`);
    const zipped = path.join(database.dataDir, 'cut.csv.gz');
    writeFileSync(zipped, packed.subarray(0, packed.length - 1000));
    const options = { ...plainReadings, device: 'CMP-1', timeFormat: 'epoch-s' };
    await expect(importPath(zipped, readingsWork(database.pool, never, options), options)).rejects.toThrow(
      'no whole gzip file'
    );
    const after = await stored();
    expect(after.rows.length).toBeGreaterThan(0);
    expect(after.wrongBuckets).toBe(0);
  });

  it('rejects rows of unknown devices and tags, with advice, and writes the others', async () => {
    await importDevicesText(plant);
    const { outcome, report } = await importReadingsText(
      `device,tag,ts,value
CMP-9,presion,2026-01-01T00:00:00Z,1
cmp-1,presion,2026-01-01T00:00:00Z,1
CMP-1,Presion,2026-01-01T00:00:00Z,1
CMP-1,presion,2026-01-01T00:00:00Z,1
`
    );
    expect(outcome).toBe('rejections');
    expect(report.filter((line) => line.startsWith('file:'))).toEqual([
      'file:2: device "CMP-9" is unknown; enter it with "import devices", or add --create-missing --site CODE',
      'file:3: device "cmp-1" is unknown (there is "CMP-1"); enter it with "import devices", or add --create-missing --site CODE',
      'file:4: tag "Presion" of device "CMP-1" is unknown (there is "presion"); enter it with "import devices", or add --create-missing',
    ]);
    expect((await stored()).rows).toHaveLength(1);
  });

  it('makes what is missing: new tags of a known device without touching it, new devices in the site that is named', async () => {
    await importDevicesText(plant);
    const file = 'device,tag,ts,value\nCMP-1,nuevo,2026-01-01T00:00:00Z,1\nBOM-7,caudal,2026-01-01T00:00:00Z,2\n';
    const without = await importReadingsText(file, { createMissing: true });
    expect(without.report).toContain('file:3: device "BOM-7" is unknown; say the site to make it in: --site CODE');
    const made = await importReadingsText(file, {
      createMissing: true,
      site: 'QRO',
      siteZone: 'America/Mexico_City',
      unit: 'm³/h',
    });
    expect(made.outcome).toBe('complete');
    expect(
      await query(`SELECT s.code, s.zone, d.code AS device, d.name, d.kind, t.key, t.unit FROM tag t
        JOIN device d ON d.id = t.device_id JOIN site s ON s.id = d.site_id WHERE t.key IN ('nuevo', 'caudal') ORDER BY 3`)
    ).toEqual([
      {
        code: 'QRO',
        zone: 'America/Mexico_City',
        device: 'BOM-7',
        name: 'BOM-7',
        kind: 'otro',
        key: 'caudal',
        unit: 'm³/h',
      },
      {
        code: 'ZAZ',
        zone: 'Europe/Madrid',
        device: 'CMP-1',
        name: 'Compresor',
        kind: 'compresor',
        key: 'nuevo',
        unit: '',
      },
    ]);
  });

  it('writes rejected rows to a file that can be mended and imported', async () => {
    await importDevicesText(plant);
    const rejects = path.join(database.dataDir, 'rejects.csv');
    const header = 'device,tag,ts,value\n';
    const bad = 'CMP-1,presion,2026-01-01T00:00:00Z,"12,5"\nCMP-1,presion,ayer,1\nCMP-1,presion,2026-01-01T00:01:00Z\n';
    const { report } = await importReadingsText(`${header}CMP-1,presion,2026-01-01T00:02:00Z,1\n${bad}`, { rejects });
    expect(report.at(-1)).toBe(`The rejected rows are in ${rejects}: mend and import that file.`);
    const written = readFileSync(rejects, 'utf8');
    expect(written.split('\n').map((line) => line.split(',')[0])).toEqual(['reject_line', '3', '4', '5', '']);
    const mended = written
      .replace(',"12,5"\n', ',12.5\n')
      .replace(',ayer,', ',2026-01-01T00:03:00Z,')
      .replace('00:01:00Z\n', '00:01:00Z,4\n');
    expect((await importReadingsText(mended)).outcome).toBe('complete');
    expect((await stored()).rows).toHaveLength(4);
  });

  it('leaves no rejects file where nothing was rejected, and never writes over its own input or where it cannot', async () => {
    await importDevicesText(plant);
    const rejects = path.join(database.dataDir, 'rejects.csv');
    writeFileSync(rejects, 'of an earlier import');
    await importReadingsText('device,tag,ts,value\nCMP-1,presion,2026-01-01T00:02:00Z,1\n', { rejects });
    expect(existsSync(rejects)).toBe(false);
    const file = path.join(database.dataDir, 'file.csv');
    await expect(importReadingsText('device,tag,ts,value\n', { rejects: file })).rejects.toThrow(
      'would overwrite the file'
    );
    const nowhere = path.join(database.dataDir, 'no', 'such.csv');
    await expect(importReadingsText('device,tag,ts,value\n', { rejects: nowhere })).rejects.toThrow(
      'the rejects cannot be written to'
    );
  });

  it('stops after more rejected rows than are borne, and keeps the good ones before', async () => {
    await importDevicesText(plant);
    const bad = 'CMP-1,presion,x,1\n'.repeat(5);
    const { outcome, report } = await importReadingsText(
      `device,tag,ts,value\nCMP-1,presion,2026-01-01T00:02:00Z,1\n${bad}`,
      {
        maxErrors: 2,
      }
    );
    expect(outcome).toBe('stopped');
    expect(report).toContain('3  rejected');
    expect((await stored()).rows).toHaveLength(1);
  });

  it('writes nothing in a dry run, and finds every fault', async () => {
    const { outcome, report } = await importReadingsText('device,tag,ts,value\nA,t,2026-01-01T00:00:00Z,1\nA,t,x,1\n', {
      createMissing: true,
      site: 'S',
      dryRun: true,
    });
    expect(outcome).toBe('rejections');
    expect(report.slice(0, 4)).toEqual([
      '1  good; not written, as this is a dry run',
      '1  rejected',
      '1  device would be made',
      '1  tag would be made',
    ]);
    expect(await query('SELECT code FROM device')).toEqual([]);
    expect((await stored()).rows).toEqual([]);
  });

  it('counts rows whose time is still to come', async () => {
    await importDevicesText(plant);
    const { report } = await importReadingsText('device,tag,ts,value\nCMP-1,presion,2190-01-01T00:00:00Z,1\n');
    expect(report).toContain('1  of all lie in the future');
  });

  it('ends between batches when it is interrupted; what was written stays and the same file completes it', async () => {
    await importDevicesText(plant);
    const interruption = new AbortController();
    const rows = Array.from({ length: 200_000 }, (_, index) => `CMP-1;presion;${1767225600 + index * 10};${index % 7}`);
    const options = { ...plainReadings, timeFormat: 'epoch-s' };
    const file = path.join(database.dataDir, 'file.csv');
    writeFileSync(file, createText(rows));
    const work = readingsWork(database.pool, interruption.signal, options);
    const interrupt = () => interruption.abort();
    const { outcome } = await importPath(file, work, options, interruption.signal, interrupt);
    expect(outcome).toBe('stopped');
    const [{ n: partly } = { n: 0 }] = await query<{ n: number }>('SELECT count(*)::int AS n FROM reading');
    expect(partly).toBeGreaterThan(0);
    expect(partly).toBeLessThan(200_000);

    const completed = await importReadingsText(createText(rows), { timeFormat: 'epoch-s' });
    expect(completed.outcome).toBe('complete');
    expect(await query('SELECT count(*)::int AS n FROM reading')).toEqual([{ n: 200_000 }]);
  }, 60_000);
});

function createText(rows: readonly string[]): string {
  return `device;tag;ts;value\n${rows.join('\n')}\n`;
}

function hash(rows: readonly string[]): string {
  return createHash('sha256').update(rows.join('\n')).digest('hex');
}

describe('import devices', () => {
  it('makes sites, areas, devices and tags; the same file again changes nothing', async () => {
    const first = await importDevicesText(plant);
    expect(first).toEqual({
      outcome: 'complete',
      report: [
        '1  devices new',
        '0  devices changed',
        '0  devices there already and the same',
        '2  tags new',
        '0  tags changed',
        '0  tags there already and the same',
        '0  rows rejected',
      ],
    });
    const second = await importDevicesText(plant);
    expect(second.report.slice(0, 6)).toEqual([
      '0  devices new',
      '0  devices changed',
      '1  devices there already and the same',
      '0  tags new',
      '0  tags changed',
      '2  tags there already and the same',
    ]);
  });

  it('knows the names of the wire, and takes back what GET /v1/dispositivos told', async () => {
    await importDevicesText(plant);
    const told = {
      codigo: 'CMP-1',
      nombre: 'Compresor nuevo',
      tipo: 'compresor',
      sede: 'ZAZ',
      area: 'Servicios',
      conexion: 'en_linea',
      ultimoContacto: null,
      tags: [
        { clave: 'presion', nombre: 'Presión', unidad: 'bar', tipo: 'medida' },
        { clave: 'caudal', nombre: 'Caudal', unidad: 'm³/h', tipo: 'medida' },
      ],
    };
    const { report } = await importDevicesText(`${JSON.stringify(told)}\n`);
    expect(report.slice(1, 5)).toEqual([
      '1  devices changed',
      '0  devices there already and the same',
      '1  tags new',
      '0  tags changed',
    ]);
    expect(
      await query(`SELECT d.name, count(*)::int AS tags FROM device d JOIN tag t ON t.device_id = d.id GROUP BY 1`)
    ).toEqual([{ name: 'Compresor nuevo', tags: 3 }]);
  });

  it('leaves what an empty cell or a missing column does not tell', async () => {
    await importDevicesText(plant);
    await importDevicesText('dispositivo;activo;clave;unidad\nCMP-1;no;presion;\n');
    expect(
      await query('SELECT d.name, d.active, t.unit FROM device d JOIN tag t ON t.device_id = d.id ORDER BY t.key')
    ).toEqual([
      { name: 'Compresor', active: false, unit: 'kW' },
      { name: 'Compresor', active: false, unit: 'bar' },
    ]);
  });

  it('rejects a new device without a site, a new site without a zone, and an unknown zone; the others go in', async () => {
    const { outcome, report } = await importDevicesText(`site;site_zone;device;tag
;;A;t
S1;;B;t
S2;Europa/Madrid;C;t
S3;Europe/Madrid;D;t
`);
    expect(outcome).toBe('rejections');
    expect(report.filter((line) => line.startsWith('file:'))).toEqual([
      'file:2: device "A" is new and its row names no site; fill the column site, or give --site CODE',
      'file:3: site "S1" is new; say its time zone in a column site_zone, or with --site-zone Europe/Madrid',
      'file:4: site_zone: the time zone "Europa/Madrid" is unknown; give an IANA name such as Europe/Madrid or UTC',
    ]);
    expect(await query('SELECT code FROM device')).toEqual([{ code: 'D' }]);
  });
});

describe('import alerts', () => {
  const header = 'dispositivo;tag;regla;severidad;inicio;abiertaEn;reconocidaEn;fin;valorInicio;valorPico\n';
  const good =
    'CMP-1;presion;Presión baja;critica;2026-01-01T00:00:00Z;2026-01-01T00:02:00Z;;2026-01-01T00:30:00Z;6,1;5,4\n';

  it('makes alerts, and the same file again changes nothing', async () => {
    await importDevicesText(plant);
    expect((await importAlertsText(header + good, { decimalComma: true })).report).toContain('1  new');
    expect((await importAlertsText(header + good, { decimalComma: true })).report).toContain(
      '1  there already and the same'
    );
    expect(
      await query('SELECT rule, severity, opened_ms - started_ms AS delay, start_value, peak_value FROM alert')
    ).toEqual([{ rule: 'Presión baja', severity: 'critical', delay: 120_000, start_value: 6.1, peak_value: 5.4 }]);
  });

  it('brings a known alert to what the file says', async () => {
    await importDevicesText(plant);
    await importAlertsText(header + good.replace('2026-01-01T00:30:00Z', ''), { decimalComma: true });
    expect((await importAlertsText(header + good, { decimalComma: true })).report).toContain('1  changed');
    expect(await query('SELECT ended_ms FROM alert')).toEqual([{ ended_ms: Date.UTC(2026, 0, 1, 0, 30) }]);
  });

  it.each([
    ['critica', 'grave', 'severity "grave" is none of info, advertencia, critica (or warning, critical)'],
    ['00:02:00Z;;', '00:02:00Z;2026-01-01T00:01:00Z;', 'acknowledged lies before opened'],
    ['2026-01-01T00:30:00Z', '2025-12-31T00:00:00Z', 'ended lies before opened'],
    ['2026-01-01T00:00:00Z', '1 enero', 'started: timestamp "1 enero" is not an ISO 8601 time'],
    [';6,1;', ';;', 'start_value is empty'],
    [';5,4', ';alto', 'peak_value: value "alto" is no number'],
    ['CMP-1', 'CMP-2', 'tag "presion" of device "CMP-2" is unknown; enter it with "import devices" first'],
  ])('rejects a row with %j as %j', async (text, replacement, problem) => {
    await importDevicesText(plant);
    const { outcome, report } = await importAlertsText(header + good.replace(text, replacement), {
      decimalComma: true,
    });
    expect(outcome).toBe('rejections');
    expect(report.find((line) => line.startsWith('file:2: '))).toContain(problem);
  });
});
