import { type Condition, createCondition, cutLine, holds, holdsBetween, type OPERATORS } from './condition';

const c = (operator: (typeof OPERATORS)[number], ...limits: number[]) => createCondition(operator, limits);

test.each([
  ['>', [8], [8.1], [8, 7]],
  ['>=', [8], [8, 9], [7.9]],
  ['<', [8], [7], [8, 9]],
  ['<=', [8], [8, 7], [8.1]],
  ['=', [2], [2], [1.9, 2.1]],
  ['!=', [2], [1.9, 2.1], [2]],
  ['=', [5, 2, 9], [2, 5, 9], [1.9, 3, 6]],
  ['!=', [5, 2, 9], [1.9, 3, 6], [2, 5, 9]],
  ['between', [4, 2], [2, 3, 4], [1.9, 4.1]],
  ['outside', [2, 4], [1.9, 4.1], [2, 3, 4]],
] as const)('%s %j holds for %j and not for %j', (operator, limits, inside, outside) => {
  const condition = c(operator, ...limits);
  expect(inside.map((value) => holds(condition, value))).toEqual(inside.map(() => true));
  expect(outside.map((value) => holds(condition, value))).toEqual(outside.map(() => false));
});

test.each<[string, Condition, number, number, boolean | undefined]>([
  ['all values are above', c('>', 8), 8.1, 9, true],
  ['the highest is the limit', c('>', 8), 7, 8, false],
  ['the lowest is the limit, which counts', c('>=', 8), 8, 9, true],
  ['some are above', c('>', 8), 7, 9, undefined],
  ['the value is the one', c('=', 2), 2, 2, true],
  ['the value may be the one', c('=', 2), 1, 2, undefined],
  ['the value is one of several', c('=', 2, 5), 5, 5, true],
  ['the value may be one of several', c('!=', 2, 5), 4, 6, undefined],
  ['none of several is between them', c('!=', 2, 5), 3, 4, true],
  ['all are on one side', c('outside', 2, 4), 5, 6, true],
  ['they are on both sides', c('outside', 2, 4), 1, 5, undefined],
  ['the limit itself is not outside', c('outside', 2, 4), 4, 6, undefined],
])('a bucket is decided where %s', (_what, condition, low, high, expected) => {
  expect(holdsBetween(condition, low, high)).toBe(expected);
});

function parts(condition: Condition, from: number, to: number, fromValue: number, toValue: number) {
  const found: Array<[number, number, boolean]> = [];
  cutLine(condition, from, to, fromValue, toValue, (...part) => found.push(part));
  return found;
}

test('a line is cut where it crosses the limit, at a whole millisecond', () => {
  expect(parts(c('>', 8), 0, 1000, 7, 10)).toEqual([
    [0, 333, false],
    [333, 1000, true],
  ]);
});

test('a line through a range is cut twice, whatever its direction', () => {
  expect(parts(c('between', 2, 4), 0, 600, 0, 6)).toEqual([
    [0, 200, false],
    [200, 400, true],
    [400, 600, false],
  ]);
  expect(parts(c('outside', 2, 4), 0, 600, 6, 0)).toEqual([
    [0, 200, true],
    [200, 400, false],
    [400, 600, true],
  ]);
});

test('a line that only touches the limit is not cut', () => {
  expect(parts(c('>', 8), 0, 100, 8, 9)).toEqual([[0, 100, true]]);
  expect(parts(c('>=', 8), 0, 100, 8, 7)).toEqual([[0, 100, false]]);
});

test('the largest numbers are cut like others', () => {
  const huge = Number.MAX_VALUE;
  expect(parts(c('>', 0), 0, 100, -huge, huge)).toEqual([
    [0, 50, false],
    [50, 100, true],
  ]);
});
