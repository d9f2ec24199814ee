import { readRetryAfter } from './retryAfter';

const NOW = Date.UTC(2026, 2, 2, 12);

it.each<[string | undefined, number | undefined]>([
  ['0', 0],
  ['120', 120_000],
  [' 2 ', 2000],
  ['1.5', 1500],
  ['Mon, 02 Mar 2026 12:00:30 GMT', 30_000],
  ['Monday, 02-Mar-26 12:00:30 GMT', 30_000],
  ['Mon, 02 Mar 2026 11:00:00 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
])('reads Retry-After %j as a delay of %s ms', (header, delayMs) => {
  expect(readRetryAfter(header, NOW)).toBe(delayMs);
});
