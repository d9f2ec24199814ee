import type { Measurement } from './figures/figure.ts';
import { measurementsTable, isReached, jsonLines } from './report.ts';

const FAST: Measurement = { figure: 'page', value: 2.3456, limit: 2, better: 'higher', detail: '9 pages/s against 4' };
const slow: Measurement = { ...FAST, value: 1.5 };

test.each([
  ['higher', 2, true],
  ['higher', 1.99, false],
  ['lower', 2, true],
  ['lower', 2.01, false],
] as const)('of a figure where %s is better, %d with the limit 2 is reached: %s', (better, value, expected) => {
  expect(isReached({ ...FAST, better, value })).toBe(expected);
});

test('servers stand side by side, and what misses its limit is marked', () => {
  const table = measurementsTable([
    { engine: 'A', measured: [FAST, { ...FAST, figure: 'only here' }] },
    { engine: 'B', measured: [slow] },
  ]);
  expect(table.split('\n')).toEqual([
    '| Figure | Must reach | A | How | B | How |',
    '| --- | --- | --- | --- | --- | --- |',
    '| page | at least 2 | 2.35 | 9 pages/s against 4 | **1.5 MISSED** | 9 pages/s against 4 |',
    '| only here | at least 2 | 2.35 | 9 pages/s against 4 | – |  |',
  ]);
});

test('each figure of each server is a line of JSON, not rounded', () => {
  expect(jsonLines([{ engine: 'A', measured: [FAST] }])).toBe(
    '{"figure":"page (A)","value":2.3456,"limit":2,"better":"higher"}'
  );
});
