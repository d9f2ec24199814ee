import { LevelGrid } from '../levelGrid';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeWindow, toIso, windowMs } from '../../time/window';
import { planSignal } from './planSignal';

const LIMITS = { maxRequests: 500, maxRows: 500_000 };
const MONDAY = Date.UTC(2026, 2, 2);
const NO_LIMIT = Infinity;

const planOf = (window: TimeWindow, holdMs: number, zone = 'UTC') =>
  planSignal(window, { interpolation: 'linear', holdMs, ...LIMITS }, new LevelGrid(zone));

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

function ms(text: string): number {
  return text === 'none' ? NO_LIMIT : Number.parseInt(text, 10) * UNIT_MS[text.at(-1)!]!;
}

/** Such as `03-01 22:00 to 03-03 02:00`. */
function text({ fromEpochMs, toEpochMs }: TimeWindow): string {
  const [from, to] = [fromEpochMs, toEpochMs].map((epochMs) => toIso(epochMs).slice(5, 16).replace('T', ' '));
  return `${from} to ${to}`;
}

it.each([
  // range, hold limit, level
  ['365d', 'none', '1d'],
  ['365d', '3d', '1d'],
  ['365d', '50h', '1d'],
  ['365d', '49h', '1h'],
  ['365d', '2h', '1h'],
  ['365d', '119m', '1m'],
  ['100d', 'none', '1d'],
  ['99d', 'none', '1h'],
  ['100h', '2h', '1h'],
  ['99h', '2h', '1m'],
  ['8h', '2h', '1m'],
  ['0h', '2h', '1m'],
])('%s with a hold limit of %s begin with %s buckets', (length, hold, level) => {
  expect(planOf({ fromEpochMs: MONDAY, toEpochMs: MONDAY + ms(length) }, ms(hold)).first.level).toBe(level);
});

it('begins with the hold limit on either side, in whole hours, because a value depends on its neighbours', () => {
  const shift = { fromEpochMs: MONDAY + 6 * HOUR_MS, toEpochMs: MONDAY + 14 * HOUR_MS + MINUTE_MS };
  const { first } = planOf(shift, 2 * HOUR_MS - MINUTE_MS);
  expect(text(first.window)).toBe('03-02 04:00 to 03-02 16:00');
  expect(first.expectedRows).toBe(12 * 60);
});

it('begins with at most a hundred buckets on either side', () => {
  expect(text(planOf({ fromEpochMs: MONDAY, toEpochMs: MONDAY + 100 * HOUR_MS }, NO_LIMIT).first.window)).toBe(
    '02-25 20:00 to 03-10 08:00'
  );
});

it.each([
  ['UTC', '2025-11-29T00:00:00.000Z'],
  ['Europe/Madrid', '2025-11-28T23:00:00.000Z'],
])('begins with whole days of %s', (zone, expected) => {
  const window = { fromEpochMs: MONDAY + 7 * HOUR_MS, toEpochMs: MONDAY + 200 * DAY_MS };
  const { first } = planOf(window, 93 * DAY_MS, zone);
  expect(first.level).toBe('1d');
  expect(toIso(first.window.fromEpochMs)).toBe(expected);
});

it('looks no further than the hold limit for the readings before and after', () => {
  const { first, before, after } = planOf({ fromEpochMs: MONDAY, toEpochMs: MONDAY + DAY_MS }, 5 * DAY_MS);
  expect([before, first.window, after].map(text)).toEqual([
    '02-25 00:00 to 03-01 22:00',
    '03-01 22:00 to 03-03 02:00',
    '03-03 02:00 to 03-08 00:00',
  ]);
});

it('has nothing before and after to look at where the first buckets reach as far as the hold limit', () => {
  const { before, after } = planOf({ fromEpochMs: MONDAY, toEpochMs: MONDAY + 365 * DAY_MS }, 2 * HOUR_MS);
  expect([windowMs(before), windowMs(after)]).toEqual([0, 0]);
});

it('looks ten years back without a hold limit', () => {
  const { before } = planOf({ fromEpochMs: MONDAY, toEpochMs: MONDAY + DAY_MS }, NO_LIMIT);
  expect(MONDAY - before.fromEpochMs).toBe(3650 * DAY_MS);
});

it('is a plain value that can be printed', () => {
  expect(planOf({ fromEpochMs: MONDAY, toEpochMs: MONDAY + HOUR_MS }, 2 * HOUR_MS)).toEqual({
    window: { fromEpochMs: MONDAY, toEpochMs: MONDAY + HOUR_MS },
    request: { interpolation: 'linear', holdMs: 2 * HOUR_MS, ...LIMITS },
    first: {
      level: '1m',
      window: { fromEpochMs: MONDAY - 2 * HOUR_MS, toEpochMs: MONDAY + 3 * HOUR_MS },
      expectedRows: 300,
    },
    before: { fromEpochMs: MONDAY - 2 * HOUR_MS, toEpochMs: MONDAY - 2 * HOUR_MS },
    after: { fromEpochMs: MONDAY + 3 * HOUR_MS, toEpochMs: MONDAY + 3 * HOUR_MS },
    grid: { dayZone: 'UTC' },
  });
});
