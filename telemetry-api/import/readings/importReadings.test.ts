import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sampleCsv } from '../../demo/sampleCsv.ts';
import type { ReadingOptions } from '../readingOptions.ts';
import { PLANT_CSV, type TestImports, useTestImports } from '../../test/support/testImports.ts';

let imports: TestImports;

useTestImports((opened) => (imports = opened));

function hash(rows: readonly string[]): string {
  return createHash('sha256').update(rows.join('\n')).digest('hex');
}

describe('import readings', () => {
  it('imports a month of a historian with gaps, duplicates, late rows, local times and decimal commas; importing it again changes nothing', async () => {
    const options = {
      tagColumn: 'Señal',
      timestampColumn: 'Fecha y hora',
      timeFormat: 'dd/MM/yyyy HH:mm:ss',
      zone: 'Europe/Madrid',
      decimalComma: true,
      createMissing: true,
      site: 'ZAZ',
    };
    const file = imports.file('historian.csv');
    writeFileSync(file, [...sampleCsv()].join(''));

    const first = await imports.readingsFile(file, options);
    expect(first).toEqual({
      outcome: 'rejections',
      report: [
        '130,762  new',
        '129  already stored with the same value',
        '7  rejected',
        '1  without a value: "Bad Input"',
        '360  of these in an hour that occurs twice in Europe/Madrid; the order of the rows decides, or they are rejected (--repeated-hour)',
        '1  device created',
        '3  tags created',
        'from 2026-09-30T22:00:00.000Z to 2026-10-31T22:59:00.000Z',
        'file:90076: value "6.80" has a decimal point; with --decimal-comma write it as 1234,5, without thousands separators',
        // Late rows, which come after the hour.
        ...[
          [101348, '02:41'],
          [101349, '02:21'],
          [101350, '02:01'],
        ].map(
          ([line, time]) =>
            `file:${line}: timestamp "25/10/2026 ${time}:00" occurs twice (clocks set back), and the order of the rows does not tell which one it is; choose --repeated-hour earlier or later, or export with an offset or in UTC`
        ),
        '… and 3 more. By reason:',
        '6  ambiguous local time',
        '1  decimal point with --decimal-comma',
      ],
    });
    const before = await imports.stored();
    expect(before.rows).toHaveLength(130_762);
    expect(before.wrongBuckets).toBe(0);
    expect(before.rows[0]).toBe('potencia 2026-09-30T22:00:00.000 42.9');

    const second = await imports.readingsFile(file, options);
    expect(second.report.slice(0, 2)).toEqual(['0  new', '130,891  already stored with the same value']);
    const after = await imports.stored();
    expect(hash(after.rows)).toBe(hash(before.rows));
    expect(after.wrongBuckets).toBe(0);
  });

  it('keeps every row of the night in which an hour occurs twice, and rejects those of one pass alone', async () => {
    await imports.devices(PLANT_CSV);
    const file = (hours: readonly string[]) =>
      `ts,value\n${hours.map((time, value) => `2026-10-25 ${time}:00,${value}\n`).join('')}`;
    const options = { device: 'CMP-1', tag: 'presion', zone: 'Europe/Madrid' };
    const both = ['01:30', '02:00', '02:15', '02:30', '02:45', '02:00', '02:15', '02:30', '02:45', '03:00'];
    const told = await imports.readings(file(both), options);
    expect(told).toMatchObject({ outcome: 'complete', report: expect.arrayContaining(['10  new']) });
    expect((await imports.stored()).rows).toHaveLength(10);
    expect((await imports.readings(file(both), options)).report[1]).toBe('10  already stored with the same value');

    await imports.query('TRUNCATE reading, bucket_1m, bucket_1h, bucket_1d, latest');
    // Between rejected rows, others are missing.
    const rejects = file(['01:30', '02:30', '02:00', '03:00'])
      .replace('ts,value', 'ts,value,reject_line')
      .replace(/(?<=:00,\d)$/gm, ',1');
    expect((await imports.readings(rejects, options)).report).toContain('2  ambiguous local time');
  });

  describe('with a column of qualities', () => {
    const options = { device: 'CMP-1', tag: 'presion' };
    const file = (column: string, qualities: readonly string[]) =>
      `timestamp,value,${column}\n${qualities.map((quality, minute) => `2026-11-01T10:0${minute}:00Z,${minute},${quality}\n`).join('')}`;

    beforeEach(() => imports.devices(PLANT_CSV));

    it.each([
      ['Calidad', ['Buena', 'Mala', ''], 'file:3: quality "Mala" is bad; --min-quality bad imports such rows'],
      [
        'Q',
        ['192', '0', '216'],
        'file:3: quality "0" is bad in OPC DA; if it is good, as in OPC UA, add --good-quality 0; --min-quality bad imports such rows',
      ],
      [
        'quality',
        ['Good', '"Manual, by hand"', 'Good'],
        'file:3: quality "Manual, by hand" is unknown; if it means good, add --good-quality "Manual", and --min-quality bad imports all rows',
      ],
    ])('named %s, keeps %j that are not good out', async (column, qualities, detail) => {
      const { outcome, report } = await imports.readings(file(column, qualities), options);
      expect(outcome).toBe('rejections');
      expect(report).toContain(detail);
      expect((await imports.stored()).rows).toEqual([
        'presion 2026-11-01T10:00:00.000 0',
        'presion 2026-11-01T10:02:00.000 2',
      ]);
    });

    it('imports uncertain values and counts them, unless only good ones are wanted', async () => {
      const text = file('quality', ['Good', 'Uncertain', 'Bad']);
      const good = await imports.readings(text, { ...options, minQuality: 'good' });
      expect(good.report).toEqual(
        expect.arrayContaining(['1  new', '2  rejected', '1  uncertain quality', '1  bad quality'])
      );
      const usable = await imports.readings(text, options);
      expect(usable.report).toContain('1  of these of uncertain quality (--min-quality good rejects them)');
      const any = await imports.readings(text, { ...options, minQuality: 'bad' });
      expect(any).toMatchObject({ outcome: 'complete' });
      expect(any.report).toContain('1  of these of bad or unknown quality (--min-quality)');
      expect((await imports.stored()).rows).toHaveLength(3);
    });

    it('reads words of its own as good, the column that is chosen, and qualities in NDJSON', async () => {
      const words = await imports.readings(file('x', ['A', 'Bad', 'B']), {
        ...options,
        qualityColumn: 'X',
        goodQuality: ['A', 'B'],
      });
      expect(words.report).toEqual(expect.arrayContaining(['2  new', '1  bad quality']));
      const lines = [192, 0].map((q, minute) => ({ ts: `2026-11-02T10:0${minute}:00Z`, value: 1, q, by: 'x' }));
      const json = await imports.readings(ndjson(lines), options);
      expect(json.report).toEqual(
        expect.arrayContaining(['1  new', '1  bad quality', 'Columns that were not used: "by"'])
      );
    });

    it('finds the column by words of its own, too, also with details behind a comma', async () => {
      const text = file('quality', ['A', '"A, by hand"', 'A', 'Bad']);
      const { report } = await imports.readings(text, { ...options, goodQuality: ['A'] });
      expect(report).toEqual(expect.arrayContaining(['3  new', '1  bad quality']));
    });

    it('rejects a quality in NDJSON that is an object', async () => {
      const lines = ['Good', { toString: 1 }, 'Good'].map((quality, minute) => ({
        ...{ ts: `2026-11-02T10:0${minute}:00Z`, value: 1, quality, more: { toString: 1 } },
      }));
      const { report } = await imports.readings(ndjson(lines), options);
      expect(report).toEqual(expect.arrayContaining(['2  new', '1  quality has the wrong type']));
    });

    it.each([
      ['estado', ['0', '1', '2']],
      ['comment', ['OK', '', 'Error']],
    ])('takes %s with %j for another column, and says that it is not used', async (column, cells) => {
      const { outcome, report } = await imports.readings(file(column, cells), options);
      expect(outcome).toBe('complete');
      expect(report).toContain(`Columns that were not used: "${column}"`);
    });

    it('imports a quality as the value if no other column is left', async () => {
      const text = 'ts,calidad\n2026-11-01T10:00:00Z,0\n2026-11-01T10:01:00Z,192\n';
      expect((await imports.readings(text, options)).report[0]).toBe('2  new');
    });
  });

  describe('of a wide file, in which each tag has a column', () => {
    const options = { device: 'CMP-1', tagPerColumn: true, createMissing: true };

    beforeEach(() => imports.devices(PLANT_CSV));

    it('imports all columns but the ignored ones, and leaves empty cells out', async () => {
      const file = `time,presion,turno,v,new
2026-01-01T00:00:00Z,1,A,3,
2026-01-01T00:01:00Z,,B,4,5
2026-01-01T00:02:00Z,High,,x,6
`;
      const rejects = imports.file('wide.csv');
      const { outcome, report } = await imports.readings(file, { ...options, ignoreColumn: ['turno'], rejects });
      expect(outcome).toBe('rejections');
      expect(report).toEqual(
        expect.arrayContaining(['5  new', '2  rejected', '2  tags created', 'Columns that were not used: "turno"'])
      );
      expect((await imports.stored()).rows).toEqual([
        'new 2026-01-01T00:01:00.000 5',
        'new 2026-01-01T00:02:00.000 6',
        'presion 2026-01-01T00:00:00.000 1',
        'v 2026-01-01T00:00:00.000 3',
        'v 2026-01-01T00:01:00.000 4',
      ]);
      // A line is written once, and the fixed one is imported in the same way.
      const written = readFileSync(rejects, 'utf8');
      expect(written.split('\n')).toHaveLength(3);
      const fixed = await imports.readings(written.replace(',High,', ',7,').replace(',x,', ',8,'), {
        ...options,
        ignoreColumn: ['turno'],
      });
      expect(fixed.report.slice(0, 2)).toEqual(['2  new', '1  already stored with the same value']);
    });

    it('writes a line once to the file of rejected rows if the order of the rows does not tell an hour apart', async () => {
      const file = ['01:30', '02:00', '02:30', '03:00'].map((time) => `2026-10-25 ${time},1,1\n`).join('');
      const rejects = imports.file('hours.csv');
      const { report } = await imports.readings(`time,a,b\n${file}`, { ...options, zone: 'Europe/Madrid', rejects });
      expect(report).toContain('4  ambiguous local time');
      const lines = readFileSync(rejects, 'utf8').trim().split('\n');
      expect(lines.map((line) => line.split(',')[0])).toEqual(['reject_line', '3', '4']);
    });

    it('says that no column has values, whatever else is in its lines', async () => {
      const { report } = await imports.readings('time,note\n2026-01-01T00:00:00Z,x\n', {
        ...options,
        ignoreColumn: ['note'],
      });
      expect(report.slice(-2)).toEqual([
        'Columns that were not used: "note"',
        'file: the file has no values; nothing was imported',
      ]);
    });

    it('has a quality for all columns, or one beside each', async () => {
      const rows = (text: string) => imports.readings(text, { ...options, dryRun: true });
      const forAll = await rows('time,quality,a,b\n2026-01-01T00:00:00Z,Good,1,2\n2026-01-01T00:01:00Z,Bad,1,2\n');
      expect(forAll.report).toEqual(expect.arrayContaining(['2  not stored yet', '2  bad quality']));
      const behind = await rows('time,a,b,quality\n2026-01-01T00:00:00Z,1,2,Good\n2026-01-01T00:01:00Z,1,2,Bad\n');
      expect(behind.report).toEqual(expect.arrayContaining(['2  not stored yet', '2  bad quality']));
      for (const names of ['a,a_quality,b', 'a,quality,b', 'b,a,Quality a']) {
        const cells = names.split(',').map((name) => (/quality/i.test(name) ? 'Bad' : '1'));
        const ofOne = await rows(`time,${names}\n2026-01-01T00:00:00Z,${cells.join(',')}\n`);
        expect(ofOne.report).toEqual(expect.arrayContaining(['1  not stored yet', '1  bad quality']));
      }
      const beside = await rows('time,a,a_quality,b,c,c_quality\n2026-01-01T00:00:00Z,1,Bad,2,3,Good\n');
      expect(beside.report).toEqual(
        expect.arrayContaining(['2  not stored yet', '1  bad quality', '2  tags would be created'])
      );
    });

    it('names the columns that it takes for qualities: a set point of 192 could be one', async () => {
      const file = 'time,setpoint,presion\n2026-01-01T00:00:00Z,192,1\n';
      const { report } = await imports.readings(file, options);
      expect(report).toEqual(expect.arrayContaining(['1  new', 'Columns with qualities: "setpoint"']));
    });

    it('imports NDJSON with a key per tag', async () => {
      const row = { ts: '2026-01-01T00:00:00Z', presion: 1, potencia: 2.5, by: 'x' };
      const { report } = await imports.readings(ndjson([row, { ...row, ts: '2026-01-01T00:01:00Z', potencia: null }]), {
        ...options,
        ignoreColumn: ['by'],
      });
      expect(report).toEqual(expect.arrayContaining(['3  new', '0  rejected', 'Columns that were not used: "by"']));
    });

    it('imports keys of NDJSON that begin below the first lines, and takes none that every object inherits for a tag', async () => {
      const lines = Array.from({ length: 201 }, (_, second) => ({
        ts: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
        ...(second === 0 ? { toString: 5 } : second === 200 ? { late: 1 } : {}),
        presion: 1,
      }));
      const { report } = await imports.readings(ndjson(lines), options);
      expect(report).toEqual(expect.arrayContaining(['203  new', '0  rejected']));
    });
  });

  it('reads a file below the line with the column names', async () => {
    await imports.devices(PLANT_CSV);
    const file =
      'Report of the plant\n{"from": 1}\n\ndevice,tag,ts,value\nCMP-1,presion,2026-01-01T00:00:00Z,1\nCMP-1,presion,x,1\n';
    const { report } = await imports.readings(file, { headerLine: 4 });
    expect(report[0]).toBe('1  new');
    expect(report).toContainEqual(expect.stringMatching(/^file:6: timestamp "x"/));
    await expect(imports.readings(file, { headerLine: 9 })).rejects.toThrow('the file has no line 9');
  });

  it('names the columns that are not used, but not those of rejected rows', async () => {
    await imports.devices(PLANT_CSV);
    const others = Array.from({ length: 12 }, (_, index) => `c${index}`);
    const { report } = await imports.readings(
      `reject_line,reject_reason,device,tag,ts,value,${others.join(',')}\n1,x,CMP-1,presion,2026-01-01T00:00:00Z,1,${others.join(',')}\n`
    );
    expect(report).toContain(
      `Columns that were not used: ${others
        .slice(0, 10)
        .map((name) => `"${name}"`)
        .join(', ')} and 2 more`
    );
  });

  it('keeps the first of two values for one instant, or the last one with --on-conflict replace', async () => {
    await imports.devices(PLANT_CSV);
    const file = 'device,tag,ts,value\nCMP-1,presion,2026-01-01T00:00:30Z,1\nCMP-1,presion,2026-01-01T00:00:30Z,9\n';
    const kept = await imports.readings(file);
    expect(kept.report).toContain(
      '1  already stored with ANOTHER value, which was kept (--on-conflict replace overwrites it)'
    );
    expect((await imports.stored()).rows).toEqual(['presion 2026-01-01T00:00:30.000 1']);

    const replaced = await imports.readings(file, { onConflict: 'replace' });
    expect(replaced.outcome).toBe('complete');
    expect(await imports.stored()).toEqual({ rows: ['presion 2026-01-01T00:00:30.000 9'], wrongBuckets: 0 });
  });

  it('imports NDJSON with numeric epochs, and .gz files', async () => {
    await imports.devices(PLANT_CSV);
    const file = '{"dispositivo":"CMP-1","tag":"presion","ts":1767225600,"valor":7.5}\n';
    expect((await imports.readings(file, { timeFormat: 'epoch-s' })).outcome).toBe('complete');
    const zipped = imports.file('more.csv.gz');
    writeFileSync(zipped, gzipSync('tag;ts;value\npresion;2026-01-01T00:01:00Z;8\n'));
    await imports.readingsFile(zipped, { device: 'CMP-1' });
    expect((await imports.stored()).rows).toEqual([
      'presion 2026-01-01T00:00:00.000 7.5',
      'presion 2026-01-01T00:01:00.000 8',
    ]);
  });

  it('reports a truncated gzip file and keeps the rows before the error', async () => {
    await imports.devices(PLANT_CSV);
    const rows = Array.from(
      { length: 60_000 },
      (_, index) => `presion;${1767225600 + index};${(index * 7919) % 100_003}`
    );
    const packed = gzipSync(`tag;ts;value\n${rows.join('\n')}\n`);
    const zipped = imports.file('cut.csv.gz');
    writeFileSync(zipped, packed.subarray(0, packed.length - 1000));
    await expect(imports.readingsFile(zipped, { device: 'CMP-1', timeFormat: 'epoch-s' })).rejects.toThrow(
      'incomplete or corrupt gzip file'
    );
    const after = await imports.stored();
    expect(after.rows.length).toBeGreaterThan(0);
    expect(after.wrongBuckets).toBe(0);
  });

  it('rejects rows of unknown devices and tags with a hint, and writes the others', async () => {
    await imports.devices(PLANT_CSV);
    const { outcome, report } = await imports.readings(
      `device,tag,ts,value
CMP-9,presion,2026-01-01T00:00:00Z,1
cmp-1,presion,2026-01-01T00:00:00Z,1
CMP-1,Presion,2026-01-01T00:00:00Z,1
CMP-1,presion,2026-01-01T00:00:00Z,1
`
    );
    expect(outcome).toBe('rejections');
    expect(report.filter((line) => line.startsWith('file:'))).toEqual([
      'file:2: device "CMP-9" is unknown; create it with "import devices", or add --create-missing --site CODE',
      'file:3: device "cmp-1" is unknown (did you mean "CMP-1"?); create it with "import devices", or add --create-missing --site CODE',
      'file:4: tag "Presion" of device "CMP-1" is unknown (did you mean "presion"?); create it with "import devices", or add --create-missing',
    ]);
    expect((await imports.stored()).rows).toHaveLength(1);
  });

  it('creates what is missing: new tags of a known device without changing the device, new devices in the chosen site', async () => {
    await imports.devices(PLANT_CSV);
    const file = 'device,tag,ts,value\nCMP-1,nuevo,2026-01-01T00:00:00Z,1\nBOM-7,caudal,2026-01-01T00:00:00Z,2\n';
    const without = await imports.readings(file, { createMissing: true });
    expect(without.report).toContain(
      'file:3: device "BOM-7" is unknown; choose the site of new devices with --site CODE'
    );
    const made = await imports.readings(file, {
      createMissing: true,
      site: 'QRO',
      siteZone: 'America/Mexico_City',
      unit: 'm³/h',
    });
    expect(made.outcome).toBe('complete');
    expect(
      await imports.query(`SELECT s.code, s.zone, d.code AS device, d.name, d.kind, t.key, t.unit FROM tag t
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

  const time = '2026-01-01T00:00:00Z';
  const ndjson = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

  it.each([
    ['CSV', (device: string, tag: string) => `device,tag,ts,value\n"${device}","${tag}",${time},1\nA,t,${time},2\n`],
    [
      'NDJSON',
      (device: string, tag: string) =>
        ndjson([
          { device, tag, ts: time, value: 1 },
          { device: 'A', tag: 't', ts: time, value: 2 },
        ]),
    ],
  ])('%s: rejects new names that cannot be stored and imports the rows behind them', async (_, fileOf) => {
    const options = { createMissing: true, site: 'S' };
    for (const [device, tag, field, detail] of [
      ['A\u0000B', 't', 'device', 'contains U+0000'],
      ['A', 't\tu', 'tag', 'contains U+0009'],
      ['A\u0085B', 't', 'device', 'contains U+0085'],
      ['x'.repeat(256), 't', 'device', 'has 256 characters; at most 255 are allowed'],
      ['A', '\u{1d54f}'.repeat(4096), 'tag', 'has 8192 characters; at most 255 are allowed'],
    ] as const) {
      const { outcome, report } = await imports.readings(fileOf(device, tag), options);
      expect(outcome).toBe('rejections');
      const [rejected] = report.filter((line) => line.startsWith('file:'));
      expect(rejected).toMatch(/^file:[12]: /);
      expect(rejected).toContain(`${field} "`);
      expect(rejected).toContain(detail);
      expect(rejected).not.toMatch(/\p{Cc}/u);
    }
    expect((await imports.stored()).rows).toEqual(['t 2026-01-01T00:00:00.000 2']);
    expect(await imports.query('SELECT code FROM device')).toEqual([{ code: 'A' }]);
  });

  it('creates devices and tags with names of the maximum length', async () => {
    const name = '\u{1d54f}'.repeat(127);
    const file = `device,tag,ts,value\n${name},${name},${time},1\n`;
    expect((await imports.readings(file, { createMissing: true, site: 'S' })).outcome).toBe('complete');
  });

  it('rejects half of a surrogate pair', async () => {
    const file = `{"device":"A\\ud800","tag":"t","ts":"${time}","value":1}\n${ndjson([{ device: 'A', tag: 't', ts: time, value: 2 }])}`;
    const { report } = await imports.readings(file, { createMissing: true, site: 'S' });
    expect(report).toContain(
      'file:1: device "A\\ud800" contains U+D800; control characters (also tabs and line breaks) and invalid Unicode are not allowed'
    );
    expect((await imports.stored()).rows).toHaveLength(1);
  });

  it('rejects only the rows whose time or value is beyond what can be stored', async () => {
    await imports.devices(PLANT_CSV);
    const row = { device: 'CMP-1', tag: 'presion', ts: time, value: 2 };
    const { report } = await imports.readings(
      ndjson([
        { ...row, ts: '1970-01-01T00:00:00+01:00' },
        { ...row, ts: '2199-12-31T23:59:59-01:00' },
        { ...row, value: 1e305 },
        row,
      ])
    );
    expect(report.filter((line) => line.startsWith('file:'))).toEqual([
      'file:1: timestamp "1970-01-01T00:00:00+01:00" is outside the years 1970 to 2199 in UTC',
      'file:2: timestamp "2199-12-31T23:59:59-01:00" is outside the years 1970 to 2199 in UTC',
      'file:3: value "1e+305" is outside ±1e+300',
    ]);
    expect((await imports.stored()).rows).toEqual(['presion 2026-01-01T00:00:00.000 2']);
  });

  it.each<[string, Partial<ReadingOptions>]>([
    ['of a stored site', { site: 'ZAZ' }],
    ['of the site of a stored device', { device: 'CMP-1' }],
    ['of a new site', { site: 'NEW', siteZone: 'Europe/Madrid' }],
  ])('proposes the time zone %s for times without an offset', async (_, options) => {
    await imports.devices(PLANT_CSV);
    const file = 'ts,value\n2026-07-01 12:00,1\n';
    const { report } = await imports.readings(file, { device: 'B', tag: 't', createMissing: true, ...options });
    expect(report.find((line) => line.startsWith('npm run'))).toContain(' --zone Europe/Madrid ');
    expect(report).toContain('--zone is the time zone of the site.');
  });

  it('writes rejected rows to a file that can be fixed and imported', async () => {
    await imports.devices(PLANT_CSV);
    const rejects = imports.file('fixed.csv');
    const header = 'device,tag,ts,value\n';
    const bad = 'CMP-1,presion,2026-01-01T00:00:00Z,"12,5"\nCMP-1,presion,ayer,1\nCMP-1,presion,2026-01-01T00:01:00Z\n';
    const { report } = await imports.readings(`${header}CMP-1,presion,2026-01-01T00:02:00Z,1\n${bad}`, { rejects });
    expect(report.at(-1)).toBe(`The rejected rows are in ${rejects}: fix and import that file.`);
    const written = readFileSync(rejects, 'utf8');
    expect(written.split('\n').map((line) => line.split(',')[0])).toEqual(['reject_line', '3', '4', '5', '']);
    const fixed = written
      .replace(',"12,5"\n', ',12.5\n')
      .replace(',ayer,', ',2026-01-01T00:03:00Z,')
      .replace('00:01:00Z\n', '00:01:00Z,4\n');
    expect((await imports.readings(fixed)).outcome).toBe('complete');
    expect((await imports.stored()).rows).toHaveLength(4);
  });

  it('says that a file has no rows', async () => {
    const { outcome, report } = await imports.readings('device,tag,ts,value\n');
    expect(outcome).toBe('complete');
    expect(report[0]).toBe('0  new');
    expect(report.at(-1)).toBe('file: the file has no rows; nothing was imported');
  });

  describe('the file of --rejects', () => {
    const header = 'device,tag,ts,value\n';
    const good = 'CMP-1,presion,2026-01-01T00:02:00Z,1\n';
    const bad = 'CMP-1,presion,ayer,1\n';
    const rejects = () => imports.file('rejects.csv');

    beforeEach(async () => {
      await imports.devices(PLANT_CSV);
      rmSync(rejects(), { force: true });
    });

    it('is not created without rejected rows', async () => {
      await imports.readings(header + good, { rejects: rejects() });
      expect(existsSync(rejects())).toBe(false);
    });

    it('is not overwritten if it exists, whether rows are rejected or not', async () => {
      writeFileSync(rejects(), 'of March');
      for (const dryRun of [false, true]) {
        await expect(imports.readings(header + good + bad, { rejects: rejects(), dryRun })).rejects.toThrow(
          `--rejects ${rejects()} already exists; use another name, or --force to overwrite it if rows are rejected`
        );
      }
      expect(readFileSync(rejects(), 'utf8')).toBe('of March');
      expect((await imports.stored()).rows).toEqual([]);
    });

    it('is overwritten with --force once a row is rejected, and not before', async () => {
      const earlier = 'of March'.repeat(1000);
      writeFileSync(rejects(), earlier);
      await imports.readings(header + good, { rejects: rejects(), force: true });
      expect(readFileSync(rejects(), 'utf8')).toBe(earlier);
      await imports.readings(header + good + bad, { rejects: rejects(), force: true });
      expect(readFileSync(rejects(), 'utf8')).toMatch(/^reject_line,[^\n]+\n3,[^\n]+\n$/);
    });

    it.each<[string, (file: string) => string]>([
      ['its path', (file) => file],
      ['a symbolic link to it', (file) => (symlinkSync(file, imports.file('soft.csv')), imports.file('soft.csv'))],
      ['a hard link to it', (file) => (linkSync(file, imports.file('hard.csv')), imports.file('hard.csv'))],
    ])('is never the imported file: %s', async (_, rejectsOf) => {
      const file = imports.file('input.csv');
      writeFileSync(file, header + good + bad);
      const options = { rejects: rejectsOf(file), force: true };
      for (const dryRun of [false, true]) {
        await expect(imports.readingsFile(file, { ...options, dryRun })).rejects.toThrow(
          `--rejects ${options.rejects} would overwrite the imported file; use another name`
        );
      }
      expect(readFileSync(file, 'utf8')).toBe(header + good + bad);
      expect((await imports.stored()).rows).toEqual([]);
    });

    it.each([
      ['no/such.csv', 'no such file or directory'],
      ['folder', 'it is a folder'],
    ])('%s: a path that cannot be written is reported before anything is imported', async (name, problem) => {
      mkdirSync(imports.file('folder'), { recursive: true });
      await expect(imports.readings(header + good + bad, { rejects: imports.file(name), force: true })).rejects.toThrow(
        new RegExp(`cannot write the rejected rows to .*${name}: .*${problem}`)
      );
      expect((await imports.stored()).rows).toEqual([]);
    });

    it('is overwritten by the command that reads more rows, which is proposed after it was written', async () => {
      const rows = ['05/02/2026 10:00;1,5', '06/02/2026 10:00;2,5'].map((row) => `CMP-1;presion;${row}\n`).join('');
      const { report } = await imports.readings(`device;tag;ts;value\n${rows}`, { rejects: rejects() });
      expect(report.find((line) => line.startsWith('npm run'))).toContain(` --rejects ${rejects()} --force`);
    });

    it('can be a pipe, which needs no --force and stays', async () => {
      const pipe = imports.file('pipe');
      execFileSync('mkfifo', [pipe]);
      const written = () => execFile('cat', [pipe]).stdout?.toArray();
      const rejected = written();
      await imports.readings(header + good + bad, { rejects: pipe });
      expect((await rejected)?.join('')).toMatch(/^reject_line,[^\n]+\n3,[^\n]+\n$/);
      const nothing = written();
      await imports.readings(header + good, { rejects: pipe });
      expect((await nothing)?.join('')).toBe('');
      expect(existsSync(pipe)).toBe(true);
    });
  });

  it('stops when too many rows are rejected, and keeps the valid rows before', async () => {
    await imports.devices(PLANT_CSV);
    const bad = 'CMP-1,presion,x,1\n'.repeat(5);
    const { outcome, report } = await imports.readings(
      `device,tag,ts,value\nCMP-1,presion,2026-01-01T00:02:00Z,1\n${bad}`,
      {
        maxErrors: 2,
      }
    );
    expect(outcome).toBe('stopped');
    expect(report).toContain('3  rejected');
    expect((await imports.stored()).rows).toHaveLength(1);
  });

  it('writes nothing in a dry run, and reports every error', async () => {
    const { outcome, report } = await imports.readings('device,tag,ts,value\nA,t,2026-01-01T00:00:00Z,1\nA,t,x,1\n', {
      createMissing: true,
      site: 'S',
      dryRun: true,
    });
    expect(outcome).toBe('rejections');
    expect(report.slice(0, 7)).toEqual([
      '1  not stored yet',
      '0  already stored with the same value',
      '1  rejected',
      '1  device would be created',
      '1  tag would be created',
      'from 2026-01-01T00:00:00.000Z to 2026-01-01T00:00:00.000Z',
      'Nothing was written because of --dry-run.',
    ]);
    expect(await imports.query('SELECT code FROM device')).toEqual([]);
    expect((await imports.stored()).rows).toEqual([]);
  });

  it('counts in a dry run what is stored with the same and with another value, and changes nothing', async () => {
    await imports.devices(PLANT_CSV);
    const file = (values: readonly number[]) =>
      `device,tag,ts,value\n${values.map((value, minute) => `CMP-1,presion,2026-01-01T00:0${minute}:00Z,${value}\n`).join('')}`;
    await imports.readings(file([1, 2, 3, 4]));
    const before = await imports.stored();
    const dryRun = (onConflict: 'keep' | 'replace') =>
      imports.readings(file([1, 2.5, 3, 4.5, 5, 6, 7]), { dryRun: true, onConflict });
    expect((await dryRun('keep')).report.slice(0, 4)).toEqual([
      '3  not stored yet',
      '2  already stored with the same value',
      '2  already stored with ANOTHER value, which would be kept (--on-conflict replace overwrites it)',
      '0  rejected',
    ]);
    expect((await dryRun('replace')).report).toContain(
      '2  already stored with another value, which would be overwritten'
    );
    expect(await imports.stored()).toEqual(before);
  });

  it('counts rows with a time in the future', async () => {
    await imports.devices(PLANT_CSV);
    const { report } = await imports.readings('device,tag,ts,value\nCMP-1,presion,2190-01-01T00:00:00Z,1\n');
    expect(report).toContain('1  of these in the future');
  });

  it('stops between batches when interrupted; keeps what was written, and importing the file again completes it', async () => {
    await imports.devices(PLANT_CSV);
    const rows = Array.from({ length: 200_000 }, (_, index) => `CMP-1;presion;${1767225600 + index * 10};${index % 7}`);
    const file = imports.file('long.csv');
    writeFileSync(file, `device;tag;ts;value\n${rows.join('\n')}\n`);
    const options = { timeFormat: 'epoch-s' };
    const { outcome } = await imports.readingsFile(file, options, new AbortController());
    expect(outcome).toBe('stopped');
    const [{ n: partly } = { n: 0 }] = await imports.query<{ n: number }>('SELECT count(*)::int AS n FROM reading');
    expect(partly).toBeGreaterThan(0);
    expect(partly).toBeLessThan(200_000);

    const completed = await imports.readingsFile(file, options);
    expect(completed.outcome).toBe('complete');
    expect(await imports.query('SELECT count(*)::int AS n FROM reading')).toEqual([{ n: 200_000 }]);
  });
});
