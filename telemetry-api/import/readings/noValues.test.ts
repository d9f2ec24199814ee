import { PLANT_CSV, type TestImports, useTestImports } from '../../test/support/testImports.ts';

let imports: TestImports;

useTestImports((opened) => (imports = opened), PLANT_CSV);

const time = (minute: number) => new Date(Date.UTC(2026, 8, 14) + minute * 60_000).toISOString();
const lines = (rows: readonly string[]) => rows.map((cells, minute) => `${time(minute)},${cells}\n`).join('');
const wide = { device: 'CMP-1', tagPerColumn: true, createMissing: true };

describe('words for no value', () => {
  it('are an empty cell in a long file: no reading, counted, and the exit code is 0', async () => {
    const file = `ts,value\n${lines(['1', 'NaN', ' No Data ', '', '#N/A', 'NaN', '2'])}`;
    const { outcome, report } = await imports.readings(file, { device: 'CMP-1', tag: 'presion' });
    expect(outcome).toBe('complete');
    expect(report).toEqual(
      expect.arrayContaining(['2  new', '0  rejected', '5  without a value: "NaN", "No Data", empty, "#N/A"'])
    );
    expect((await imports.stored()).rows).toHaveLength(2);
  });

  it('are an empty cell in a wide file, wherever they are', async () => {
    const night = Array.from({ length: 220 }, () => '1,NaN,-');
    const file = `time,total,power,grid\n${lines([...night, '2,5,-', '3,6,-', '4,null,-'])}`;
    const { outcome, report } = await imports.readings(file, wide);
    expect(outcome).toBe('complete');
    expect(report).toEqual(
      expect.arrayContaining(['225  new', '0  rejected', '444  without a value: "NaN", "-", "null"'])
    );
    expect(report).toContain('Columns without any value: "grid"');
    expect((await imports.stored()).rows.filter((row) => row.startsWith('power'))).toEqual([
      'power 2026-09-14T03:40:00.000 5',
      'power 2026-09-14T03:41:00.000 6',
    ]);
  });

  it('create no tag by themselves', async () => {
    const file = `tag,ts,value\nnever,${time(0)},n/a\n`;
    const { outcome, report } = await imports.readings(file, { device: 'CMP-1', createMissing: true });
    expect({ outcome, created: report.find((line) => line.includes('created')) }).toEqual({ outcome: 'complete' });
    expect(await imports.query(`SELECT key FROM tag WHERE key = 'never'`)).toEqual([]);
  });

  it('are no name of a new device or tag', async () => {
    const file = `device,tag,ts,value\n#N/A,t,${time(0)},1\nCMP-1,null,${time(0)},1\n`;
    const { outcome, report } = await imports.readings(file, { createMissing: true, site: 'S' });
    expect(outcome).toBe('rejections');
    expect(report).toEqual(
      expect.arrayContaining([
        'file:2: device "#N/A" is a word for no value; if it is a name, create it with "import devices" first',
        'file:3: tag "null" is a word for no value; if it is a name, create it with "import devices" first',
      ])
    );
  });

  it('are a missing value in NDJSON, too', async () => {
    const values = [1, null, 'NaN', 'Bad', undefined, 2];
    const file = values.map((value, minute) => `${JSON.stringify({ ts: time(minute), value })}\n`).join('');
    const { outcome, report } = await imports.readings(file, { device: 'CMP-1', tag: 'presion' });
    expect(outcome).toBe('complete');
    expect(report).toEqual(expect.arrayContaining(['2  new', '4  without a value: empty, "NaN", "Bad"']));
  });

  it('name ten different ones at most', async () => {
    const words = ['NaN', 'null', 'None', 'n/a', '-', '--', '---', 'bad', 'No Data', 'Bad Input', '#N/A', '#REF!'];
    const { report } = await imports.readings(`ts,value\n${lines(words)}`, { device: 'CMP-1', tag: 'presion' });
    expect(report).toContainEqual(expect.stringMatching(/^12 {2}without a value: "NaN", .* "Bad Input" and more$/));
  });

  it('leave infinity and texts rejected', async () => {
    const { report } = await imports.readings(`ts,value\n${lines(['inf', 'Error', '1'])}`, {
      device: 'CMP-1',
      tag: 'presion',
    });
    expect(report).toEqual(expect.arrayContaining(['1  new', '2  rejected']));
  });
});

