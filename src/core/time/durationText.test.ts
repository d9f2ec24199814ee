import { durationText, shortDuration } from './durationText';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './window';

test.each([
  [0, '0 s'],
  [999, '0 s'],
  [45_000, '45 s'],
  [61_500, '1 min 1 s'],
  [3_600_000, '1 h'],
  [11_520_000, '3 h 12 min'],
  [86_400_000 + 59_000, '1 d'],
  [400 * 86_400_000 + 5 * 3_600_000, '400 d 5 h'],
])('%d ms are %s', (durationMs, text) => {
  expect(durationText(durationMs)).toBe(text);
});

it.each([
  [0, '0 s'],
  [999, '0 s'],
  [90 * SECOND_MS, '90 s'],
  [2 * MINUTE_MS, '2 min'],
  [2 * HOUR_MS - 1, '119 min'],
  [26 * HOUR_MS, '26 h'],
  [2 * DAY_MS - 1, '47 h'],
  [400 * DAY_MS, '400 d'],
])('%d ms are %s', (durationMs, text) => {
  expect(shortDuration(durationMs)).toBe(text);
});
