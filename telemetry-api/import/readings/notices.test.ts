import { openTestImports, PLANT_CSV, type TestImports } from '../../test/support/testImports.ts';

let imports: TestImports;

beforeAll(async () => {
  imports = await openTestImports();
  await imports.devices(PLANT_CSV);
});

afterAll(() => imports.close());

const options = { device: 'CMP-1', tag: 'presion' };

describe('the report of an import of readings', () => {
  it('counts readings with more digits than are stored, in CSV and NDJSON', async () => {
    const numbers = ['12345678901234567890', '0.1234567890123456789', '0.12345678901234568', '12.5'];
    const line = 'such as "12345678901234567890", which is 12345678901234567000 as it is stored';
    const time = (minute: number) => `2026-01-01T00:0${minute}:00Z`;
    const csv = await imports.readings(
      `ts,value\n${numbers.map((value, at) => `${time(at)},${value}\n`).join('')}`,
      options
    );
    expect(csv).toEqual({
      outcome: 'complete',
      report: expect.arrayContaining(['4  new', `2  of these with more digits than are stored, ${line}`]),
    });
    const ndjson = numbers.map((value, at) => `{"ts":"${time(at)}","presion":${value},"potencia":1.5}\n`).join('');
    const { report } = await imports.readings(ndjson, { device: 'CMP-1', tagPerColumn: true });
    expect(report).toContain(`2  of these with more digits than are stored, ${line}`);
    const comma = await imports.readings(`ts;value\n${time(0)};0,12345678901234567891\n`, {
      ...options,
      decimalComma: true,
    });
    expect(comma.report).toContainEqual(
      expect.stringMatching(/^1 {2}of these with more digits .*"0,12345678901234567891"/)
    );
  });

  it('counts readings of a clock that was not set', async () => {
    const times = ['1970-01-01T00:00:07Z', '1970-01-01T20:00:00-08:00', '1970-02-01T00:00:00Z', '2026-01-01T00:00:00Z'];
    const { outcome, report } = await imports.readings(
      `ts,value\n${times.map((time) => `${time},1\n`).join('')}`,
      options
    );
    expect(outcome).toBe('complete');
    expect(report).toContain('2  of these on 1 January 1970, where a clock begins that was not set');
  });
});
