import { expect, test } from '@jest/globals';
import type { Measured } from '../kit/figure.ts';
import { enginesTable, namedByEngine } from './enginesTable.ts';

const FAST: Measured = { figure: 'page', value: 2.3456, limit: 2, better: 'higher', detail: '9 pages/s against 4' };
const slow: Measured = { ...FAST, value: 1.5 };

test('the table has a column per server and marks missed limits', () => {
  const table = enginesTable([
    { engine: 'A', measured: [FAST, { ...FAST, figure: 'only here' }] },
    { engine: 'B', measured: [slow] },
  ]);
  expect(table).toEqual({
    columns: ['Figure', 'Must reach', 'A', 'How', 'B', 'How'],
    rows: [
      ['page', 'at least 2', '2.35', '9 pages/s against 4', '**1.5 MISSED**', '9 pages/s against 4'],
      ['only here', 'at least 2', '2.35', '9 pages/s against 4', '–', ''],
    ],
  });
});

test('each figure of each server is named by the server', () => {
  expect(namedByEngine([{ engine: 'A', measured: [FAST] }])).toEqual([{ ...FAST, figure: 'page (A)' }]);
});
