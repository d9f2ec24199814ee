import { expect, it } from '@jest/globals';
import type { Measured } from './figure.ts';
import { figuresTable, isReached, jsonLines, markdownTable } from './report.ts';

const FIGURE: Measured = { figure: 'speed', value: 4.19876, limit: 4.8, better: 'higher', detail: 'in 3 rounds' };

it('writes one JSON line per figure with the unrounded value', () => {
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
] as const)('whether %j reaches its target: %s', (change, reached) => {
  expect(isReached({ ...FIGURE, ...change })).toBe(reached);
});

it('marks figures that miss their target and omits figures without details', () => {
  const { rows } = figuresTable([
    FIGURE,
    { ...FIGURE, value: 5 },
    { ...FIGURE, limit: null },
    { ...FIGURE, detail: undefined },
  ]);
  expect(rows).toEqual([
    ['speed', '4.2', 'at least 4.8', 'MISSED', 'in 3 rounds'],
    ['speed', '5', 'at least 4.8', 'ok', 'in 3 rounds'],
    ['speed', '4.2', '', '', 'in 3 rounds'],
  ]);
});

it('pads table columns to their longest cell', () => {
  expect(markdownTable({ title: 'T', columns: ['a', 'wide'], rows: [['long', 'b']] })).toBe(
    'T:\n\n| a    | wide |\n| ---- | ---- |\n| long | b    |'
  );
});
