import { createFakeClock } from '../../../testSupport/testClocks';
import { bucketRows, heldBytes, neededBytes, readingRows, rowCount } from '../rows';
import type { Level } from '../../time/step';
import type { EpochMs, TimeWindow } from '../../time/window';
import { CoverageCache, type CoverageLimits } from './coverageCache';

const NOW = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SERIES = { device: 'PUMP-1', tag: 'pressure' };

function createCache(limits: Partial<CoverageLimits> = {}) {
  const clock = createFakeClock(NOW);
  const cache = new CoverageCache({
    lateArrivalMs: 10 * MINUTE,
    maxCacheAgeMs: HOUR,
    maxCacheBytes: 64 * 2 ** 20,
    ...limits,
  });
  /** Caches one row every `everyMs` of a window, each with the given value. */
  const put = (window: TimeWindow, level: Level = 'raw', everyMs = MINUTE, series = SERIES, value = 1) => {
    const first = Math.ceil(window.fromEpochMs / everyMs) * everyMs;
    const length = Math.max(0, Math.ceil((window.toEpochMs - first) / everyMs));
    const rows = level === 'raw' ? readingRows(length) : bucketRows(length);
    rows.timeEpochMs.forEach((_, row) => (rows.timeEpochMs[row] = first + row * everyMs));
    rows.avg.fill(value);
    cache.put(
      series,
      level,
      { ...window, rows, unusable: [], asOfEpochMs: clock.nowEpochMs(), age: clock.startStopwatch() },
      { name: 'Pressure', unit: 'bar' }
    );
  };
  const missing = (window: TimeWindow, level: Level = 'raw', series = SERIES) =>
    cache.get(series, level, window).uncached.map(({ fromEpochMs, toEpochMs }) => [fromEpochMs, toEpochMs]);
  return { cache, clock, put, missing };
}

function from(fromEpochMs: EpochMs, toEpochMs: EpochMs): TimeWindow {
  return { fromEpochMs, toEpochMs };
}

const LAST_HOUR = from(NOW - HOUR, NOW);

it('reports the whole window of an unknown series as missing', () => {
  const { cache } = createCache();
  expect(cache.get(SERIES, 'raw', LAST_HOUR)).toEqual({ name: '', unit: '', ranges: [], uncached: [LAST_HOUR] });
});

it.each<[Level, EpochMs]>([
  ['raw', NOW - 10 * MINUTE],
  // The 11:49 bucket closed at 11:50, exactly at the limit; it is requested again to be safe.
  ['1m', NOW - 11 * MINUTE],
  ['1h', NOW - 2 * HOUR],
])('caches %s rows that are closed and older than the late-arrival window', (level, settled) => {
  const { put, missing } = createCache();
  const window = from(NOW - 6 * HOUR, NOW);
  put(window, level, level === '1h' ? HOUR : MINUTE);
  expect(missing(window, level)).toEqual([[settled, NOW]]);
});

it('caches days that ended more than an hour ago in every zone, up to the start of a day', () => {
  const { put, missing } = createCache();
  const window = from(NOW - 10 * DAY, NOW);
  put(window, '1d', DAY);
  expect(missing(window, '1d')).toEqual([[Date.UTC(2026, 2, 2), NOW]]);
});

it('returns the rows of cached ranges, with name and unit', () => {
  const { cache, put } = createCache();
  put(from(NOW - 3 * HOUR, NOW - 2 * HOUR));
  const { name, unit, ranges, uncached: missing } = cache.get(SERIES, 'raw', from(NOW - 2.5 * HOUR, NOW - HOUR));
  expect([name, unit]).toEqual(['Pressure', 'bar']);
  expect(ranges.map(({ rows, ...window }) => [window.fromEpochMs, window.toEpochMs, rows.n.length])).toEqual([
    [NOW - 2.5 * HOUR, NOW - 2 * HOUR, 30],
  ]);
  expect(missing).toEqual([from(NOW - 2 * HOUR, NOW - HOUR)]);
});

it('caches each series and level separately', () => {
  const { put, missing } = createCache();
  const window = from(NOW - 3 * HOUR, NOW - 2 * HOUR);
  put(window);
  expect(missing(window, '1m')).toHaveLength(1);
  expect(missing(window, 'raw', { device: 'PUMP-1', tag: 'flow' })).toHaveLength(1);
  expect(missing(window, 'raw', { device: 'PUMP-1","pressure', tag: '' })).toHaveLength(1);
  expect(missing(window)).toEqual([]);
});

it('prefers the most recently cached rows where ranges overlap', () => {
  const { cache, clock, put } = createCache();
  put(from(NOW - 4 * HOUR, NOW - 2 * HOUR), 'raw', MINUTE, SERIES, 1);
  clock.advance(1);
  put(from(NOW - 3.5 * HOUR, NOW - 3 * HOUR), 'raw', MINUTE, SERIES, 2);
  const values = cache
    .get(SERIES, 'raw', from(NOW - 4 * HOUR, NOW - 2 * HOUR))
    .ranges.flatMap(({ rows }) => [...rows.avg]);
  expect(values).toEqual([...Array(30).fill(1), ...Array(30).fill(2), ...Array(60).fill(1)]);
});

