import { PLANT_CSV, type TestImports, useTestImports } from '../../test/support/testImports.ts';

let imports: TestImports;

useTestImports((opened) => (imports = opened));

describe('import alerts', () => {
  const header = 'dispositivo;tag;regla;severidad;inicio;abiertaEn;reconocidaEn;fin;valorInicio;valorPico\n';
  const good =
    'CMP-1;presion;Presión baja;critica;2026-01-01T00:00:00Z;2026-01-01T00:02:00Z;;2026-01-01T00:30:00Z;6,1;5,4\n';

  it('creates alerts; importing the file again changes nothing', async () => {
    await imports.devices(PLANT_CSV);
    expect((await imports.alerts(header + good, { decimalComma: true })).report).toContain('1  new');
    expect((await imports.alerts(header + good, { decimalComma: true })).report).toContain('1  unchanged');
    expect(
      await imports.query('SELECT rule, severity, opened_ms - started_ms AS delay, start_value, peak_value FROM alert')
    ).toEqual([{ rule: 'Presión baja', severity: 'critical', delay: 120_000, start_value: 6.1, peak_value: 5.4 }]);
  });

  it('updates an alert with a known id', async () => {
    await imports.devices(PLANT_CSV);
    await imports.alerts(header + good.replace('2026-01-01T00:30:00Z', ''), { decimalComma: true });
    expect((await imports.alerts(header + good, { decimalComma: true })).report).toContain('1  changed');
    expect(await imports.query('SELECT ended_ms FROM alert')).toEqual([{ ended_ms: Date.UTC(2026, 0, 1, 0, 30) }]);
  });

  it('takes words for no value for an empty cell', async () => {
    await imports.devices(PLANT_CSV);
    const row = good.replace(';;', ';-;').replace('2026-01-01T00:30:00Z', 'NULL').replace(';5,4', ';n/a');
    expect((await imports.alerts(header + row, { decimalComma: true })).outcome).toBe('complete');
    expect(await imports.query('SELECT acknowledged_ms, ended_ms, peak_value FROM alert')).toEqual([
      { acknowledged_ms: null, ended_ms: null, peak_value: 6.1 },
    ]);
  });

  it.each([
    '9999-12-31T23:59:59Z',
    '2199-01-01T00:00:00Z',
    '1899-12-30T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
  ])('takes an end of %s for none, and says so', async (end) => {
    await imports.devices(PLANT_CSV);
    const { outcome, report } = await imports.alerts(header + good.replace('2026-01-01T00:30:00Z', end), {
      decimalComma: true,
    });
    expect([outcome, await imports.query('SELECT ended_ms FROM alert')]).toEqual(['complete', [{ ended_ms: null }]]);
    expect(report.join('\n')).toMatch(/1  of these with an end in the future, or more than a day before the start/);
  });

  it.each([
    ['Presión baja', 'a\u0000b', 'rule "a\\u0000b" contains U+0000'],
    ['Presión baja', 'alerta '.repeat(40), 'has 279 characters; at most 255 are allowed'],
    ['CMP-1', 'CMP\u0000', 'tag "presion" of device "CMP\\u0000" is unknown'],
    ['critica', 'constructor', 'severity "constructor" is unknown'],
    ['critica', 'grave', 'severity "grave" is unknown; use info, advertencia or critica (or warning, critical)'],
    ['00:02:00Z;;', '00:02:00Z;2026-01-01T00:01:00Z;', 'acknowledged is before opened'],
    ['2026-01-01T00:30:00Z', '2025-12-31T00:00:00Z', 'ended is before opened'],
    ['2026-01-01T00:00:00Z', '1 enero', 'started: timestamp "1 enero" is not an ISO 8601 time'],
    [';6,1;', ';;', 'start_value is empty'],
    [';5,4', ';alto', 'peak_value: value "alto" is not a number'],
    ['CMP-1', 'CMP-2', 'tag "presion" of device "CMP-2" is unknown; create it with "import devices" first'],
  ])('rejects a row with %j as %j', async (text, replacement, detail) => {
    await imports.devices(PLANT_CSV);
    const { outcome, report } = await imports.alerts(header + good.replace(text, replacement) + good, {
      decimalComma: true,
    });
    expect(outcome).toBe('rejections');
    expect(await imports.query('SELECT rule FROM alert')).toEqual([{ rule: 'Presión baja' }]);
    expect(report.find((line) => line.startsWith('file:2: '))).toContain(detail);
  });
});
