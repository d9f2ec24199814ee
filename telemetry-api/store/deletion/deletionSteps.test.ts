import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import type { Level } from '../readings/levels.ts';
import { ALL_TIMES, deletionSteps, expiredRows, partialBuckets } from './deletionSteps.ts';

const T0 = Date.UTC(2026, 4, 1);
const NONE = new Map<Level, number>();

function days(...counts: number[]) {
  return counts.map((n, day) => ({ startMs: T0 + day * DAY_MS, n })).filter(({ n }) => n > 0);
}

describe('the steps of a deletion', () => {
  it('are whole days of at most 100,000 readings, or one day', () => {
    expect(deletionSteps(ALL_TIMES, days(60_000, 40_000, 1, 500_000, 1))).toEqual([
      { fromMs: T0, toMs: T0 + 2 * DAY_MS },
      { fromMs: T0 + 2 * DAY_MS, toMs: T0 + 3 * DAY_MS },
      { fromMs: T0 + 3 * DAY_MS, toMs: T0 + 4 * DAY_MS },
      { fromMs: T0 + 4 * DAY_MS, toMs: T0 + 5 * DAY_MS },
    ]);
  });

  it('end at 32 days, however few their readings are', () => {
    const sparse = days(...Array.from({ length: 40 }, () => 1));
    expect(deletionSteps(ALL_TIMES, sparse)).toEqual([
      { fromMs: T0, toMs: T0 + 32 * DAY_MS },
      { fromMs: T0 + 32 * DAY_MS, toMs: T0 + 40 * DAY_MS },
    ]);
    expect(deletionSteps(ALL_TIMES, days(1, ...Array.from({ length: 50 }, () => 0), 1))).toHaveLength(2);
  });

  it('begin and end inside of days only where the range does', () => {
    const range = { fromMs: T0 + HOUR_MS, toMs: T0 + DAY_MS + 7 };
    expect(deletionSteps(range, days(1, 1))).toEqual([range]);
    expect(deletionSteps(range, [])).toEqual([]);
  });
});

describe('buckets that a range covers in part', () => {
  it('are those at its ends, computed from the readings', () => {
    expect(partialBuckets({ fromMs: T0 + 1, toMs: T0 + DAY_MS + HOUR_MS + MINUTE_MS }, NONE)).toEqual([
      { level: '1m', source: 'raw', fromMs: T0, toMs: T0 + MINUTE_MS },
      { level: '1h', source: 'raw', fromMs: T0, toMs: T0 + HOUR_MS },
      { level: '1h', source: 'raw', fromMs: T0 + DAY_MS + HOUR_MS, toMs: T0 + DAY_MS + 2 * HOUR_MS },
      { level: '1d', source: 'raw', fromMs: T0, toMs: T0 + DAY_MS },
      { level: '1d', source: 'raw', fromMs: T0 + DAY_MS, toMs: T0 + 2 * DAY_MS },
    ]);
    expect(partialBuckets({ fromMs: T0, toMs: T0 + DAY_MS }, NONE)).toEqual([]);
    expect(partialBuckets({ fromMs: T0 + 1, toMs: T0 + 2 }, NONE)).toHaveLength(3);
  });

  it('are computed from the finest level that retention has left', () => {
    const range = { fromMs: T0 + HOUR_MS, toMs: T0 + DAY_MS };
    const raw = T0 + 30 * DAY_MS;
    expect(partialBuckets(range, new Map([['raw', raw]]))).toEqual([
      { level: '1d', source: '1m', fromMs: T0, toMs: T0 + DAY_MS },
    ]);
    const minutesToo = new Map<Level, number>([
      ['raw', raw],
      ['1m', raw],
    ]);
    expect(partialBuckets(range, minutesToo)).toMatchObject([{ level: '1d', source: '1h' }]);
    expect(partialBuckets(range, new Map([...minutesToo, ['1h', raw], ['1d', raw]]))).toEqual([]);
  });

  it.each<[string, Level[], string]>([
    ['minute', ['raw'], '2026-05-01T01:02:00.000Z or 2026-05-01T01:03:00.000Z'],
    ['hour', ['raw', '1m'], '2026-05-01T01:00:00.000Z or 2026-05-01T02:00:00.000Z'],
    ['day', ['raw', '1m', '1h'], '2026-05-01T00:00:00.000Z or 2026-05-02T00:00:00.000Z'],
  ])('cannot be computed inside of a %s of which no finer level is left', (_, dropped, allowed) => {
    const cutoffsMs = new Map(dropped.map((level) => [level, T0 + DAY_MS]));
    const range = { fromMs: T0 + HOUR_MS + 2 * MINUTE_MS + 3, toMs: T0 + 5 * DAY_MS };
    expect(() => partialBuckets(range, cutoffsMs)).toThrow(`Use ${allowed}.`);
  });
});

test('rows from before the cutoff of their level have expired', () => {
  const range = { fromMs: T0 + HOUR_MS + 1, toMs: T0 + 5 * DAY_MS };
  expect(expiredRows(range, NONE)).toEqual([]);
  const cutoffsMs = new Map<Level, number>([
    ['raw', T0 + 9 * DAY_MS],
    ['1m', T0],
    ['1h', T0 + DAY_MS],
  ]);
  expect(expiredRows(range, cutoffsMs)).toEqual([
    { level: 'raw', table: 'reading', ...range },
    { level: '1h', table: 'bucket_1h', fromMs: T0 + HOUR_MS, toMs: T0 + DAY_MS },
  ]);
});
