import type { Measurement } from './figures/figure.ts';
import { measurementsTable, isReached, jsonLines } from './report.ts';

const FAST: Measurement = { figure: 'page', value: 2.3456, limit: 2, better: 'higher', detail: '9 pages/s against 4' };
const slow: Measurement = { ...FAST, value: 1.5 };

test.each([
  ['higher', 2, true],
  ['higher', 1.99, false],
  ['lower', 2, true],
  ['lower', 2.01, false],
] as const)('if %s is better, %d reaches the limit 2: %s', (better, value, expected) => {
  expect(isReached({ ...FAST, better, value })).toBe(expected);
});

test('the table has a column per server and marks missed limits', () => {
  const table = measurementsTable([
    { engine: 'A', measurements: [FAST, { ...FAST, figure: 'only here' }] },
    { engine: 'B', measurements: [slow] },
  ]);
  expect(table.split('\n')).toEqual([
    '| Figure | Must reach | A | How | B | How |',
    '| --- | --- | --- | --- | --- | --- |',
    '| page | at least 2 | 2.35 | 9 pages/s against 4 | **1.5 MISSED** | 9 pages/s against 4 |',
    '| only here | at least 2 | 2.35 | 9 pages/s against 4 | – |  |',
  ]);
});

test('each figure of each server is a JSON line with the exact value', () => {
  expect(jsonLines([{ engine: 'A', measurements: [FAST] }])).toBe(
    '{"figure":"page (A)","value":2.3456,"limit":2,"better":"higher"}'
  );
});
