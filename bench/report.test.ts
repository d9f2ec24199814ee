import { expect, it } from '@jest/globals';
import type { Measured } from './figures/figure.ts';
import { figuresTable, isReached, jsonLines, markdownTable } from './report.ts';

const FIGURE: Measured = { figure: 'speed', value: 4.19876, limit: 4.8, better: 'higher', detail: 'as it came' };

it('writes one line of JSON for each figure, with these four members and the value unrounded', () => {
  const lines = jsonLines([FIGURE, { ...FIGURE, figure: 'time', limit: null, better: 'lower' }]).split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { figure: 'speed', value: 4.19876, limit: 4.8, better: 'higher' },
    { figure: 'time', value: 4.19876, limit: null, better: 'lower' },
  ]);
});

it.each([
  [{ value: 4.8, better: 'higher' }, true],
  [{ value: 4.79, better: 'higher' }, false],
  [{ value: 4.8, better: 'lower' }, true],
  [{ value: 4.81, better: 'lower' }, false],
  [{ value: 1, limit: null }, undefined],
  [{ value: NaN }, false],
] as const)('counts %j as reached: %s', (change, reached) => {
  expect(isReached({ ...FIGURE, ...change })).toBe(reached);
});

it('shows a figure that misses its limit, and leaves the cells of tables to their tables', () => {
  const { rows } = figuresTable([
    FIGURE,
    { ...FIGURE, value: 5 },
    { ...FIGURE, limit: null },
    { ...FIGURE, detail: undefined },
  ]);
  expect(rows).toEqual([
    ['speed', '4.2', 'at least 4.8', 'MISSED', 'as it came'],
    ['speed', '5', 'at least 4.8', 'ok', 'as it came'],
    ['speed', '4.2', '', '', 'as it came'],
  ]);
});

it('makes the columns of a table as wide as their longest cell', () => {
  expect(markdownTable({ title: 'T', columns: ['a', 'wide'], rows: [['long', 'b']] })).toBe(
    'T:\n\n| a    | wide |\n| ---- | ---- |\n| long | b    |'
  );
});
