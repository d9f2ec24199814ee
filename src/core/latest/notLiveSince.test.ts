import { DAY_MS, HOUR_MS } from '../time/window';
import { NOT_LIVE_AFTER_MS, notLiveSince } from './notLiveSince';

const NOW = Date.UTC(2026, 2, 2);

it('a plant is not live since its newest reading or contact, if that is older than a week', () => {
  expect(notLiveSince([NOW - 400 * DAY_MS, undefined, NOW - 300 * DAY_MS], NOW)).toBe(NOW - 300 * DAY_MS);
});

it.each([
  ['one of them is from an hour ago', [NOW - 400 * DAY_MS, NOW - HOUR_MS]],
  ['everything broke a week ago, to the millisecond', [NOW - NOT_LIVE_AFTER_MS]],
  ['a clock is ahead', [NOW - 400 * DAY_MS, NOW + DAY_MS]],
  ['no time is known', [undefined, undefined]],
  ['there is nothing', []],
])('it is taken for live when %s', (_, times) => {
  expect(notLiveSince(times, NOW)).toBeUndefined();
});
