import { shortDuration } from './shortDuration';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './window';

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