describe('a column of a wide file', () => {
  it('is judged by all of its cells: empty for 300 lines, it still is a tag', async () => {
    const empty = Array.from({ length: 300 }, () => '1,,');
    const { outcome, report } = await imports.readings(`time,a,b,c\n${lines([...empty, '2,7,'])}`, wide);
    expect(outcome).toBe('complete');
    expect(report).toEqual(expect.arrayContaining(['302  new', 'Columns without any value: "c"']));
    expect((await imports.stored()).rows).toContain('b 2026-09-14T05:00:00.000 7');
  });

  it('of texts alone is an error that says what to do, before anything is imported', async () => {
    const file = `time,presion,Batch,Note 1\n${lines(['1,Batch A-17,', '2,Batch A-18,"a, ""b"""'])}`;
    await expect(imports.readings(file, wide)).rejects.toThrow(
      /^"Batch" \(such as "Batch A-17"\), "Note 1" \(such as "a, \\"b\\""\): only texts in the first lines, and a reading is a number; nothing was imported/
    );
    expect((await imports.stored()).rows).toEqual([]);
    await expect(imports.readings(file, wide)).rejects.toThrow(
      '--states "Batch: Batch A-17=NUMBER,Batch A-18=NUMBER"; of batches, export the numbers, a reading at each change'
    );
    await expect(imports.readings(file, wide)).rejects.toThrow(
      /To read 2 of the first 2 rows instead of 0:\n.* --tag-per-column --ignore-column Batch --ignore-column 'Note 1' --device CMP-1/
    );
    const { outcome, report } = await imports.readings(file, { ...wide, ignoreColumn: ['batch', 'Note 1'] });
    expect(outcome).toBe('complete');
    expect(report).toEqual(expect.arrayContaining(['2  new', 'Columns that were not used: "Batch", "Note 1"']));
  });

  it('with the name of another one is an error, because both would be one tag', async () => {
    const file = `time,a,b,a,,\n${lines(['1,2,3,,', '4,5,6,,'])}`;
    await expect(imports.readings(file, wide)).rejects.toThrow(
      'several columns have the name "a", and each would be the same tag; rename all but one, or leave all of them out with --ignore-column "a"'
    );
    expect((await imports.readings(file, { ...wide, ignoreColumn: ['a'] })).report[0]).toBe('2  new');
  });

  it('that is ignored has to be there', async () => {
    await expect(imports.readings(`time,a\n${lines(['1'])}`, { ...wide, ignoreColumn: ['Btch'] })).rejects.toThrow(
      '--ignore-column: the header has no column "Btch"; its columns are "time", "a"'
    );
  });

  it('has its texts rejected where they begin later', async () => {
    const empty = Array.from({ length: 300 }, () => '1,');
    const { outcome, report } = await imports.readings(`time,a,b\n${lines([...empty, '2,Batch A-17', '3,5'])}`, wide);
    expect(outcome).toBe('rejections');
    expect(report).toEqual(
      expect.arrayContaining([
        '303  new',
        '1  rejected',
        'file:302: value "Batch A-17" is a text, and a reading is a number; give it one with --states "Batch A-17=NUMBER"; of batches, export the numbers',
      ])
    );
  });

  it('is a quality if its first cells are, also below the first lines', async () => {
    const empty = Array.from({ length: 300 }, () => '1,');
    const file = `time,a,flags\n${lines([...empty, '2,Good', '3,Bad', '4,'])}`;
    const { report } = await imports.readings(file, wide);
    expect(report).toEqual(expect.arrayContaining(['302  new', '1  bad quality', 'Columns with qualities: "flags"']));
  });

  it('with Bad in the place of its first values is a tag, and beside a tag it is its quality', async () => {
    const night = Array.from({ length: 250 }, (_, minute) => (minute % 2 ? '1,Bad' : '1,0'));
    const { report } = await imports.readings(`time,a,b\n${lines([...night, '3,4'])}`, wide);
    expect(report).toEqual(expect.arrayContaining(['377  new', '0  rejected', '125  without a value: "Bad"']));
    const beside = await imports.readings(`time,a,a.status\n${lines(['1,Bad', '2,Bad'])}`, wide);
    expect(beside.report).toEqual(expect.arrayContaining(['0  new', '2  bad quality']));
  });

  it('is a key of NDJSON, also one that begins below the first lines', async () => {
    const rows = Array.from({ length: 300 }, (_, minute) => ({
      ...{ ts: time(minute), a: 1, q: 'Good' },
      ...(minute > 250 ? { late: minute, quality: null } : {}),
    }));
    const bad = { ts: time(300), late: 5, q: 'Bad' };
    const file = [...rows, bad].map((row) => `${JSON.stringify(row)}\n`).join('');
    const { report } = await imports.readings(file, wide);
    expect(report).toEqual(expect.arrayContaining(['349  new', '1  rejected', '1  bad quality']));
  });
});

describe('a quality that is written only where it is bad, below the first lines', () => {
  const options = { device: 'CMP-1', tag: 'presion' };
  const good = Array.from({ length: 300 }, () => '');

  it.each([
    ['CSV', `ts,value,flags\n${lines([...good, 'Bad'].map((quality) => `1,${quality}`))}`],
    [
      'NDJSON',
      [...good, 'Bad']
        .map((flags, minute) => `${JSON.stringify({ ts: time(minute), value: 1, ...(flags ? { flags } : {}) })}\n`)
        .join(''),
    ],
  ])('is found in %s', async (_, file) => {
    const { report } = await imports.readings(file, options);
    expect(report).toEqual(expect.arrayContaining(['300  new', '1  bad quality', 'Columns with qualities: "flags"']));
  });
});