it('drops ranges that exceed the maximum age', () => {
  const { clock, put, missing } = createCache();
  const old = from(NOW - 9 * HOUR, NOW - 5 * HOUR);
  put(old);
  clock.advance(HOUR / 2);
  put(from(NOW - 3 * HOUR, NOW - 2 * HOUR));
  clock.advance(HOUR / 2);
  expect(missing(old)).toEqual([]);
  clock.advance(1);
  expect(missing(old)).toEqual([[old.fromEpochMs, old.toEpochMs]]);
  expect(missing(from(NOW - 3 * HOUR, NOW - 2 * HOUR))).toEqual([]);
});

it('does not keep ranges for longer because the time of day is set back', () => {
  const { clock, put, missing } = createCache();
  const old = from(NOW - 9 * HOUR, NOW - 5 * HOUR);
  put(old);
  clock.setBack(HOUR);
  clock.advance(HOUR + 1);
  expect(missing(old)).toEqual([[old.fromEpochMs, old.toEpochMs]]);
});

it('replaces a range by a newer one also after the time of day was set back', () => {
  const { cache, clock, put } = createCache();
  const window = from(NOW - 9 * HOUR, NOW - 8 * HOUR);
  put(window, 'raw', MINUTE, SERIES, 1);
  clock.advance(MINUTE);
  clock.setBack(HOUR);
  put(window, 'raw', MINUTE, SERIES, 2);
  expect(cache.get(SERIES, 'raw', window).ranges.flatMap(({ rows }) => [...rows.avg])).toEqual(Array(60).fill(2));
});

it('does not extend the age of a range when a newer one is joined to it', () => {
  const { clock, put, missing } = createCache();
  const old = from(NOW - 5 * HOUR, NOW - 4 * HOUR);
  put(old);
  clock.advance(HOUR / 2);
  put(from(NOW - 4 * HOUR, NOW - 3 * HOUR));
  clock.advance(HOUR / 2 + 1);
  expect(missing(old)).toEqual([[old.fromEpochMs, old.toEpochMs]]);
});

describe('cache size', () => {
  const series = (index: number) => ({ device: `PUMP-${index}`, tag: 'pressure' });
  const window = from(NOW - 20 * HOUR, NOW - 10 * HOUR);
  /** 600 readings of 16 bytes each, plus 700 bytes for the range. */
  const BYTES = 600 * 16 + 700;

  it('stays within its limit by evicting the least recently used series', () => {
    const { cache, put, missing } = createCache({ maxCacheBytes: 3 * BYTES });
    [0, 1, 2].forEach((index) => put(window, 'raw', MINUTE, series(index)));
    expect(cache.sizeBytes).toBe(3 * BYTES);
    missing(window, 'raw', series(0));
    put(window, 'raw', MINUTE, series(3));
    expect(cache.sizeBytes).toBe(3 * BYTES);
    expect([0, 1, 2, 3].map((index) => missing(window, 'raw', series(index)).length)).toEqual([0, 1, 0, 0]);
  });

  it.each([
    ['the series is too large', BYTES - 1],
    ['the cache is disabled', 0],
  ])('caches nothing if %s', (_, maxCacheBytes) => {
    const { cache, put, missing } = createCache({ maxCacheBytes });
    put(window);
    expect(cache.sizeBytes).toBe(0);
    expect(missing(window)).toHaveLength(1);
  });

  it('does not grow when a window is cached twice, and drops expired ranges', () => {
    const { cache, clock, put } = createCache();
    put(window);
    put(window);
    expect(cache.sizeBytes).toBe(BYTES);
    clock.advance(HOUR + 1);
    put(from(NOW - HOUR, NOW - HOUR / 2));
    expect(cache.sizeBytes).toBe(30 * 16 + 700);
  });

  it('stays close to the size of the rows after an hour of refreshes every five seconds', () => {
    const { cache, clock, put, missing } = createCache();
    for (let refresh = 0; refresh < 720; refresh++) {
      const now = clock.nowEpochMs();
      for (const [fromEpochMs, toEpochMs] of missing(from(now - HOUR, now))) {
        put(from(fromEpochMs!, toEpochMs!), 'raw', 1000);
      }
      clock.advance(5000);
    }
    expect(cache.sizeBytes).toBeLessThan(7200 * 16 * 1.05);
  });

  it('does not retain the memory of a response that is cached only in part', () => {
    const { cache, put } = createCache();
    put(from(NOW - 5 * HOUR, NOW), 'raw', 1000);
    const { rows } = cache.get(SERIES, 'raw', from(NOW - 5 * HOUR, NOW)).ranges[0]!;
    expect(rowCount(rows)).toBe(290 * 60);
    expect(heldBytes(rows)).toBe(neededBytes(rows));
  });
});
