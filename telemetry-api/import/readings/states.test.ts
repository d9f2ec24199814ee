import { PLANT_CSV, type TestImports, useTestImports } from '../../test/support/testImports.ts';
import { parseStates } from '../values/states.ts';

let imports: TestImports;

useTestImports((opened) => (imports = opened), PLANT_CSV);

const time = (minute: number) => new Date(Date.UTC(2026, 8, 14) + minute * 60_000).toISOString();
const lines = (rows: readonly string[]) => rows.map((cells, minute) => `${time(minute)},${cells}\n`).join('');
const one = { device: 'CMP-1', tag: 'presion' };
const wide = { device: 'CMP-1', tagPerColumn: true, createMissing: true };
const values = async () => (await imports.stored()).rows.map((row) => Number(row.split(' ').at(-1)));

describe('words of two states', () => {
  it.each([
    ['long', `ts,value\n${lines(['ON', 'Off', ' on ', 'OFF', 'n/a'])}`, one],
    ['wide', `ts,presion\n${lines(['ON', 'Off', ' on ', 'OFF', 'n/a'])}`, { device: 'CMP-1', tagPerColumn: true }],
    ['the only column that is left', `ts,Pump 1\n${lines(['ON', 'Off', ' on ', 'OFF', 'n/a'])}`, one],
    [
      'NDJSON with booleans',
      [true, false, true, false, null].map((value, at) => `${JSON.stringify({ ts: time(at), value })}\n`).join(''),
      one,
    ],
  ])('are 1 and 0: %s', async (_, file, options) => {
    const { outcome, report } = await imports.readings(file, options);
    expect(outcome).toBe('complete');
    expect(report).toContain('4  new');
    expect(await values()).toEqual([1, 0, 1, 0]);
  });

  it('are 1 and 0 also where there is only one of them, and beside the numbers 1 and 0', async () => {
    expect((await imports.readings(`ts,a,b\n${lines(['closed,0', 'closed,on', 'closed,1'])}`, wide)).outcome).toBe(
      'complete'
    );
    expect(await values()).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('are no numbers among others, whatever comes first', async () => {
    const { outcome, report } = await imports.readings(`ts,a,b\n${lines(['Off,21.5', 'Off,Off', '21.5,22'])}`, wide);
    expect(outcome).toBe('rejections');
    expect(report).toEqual(
      expect.arrayContaining([
        '3  new',
        '3  word among numbers',
        'file:2: value "Off" is a word, and others of this tag are numbers; give it one with --states "Off=NUMBER", or none with "Off="',
      ])
    );
    expect(await values()).toEqual([21.5, 21.5, 22]);
    const given = await imports.readings(`ts,a,b\n${lines(['Off,21.5', 'Off,Off', '21.5,22'])}`, {
      ...wide,
      states: [parseStates('a: Off='), parseStates('b: OFF=-1')],
    });
    expect(given).toMatchObject({
      outcome: 'complete',
      report: expect.arrayContaining(['1  new', '2  without a value: "Off"']),
    });
  });

  it('keep numbers out once both were there', async () => {
    const { report } = await imports.readings(`ts,value\n${lines(['on', 'off', '1', '2.5'])}`, one);
    expect(report).toEqual(
      expect.arrayContaining([
        '3  new',
        'file:5: value 2.5 is a number, and others of this tag are words, such as "on"; give each word its number with --states "on=NUMBER"',
      ])
    );
  });

  it('have the rows with another word among them rejected, which names the word and the option', async () => {
    const file = `ts,value\n${lines(['RUN', 'STOP', 'FAULT', 'RUN'])}`;
    const { outcome, report } = await imports.readings(file, one);
    expect(outcome).toBe('rejections');
    expect(report).toEqual(
      expect.arrayContaining([
        '3  new',
        '1  rejected',
        'file:4: value "FAULT" is a text, and a reading is a number; give it one with --states "FAULT=NUMBER"; of batches, export the numbers',
      ])
    );
    const given = await imports.readings(file, { ...one, states: [parseStates('fault=2')] });
    expect(given).toMatchObject({ outcome: 'complete', report: expect.arrayContaining(['1  new']) });
    expect(await values()).toEqual([1, 0, 2, 1]);
  });

  it('have the numbers that are given, also texts of batches', async () => {
    const file = `ts,a,Batch\n${lines(['ON,Batch A-17', 'OFF,Batch A-18'])}`;
    const { outcome } = await imports.readings(file, {
      ...wide,
      states: [parseStates('OFF=10,ON=20'), parseStates('Batch: Batch A-17=17,Batch A-18=18')],
    });
    expect(outcome).toBe('complete');
    expect(await values()).toEqual([17, 18, 20, 10]);
  });

  it('take numbers for no value, too, such as that of a broken sensor', async () => {
    const { report } = await imports.readings(`ts,value\n${lines(['5', '-999', '6'])}`, {
      ...one,
      states: [parseStates('-999=')],
    });
    expect(report).toEqual(expect.arrayContaining(['2  new', '1  without a value: "-999"']));
  });
});

describe('words of states are no names', () => {
  it('of tags, in the command for a file without options', async () => {
    const file = `Time,Pump 1,Level\n${lines(['ON,1.5', 'OFF,1.6', 'FAULT,1.7', 'OFF,1.7'])}`;
    await expect(imports.readings(file)).rejects.toThrow(
      / --tag-per-column --device file --create-missing --site PLANT\n/
    );
  });

  it.each([
    ['signal', 'tag', '--tag-column'],
    ['machine', 'device', '--device-column'],
  ])('in a column %s, whose name is one of the %s', async (column, field, option) => {
    const others = field === 'tag' ? { device: 'CMP-1' } : { tag: 'presion' };
    const file = `time,${column},x\n${lines(['ON,1', 'OFF,2'])}`;
    const options = { ...others, createMissing: true, site: 'S' };
    await expect(imports.readings(file, options)).rejects.toThrow(
      `the column "${column}" has the name of the field ${field}, but its cells are words of states, such as "ON"; choose it with --value-column "${column}" if they are values, with ${option} "${column}" if they are names`
    );
    expect((await imports.readings(file, { ...one, valueColumn: column })).report[0]).toBe('2  new');
    const chosen = field === 'tag' ? { tagColumn: column } : { deviceColumn: column };
    expect((await imports.readings(file, { ...options, ...chosen, valueColumn: 'x' })).report[0]).toBe('2  new');
  });
});

it('a dry run tells the rows of new tags apart', async () => {
  const { report } = await imports.readings(`ts,a,b\n${lines(['on,21.5', 'off,22'])}`, { ...wide, dryRun: true });
  expect(report).toEqual(expect.arrayContaining(['4  not stored yet', '0  rejected', '2  tags would be created']));
});
