import { chooseInterpolation, isHold, parseHold } from './continuation';

const DEFAULT_MS = 7_200_000;

it.each([
  ['', DEFAULT_MS],
  [' ', DEFAULT_MS],
  ['none', Infinity],
  ['6h', 21_600_000],
  [' 90 s ', 90_000],
  ['0', undefined],
  ['0h', undefined],
  ['6', undefined],
  ['None', undefined],
  ['forever', undefined],
])('the hold limit %j', (text, expected) => {
  expect(parseHold(text, DEFAULT_MS)).toBe(expected);
});

it.each([
  ['', true],
  ['none', true],
  ['$hold', true],
  ['2 hours', false],
])('%j can be saved as a hold limit: %s', (text, expected) => {
  expect(isHold(text)).toBe(expected);
});

it.each([
  ['auto', 'measure', 'linear'],
  ['auto', 'state', 'hold'],
  ['auto', 'setPoint', 'hold'],
  ['auto', 'counter', 'hold'],
  ['hold', 'measure', 'hold'],
  ['linear', 'counter', 'linear'],
] as const)('with %s, the interpolation of a %s is %s', (choice, role, expected) => {
  expect(chooseInterpolation(choice, role)).toBe(expected);
});
