import { readRetryAfter, retryAfterOfBody } from './retryAfter';

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

it.each<[unknown, number | undefined]>([
  [{ reintentarEnSegundos: 2 }, 2000],
  [{ reintentarEnSegundos: 0.5 }, 500],
  [{ reintentarEnSegundos: '2' }, undefined],
  [{ reintentarEnSegundos: -1 }, undefined],
  [{}, undefined],
  ['<html>', undefined],
  [null, undefined],
])('an error body %j requests a delay of %s ms', (body, delayMs) => {
  expect(retryAfterOfBody(body)).toBe(delayMs);
});
