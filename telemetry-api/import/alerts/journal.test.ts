import { PLANT_CSV, type TestImports, useTestImports } from '../../test/support/testImports.ts';

let imports: TestImports;

useTestImports((opened) => (imports = opened), PLANT_CSV);

const HEADER = 'time,device,tag,rule,severity,value,event\n';
const row = (time: string, event: string, { rule = 'High', value = '9', severity = 'warning' } = {}) =>
  `2026-03-01T${time}:00Z,CMP-1,presion,${rule},${severity},${value},${event}\n`;
const journal = (...rows: readonly string[]) => `${HEADER}${rows.join('')}`;
const clock = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(11, 16));
const alerts = async () => {
  const rows = await imports.query<Record<'id' | 'rule', string> & Record<'a' | 'b' | 'c', number | null>>(
    'SELECT id, rule, started_ms AS a, acknowledged_ms AS b, ended_ms AS c FROM alert ORDER BY started_ms, rule'
  );
  return rows.map(({ rule, a, b, c }) => [rule, clock(a), clock(b), clock(c)]);
};
const ids = () => imports.query('SELECT id FROM alert ORDER BY id');

describe('an alarm journal', () => {
  it('is read as pairs, by tag and rule: one alert from its beginning to its end, with its acknowledgement', async () => {
    const file = journal(
      row('10:00', 'RAISED'),
      row('10:01', 'RAISED', { rule: 'Dry' }),
      row('10:02', 'ACK', { severity: '', value: '' }),
      row('10:05', 'CLEARED', { severity: '', value: '' }),
      row('10:10', 'RAISED')
    );
    const { outcome, report } = await imports.alerts(file);
    expect(outcome).toBe('complete');
    expect(report).toEqual([
      '3  new',
      '0  changed',
      '0  unchanged',
      '2  ends and acknowledgements of these',
      '2  of these are open: they have no end',
      '0  rejected',
      'Columns with events: "event"',
    ]);
    const stored = [
      ['High', '10:00', '10:02', '10:05'],
      ['Dry', '10:01', null, null],
      ['High', '10:10', null, null],
    ];
    expect(await alerts()).toEqual(stored);
    const before = await ids();
    const again = await imports.alerts(file);
    expect(again.report.slice(0, 3)).toEqual(['0  new', '0  changed', '3  unchanged']);
    expect(await alerts()).toEqual(stored);
    expect(await ids()).toEqual(before);
  });

  it.each([
    ['ACTIVE', 'INACTIVE'],
    ['ON', 'OFF'],
    ['COME', 'GONE'],
    ['gekommen', 'gegangen'],
    ['IN', 'OUT'],
    ['1', '0'],
    ['true', 'false'],
    ['To Off-Normal', 'To Normal'],
    ['UNACK_ALM', 'UNACK_RTN'],
    ['Active, Unacknowledged', 'Cleared, Unacknowledged'],
  ])('has the words %s and %s', async (begins, ends) => {
    const { report } = await imports.alerts(journal(row('10:00', `"${begins}"`), row('10:05', `"${ends}"`)));
    expect(report[0]).toBe('1  new');
    expect(await alerts()).toEqual([['High', '10:00', null, '10:05']]);
  });

  it('can begin with its last row, and have events at the same time', async () => {
    const rows = [row('10:00', 'RAISED'), row('10:05', 'CLEARED'), row('10:05', 'RAISED'), row('10:07', 'CLEARED')];
    const expected = [
      ['High', '10:00', null, '10:05'],
      ['High', '10:05', null, '10:07'],
    ];
    await imports.alerts(journal(...rows));
    expect(await alerts()).toEqual(expected);
    await imports.query('TRUNCATE alert');
    await imports.alerts(journal(...rows.reverse()));
    expect(await alerts()).toEqual(expected);
  });

  it('is acknowledged also after its end', async () => {
    await imports.alerts(journal(row('10:00', 'UNACK_ALM'), row('10:05', 'UNACK_RTN'), row('10:08', 'ACK_RTN')));
    expect(await alerts()).toEqual([['High', '10:00', '10:08', '10:05']]);
  });

  it('has ends, acknowledgements and second beginnings rejected that belong to no alert', async () => {
    const { outcome, report } = await imports.alerts(
      journal(
        row('10:00', 'CLEARED'),
        row('10:01', 'ACK', { rule: 'Dry' }),
        row('10:02', 'RAISED'),
        row('10:03', 'RAISED'),
        row('10:04', 'SHELVED'),
        row('10:05', 'CLEARED'),
        row('10:06', 'CLEARED')
      )
    );
    expect(outcome).toBe('rejections');
    expect(report.filter((line) => line.startsWith('file:'))).toEqual([
      'file:6: event "SHELVED" is unknown; use RAISED, CLEARED or ACK, also active and inactive, on and off, come and gone',
      'file:2: this is the end of an alert that has not begun, neither in the file nor in what is stored: its device, tag and rule have no open alert at that time',
      'file:3: this is the acknowledgement of an alert that has not begun, neither in the file nor in what is stored: its device, tag and rule have no open alert at that time',
      'file:5: the alert of this device, tag and rule has begun at 2026-03-01T10:02:00.000Z and has not ended since',
      'file:8: this is the end of an alert that has not begun, neither in the file nor in what is stored: its device, tag and rule have no open alert at that time',
    ]);
    expect(await alerts()).toEqual([['High', '10:02', null, '10:05']]);
  });

  it('goes on where an earlier one ended; none of them undoes the other', async () => {
    const first = journal(row('10:00', 'RAISED'));
    const second = journal(row('11:00', 'ACK'), row('11:05', 'CLEARED'), row('12:00', 'RAISED'));
    await imports.alerts(first);
    expect((await imports.alerts(second)).report.slice(0, 2)).toEqual(['1  new', '1  changed']);
    const stored = [
      ['High', '10:00', '11:00', '11:05'],
      ['High', '12:00', null, null],
    ];
    expect(await alerts()).toEqual(stored);
    for (const file of [first, second]) {
      const { outcome, report } = await imports.alerts(file);
      expect({ outcome, counts: report.slice(0, 2) }).toEqual({
        outcome: 'complete',
        counts: ['0  new', '0  changed'],
      });
    }
    expect(await alerts()).toEqual(stored);
  });

  it('counts rows that are repeated', async () => {
    const rows = [row('10:00', 'RAISED'), row('10:02', 'ACK'), row('10:05', 'CLEARED')];
    const { outcome, report } = await imports.alerts(journal(...rows.flatMap((text) => [text, text])));
    expect(outcome).toBe('complete');
    expect(report).toEqual(expect.arrayContaining(['1  new', '2  ends and acknowledgements of these']));
    expect(report).toContainEqual(expect.stringMatching(/^3 {2}repeated/));
    expect(await alerts()).toEqual([['High', '10:00', '10:02', '10:05']]);
  });

  it('needs a severity and a value where an alert begins, or options for all of them', async () => {
    const file =
      'Zeit;dispositivo;tag;alarm;Zustand\n2026-03-01T10:00:00Z;CMP-1;presion;Hoch;gekommen\n2026-03-01T10:05:00Z;CMP-1;presion;Hoch;gegangen\n';
    await expect(imports.alerts(file)).rejects.toThrow(
      /no column for severity, start_value; .*\n {2}severity: if all alerts have the same, add --severity info.*\n {2}start_value: if the file has none, add --start-value 1/
    );
    const { outcome } = await imports.alerts(file, { severity: 'critica', startValue: '1' });
    expect(outcome).toBe('complete');
    expect(await alerts()).toEqual([['Hoch', '10:00', null, '10:05']]);
    const { report } = await imports.alerts(journal(row('12:00', 'RAISED', { value: '' }), row('12:05', 'CLEARED')));
    expect(report.filter((line) => line.startsWith('file:'))).toEqual([
      'file:2: start_value is empty',
      'file:3: the row in which this alert begins was rejected; import both rows together',
    ]);
  });

  it('is read from NDJSON', async () => {
    const text = ['RAISED', 'CLEARED']
      .map((state, at) => ({
        ts: `2026-03-01T10:0${at}:00Z`,
        device: 'CMP-1',
        tag: 'presion',
        rule: 'High',
        severity: 'info',
        value: 1,
        state,
      }))
      .map((event) => `${JSON.stringify(event)}\n`)
      .join('');
    await imports.alerts(text);
    expect(await alerts()).toEqual([['High', '10:00', null, '10:01']]);
  });

  it('is none with ends of alerts beside a state', async () => {
    const file =
      'device,tag,rule,severity,start,end,value,state\nCMP-1,presion,High,info,2026-03-01T10:00:00Z,2026-03-01T10:05:00Z,1,closed\nCMP-1,presion,High,info,2026-03-01T11:00:00Z,,1,open\n';
    const { outcome } = await imports.alerts(file);
    expect(outcome).toBe('complete');
    expect(await alerts()).toEqual([
      ['High', '10:00', null, '10:05'],
      ['High', '11:00', null, null],
    ]);
  });

  it('writes nothing in a dry run', async () => {
    const { report } = await imports.alerts(journal(row('10:00', 'RAISED'), row('10:05', 'CLEARED')), { dryRun: true });
    expect(report.slice(0, 1)).toEqual(['1  new']);
    expect(await alerts()).toEqual([]);
  });
});
