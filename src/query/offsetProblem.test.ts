import { offsetProblem, takesOffset } from './offsetProblem';

it.each([
  ['8h', true],
  ['60m', true],
  ['24h', true],
  ['1w', true],
  ['1M', true],
  ['$step', true],
  ['15m', false],
  ['auto', false],
  ['raw', false],
  ['1h', false],
  ['1d', false],
  ['often', false],
])('an interval of %s can begin at another time of day: %s', (interval, expected) => {
  expect(takesOffset(interval)).toBe(expected);
});

it.each([
  ['', '8h', undefined],
  ['06:00', '8h', undefined],
  ['$start', '8h', undefined],
  ['06:00', '$step', undefined],
  ['6h', '8h', 'notATime'],
  ['soon', '$step', 'notATime'],
  ['06:00', '1d', 'movesLevel'],
])('an offset of %j for %s: %s', (text, interval, expected) => {
  expect(offsetProblem(text, interval)?.kind).toBe(expected);
});
