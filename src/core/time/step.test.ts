import { approximateStep, formatStep, nominalMs, parseStep, READABLE_STEPS, readableStepsFrom } from './step';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './window';

it.each([
  ['30s', { count: 30, unit: 's' }],
  [' 5 m ', { count: 5, unit: 'm' }],
  ['8h', { count: 8, unit: 'h' }],
  ['1d', { count: 1, unit: 'd' }],
  ['2w', { count: 2, unit: 'w' }],
  ['1M', { count: 1, unit: 'M' }],
  ['24h', { count: 1, unit: 'd' }],
  ['48h', { count: 2, unit: 'd' }],
  ['1440m', { count: 1, unit: 'd' }],
  ['90m', { count: 90, unit: 'm' }],
  ['3650d', { count: 3650, unit: 'd' }],
])('parses %j as a step', (text, step) => {
  expect(parseStep(text)).toEqual(step);
});

it.each([
  ['', 'no number'],
  ['m', 'no number'],
  ['5', 'no unit'],
  ['5y', 'unknown unit'],
  ['0m', 'zero'],
  ['-5m', 'negative'],
  ['1.5h', 'a fraction'],
  ['7m', 'does not divide a day'],
  ['5h', 'does not divide a day'],
  ['25h', 'more than a day, but not whole days'],
  ['3661d', 'longer than ten years'],
  ['999999w', 'longer than ten years'],
  ['5m 3m', 'two steps'],
])('rejects %j as a step: %s', (text) => {
  expect(parseStep(text)).toBeUndefined();
});

it('parses every step it formats', () => {
  for (const step of READABLE_STEPS) {
    expect(parseStep(formatStep(step))).toEqual(step);
  }
});

it.each([
  [0, '1s'],
  [SECOND_MS, '1s'],
  [SECOND_MS + 1, '2s'],
  [31 * SECOND_MS, '1m'],
  [16 * MINUTE_MS, '30m'],
  [31 * MINUTE_MS, '1h'],
  [9 * HOUR_MS, '12h'],
  [13 * HOUR_MS, '1d'],
  [2 * DAY_MS, '1w'],
  [8 * DAY_MS, '1M'],
  [31 * DAY_MS, '2M'],
  [400 * DAY_MS, '14M'],
])('the finest readable step of at least %d ms is %s', (lengthMs, expected) => {
  const [finest] = readableStepsFrom(lengthMs);
  expect(formatStep(finest!)).toBe(expected);
  expect(nominalMs(finest!)).toBeGreaterThanOrEqual(lengthMs);
});

it.each([
  [953_900, '16m'],
  [5 * MINUTE_MS, '5m'],
  [90 * SECOND_MS, '90s'],
  [119_600, '2m'],
  [HOUR_MS, '1h'],
  [23 * HOUR_MS + 50 * MINUTE_MS, '1d'],
  [7 * DAY_MS, '1w'],
  [31 * DAY_MS, '1M'],
])('%d ms are about %s', (lengthMs, text) => {
  expect(formatStep(approximateStep(lengthMs)!)).toBe(text);
});

it.each([0, 300, 3_600])('%d ms are not about a whole number of any unit', (lengthMs) => {
  expect(approximateStep(lengthMs)).toBeUndefined();
});

it('readable steps are sorted from finest to coarsest', () => {
  expect(readableStepsFrom(5 * HOUR_MS).map(formatStep)).toEqual(['6h', '8h', '12h', '1d', '1w', '1M']);
});
