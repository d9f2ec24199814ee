import { TelemetryError } from '../../../api/telemetryError';
import { type Meter, UNKNOWN_METER } from '../../../inventory/meter';
import { BUCKET_MS, type BucketLevel, type Level } from '../../../time/step';
import { DAY_MS, type EpochMs, HOUR_MS, mergeWindows, MINUTE_MS, type TimeWindow } from '../../../time/window';
import { withMissing } from '../../fetch/fetchResult';
import type { CountedBucket } from '../../fetch/finerRows';
import type { SeriesHistory } from '../../fetch/historySource';
import type { HistoryPlan, IncreasePlan } from '../../plan/planHistory';
import { finerLevel } from '../../levelGrid';
import { NO_ROWS, readingRows, type Rows, rowCount, rowsBetween, sliceRows } from '../../rows';
import type { LoadedRows, LoadedSeries } from '../loadedSeries';
import { courseOfMeter } from './course';
import { fetchCourses } from './courses';
import {
  type CounterState,
  CounterWalk,
  isReplacedWithin,
  MAX_MOMENTARY_READINGS,
  NEVER_READ,
  UNKNOWN_STATE,
} from './counterWalk';
import {
  bucketOf,
  type CounterReadings,
  NO_READINGS,
  rowGains,
  type RowGains,
  walkReadings,
  withIncrease,
} from './increase';
import { openGains } from './openGains';

/** Looks up what is known of a counter before the rows of a plan, beside them. */
export function stateBeforePlan(history: SeriesHistory, plan: HistoryPlan): Promise<CounterState> {
  const { level, window } = firstRows(plan);
  const before = stateBefore(history, level, window.fromEpochMs, plan.increase?.meter);
  // It is awaited after the rows, which may fail first.
  before.catch(() => undefined);
  return before;
}

function firstRows(plan: HistoryPlan): { readonly level: Level; readonly window: TimeWindow } {
  switch (plan.kind) {
    case 'raw':
    case 'longest':
      return { level: 'raw', window: plan.window };
    case 'buckets':
      return plan;
    case 'range':
      return plan.core;
  }
}

/**
 * Adds the increases to a series of buckets. Buckets tell them where the counter only rises. The readings are requested of buckets
 * in which it may have fallen, and of all buckets where they hold so few that it matters on which side of a step's edge one lies.
 * @throws TelemetryError `notACounter` when that takes more readings than allowed, or `falling` when the tag falls more often than
 *   it rises
 */
export async function addIncrease(
  history: SeriesHistory,
  source: LoadedRows,
  before: CounterState,
  plan: IncreasePlan
): Promise<LoadedSeries> {
  const { loaded } = source;
  let known = await fetchFewReadings(history, source, before, plan);
  const ofMeter = courseOfMeter(plan.meter);
  const days = new Set<number>();
  for (;;) {
    const { gains, byBucket } = await resolveGains(history, source, known, plan.maxReadings);
    if (gains.isFalling) {
      throw new TelemetryError('falling');
    }
    const open = openGains(gains, ofMeter).days;
    if ([...open].every((day) => days.has(day))) {
      const fetched = withMissing(loaded.fetched, known.courses.missing, source.window);
      return withIncrease({ ...source, loaded: { ...loaded, fetched } }, known, gains);
    }
    open.forEach((day) => days.add(day));
    known = { ...known, byBucket, courses: await fetchCourses(history, days, loaded.fetched.asOfEpochMs, ofMeter) };
  }
}

/** True if a series has so few readings that it is counted reading by reading. */
export function hasFewReadings({ fetched, edges }: LoadedSeries, { few, maxReadings }: IncreasePlan): boolean {
  const steps = (edges?.length ?? 0) - 1;
  return countReadings(fetched.rows) <= Math.min(maxReadings, Math.max(few.readings, few.perStep * steps));
}

/** What is known before the increases are computed: all readings where there are few, and those at the very end of the last step. */
async function fetchFewReadings(
  history: SeriesHistory,
  source: LoadedRows,
  before: CounterState,
  plan: IncreasePlan
): Promise<CounterReadings> {
  const {
    loaded: { fetched },
    window: { toEpochMs },
    levelAt,
  } = source;
  const known = { ...NO_READINGS, before, meter: plan.meter };
  const areReadings = fetched.rows.timeEpochMs.every((epochMs) => levelAt(epochMs) === 'raw');
  if (!areReadings && !hasFewReadings(source.loaded, plan)) {
    return known;
  }
  const lastStart = fetched.rows.timeEpochMs.at(-1) ?? -Infinity;
  const reachesBeyond = lastStart >= toEpochMs || (bucketOf(source, lastStart)?.toEpochMs ?? -Infinity) > toEpochMs;
  const needsEnd = toEpochMs <= fetched.asOfEpochMs && !reachesBeyond;
  const end = { fromEpochMs: toEpochMs, toEpochMs: toEpochMs + 1 };
  if (areReadings) {
    const isOver = needsEnd && toEpochMs + JUST_NOW_MS <= fetched.asOfEpochMs;
    return { ...known, atEnd: isOver ? await readingsAtEnd(history, end) : NO_ROWS };
  }
  const buckets = countedBuckets(source, fetched.rows.timeEpochMs.keys());
  const window = { fromEpochMs: buckets[0]?.fromEpochMs ?? toEpochMs, toEpochMs: toEpochMs + (needsEnd ? 1 : 0) };
  const { result, complete } = await history.finer('raw', [window], buckets);
  const byBucket = new Map(complete.map((bucket) => [bucket.fromEpochMs, rowsBetween(result.rows, bucket)]));
  return { ...known, byBucket, atEnd: rowsBetween(result.rows, end), areAll: true };
}

/** What is read at the end of a range that ends now is still on its way, and not worth a request for each refresh of a panel. */
const JUST_NOW_MS = 10_000;

/** One that is NaN if they could not be fetched. */
async function readingsAtEnd(history: SeriesHistory, end: TimeWindow): Promise<Rows> {
  const { result } = await history.finer('raw', [end], [{ ...end, n: 0 }]);
  if (result.missing.length === 0) {
    return result.rows;
  }
  const unknown = readingRows(1);
  unknown.timeEpochMs[0] = end.fromEpochMs;
  unknown.avg[0] = NaN;
  return unknown;
}

/**
 * Requests the readings of buckets until each gain is known, as far as it can be. Not by way of finer buckets, as elsewhere: they
 * count rises no better than coarser ones, and whether a bucket is open depends on the readings of those before it.
 */
async function resolveGains(
  history: SeriesHistory,
  source: LoadedRows,
  known: CounterReadings,
  maxReadings: number
): Promise<{ readonly gains: RowGains; readonly byBucket: CounterReadings['byBucket'] }> {
  const { rows } = source.loaded.fetched;
  const requested = new Set<EpochMs>(known.byBucket.keys());
  let byBucket = known.byBucket;
  let placesCorrections: 'byReadings' | 'byBuckets' = 'byReadings';
  for (let readings = 0; ;) {
    const gains = rowGains(source, { ...known, byBucket }, placesCorrections);
    const open = gains.unresolved.filter((row) => !requested.has(rows.timeEpochMs[row]!));
    const buckets = countedBuckets(source, open);
    if (known.areAll || gains.isFalling || buckets.length === 0) {
      return { gains, byBucket };
    }
    readings = buckets.reduce((sum, { n }) => sum + n, readings);
    if (readings > maxReadings) {
      if (placesCorrections === 'byBuckets') {
        const detail = `${buckets.length} of ${rowCount(rows)} buckets; ${readings} readings, at most ${maxReadings}`;
        throw new TelemetryError('notACounter', { detail });
      }
      placesCorrections = 'byBuckets';
      readings = 0;
      continue;
    }
    const { result, complete } = await history.finer('raw', mergeWindows(buckets), buckets);
    byBucket = new Map([
      ...byBucket,
      ...complete.map((bucket) => [bucket.fromEpochMs, rowsBetween(result.rows, bucket)] as const),
    ]);
    buckets.forEach(({ fromEpochMs }) => requested.add(fromEpochMs));
  }
}

/** The buckets of rows that count any readings and begin where they are expected to. */
function countedBuckets(source: LoadedRows, indices: Iterable<number>): CountedBucket[] {
  const { rows } = source.loaded.fetched;
  return [...indices].flatMap((row) => {
    const window = bucketOf(source, rows.timeEpochMs[row]!);
    return window !== undefined && rows.n[row]! > 0 ? [{ ...window, n: rows.n[row]! }] : [];
  });
}

function countReadings({ n }: Rows): number {
  return n.reduce((sum, count) => sum + count, 0);
}

/**
 * How far to look back, and at which level: further at coarser levels, because a tag is usually sampled more often than that.
 * Each is longer than a bucket of the next, so that a bucket that begins before it ends before the instant.
 */
const LOOK_BACKS: ReadonlyArray<{ readonly level: Level; readonly lookBackMs: number }> = [
  { level: 'raw', lookBackMs: 2 * MINUTE_MS },
  { level: '1m', lookBackMs: 2 * HOUR_MS },
  { level: '1h', lookBackMs: 2 * DAY_MS },
  { level: '1d', lookBackMs: 60 * DAY_MS },
  { level: '1d', lookBackMs: 3650 * DAY_MS },
];

const LEVEL_MS: Readonly<Record<Level, number>> = { raw: 1, ...BUCKET_MS };

/**
 * What is known of a counter before an instant. It is looked up backwards and ends with the first rows, so nothing is refined of what
 * a window was found to hold.
 * @param level the finest to look at, at one of whose edges the instant is
 * @returns `NEVER_READ` when there is no reading in the ten years before; `UNKNOWN_STATE` when it cannot be known
 * @throws only when aborted
 */
export function stateBefore(
  history: SeriesHistory,
  level: Level,
  beforeEpochMs: EpochMs,
  meter = UNKNOWN_METER
): Promise<CounterState> {
  const lookBacks = LOOK_BACKS.slice(LOOK_BACKS.findIndex((candidate) => candidate.level === level));
  let toEpochMs = beforeEpochMs;
  const windows = lookBacks.map(({ level: coarser, lookBackMs }, index) => {
    // Where a bucket of the next one begins, so that none holds readings of both.
    const edgeMs = LEVEL_MS[lookBacks[index + 1]?.level ?? coarser];
    const window = {
      level: coarser,
      fromEpochMs: Math.floor((beforeEpochMs - lookBackMs) / edgeMs) * edgeMs,
      toEpochMs,
    };
    toEpochMs = window.fromEpochMs;
    return window;
  });
  return stateAfter({ history, meter }, windows);
}

/** A series whose earlier readings are looked up. */
interface EarlierSource {
  readonly history: SeriesHistory;
  readonly meter: Meter;
}

/**
 * @param windows where to look, the latest first
 * @param enough how many readings are looked for; fewer are taken where there are no more
 */
async function stateAfter(
  source: EarlierSource,
  [window, ...earlier]: ReadonlyArray<TimeWindow & { readonly level: Level }>,
  enough = MAX_MOMENTARY_READINGS + 1
): Promise<CounterState> {
  if (window === undefined) {
    return NEVER_READ;
  }
  const rows = await fetchComplete(source.history, window.level, window);
  if (rows === undefined) {
    return UNKNOWN_STATE;
  }
  if (rowCount(rows) === 0) {
    return stateAfter(source, earlier, enough);
  }
  // A few may be a momentary fall, which only one before them shows.
  const before = countReadings(rows) < enough ? await stateAfter(source, earlier, 1) : NEVER_READ;
  return stateOf(source, rows, window.level, window.toEpochMs, before);
}

/** The state after rows: shown by the last ones where the counter only rises, else by the readings of these. */
async function stateOf(
  source: EarlierSource,
  rows: Rows,
  level: Level,
  beforeEpochMs: EpochMs,
  before: CounterState
): Promise<CounterState> {
  const last = rowCount(rows) - 1;
  const first = firstOfLast(rows, MAX_MOMENTARY_READINGS + 1);
  const tail = sliceRows(rows, first, last + 1);
  const { history, meter } = source;
  const isReplaced = level !== 'raw' && isReplacedWithin(meter, tail.timeEpochMs[0]!, beforeEpochMs);
  if (level === 'raw' || (tail.n.every((n) => n === 1) && !isReplaced)) {
    const walk = new CounterWalk(before, undefined, meter);
    walkReadings(walk, tail);
    return walk.state(tail.timeEpochMs.at(-1));
  }
  const areTooFew = countReadings(tail) <= MAX_MOMENTARY_READINGS;
  if (!areTooFew && !isReplaced && isRising(rows, Math.max(1, first)) && (first > 0 || tail.n[0] === 1)) {
    return { ...NEVER_READ, last: tail.max.at(-1)!, atEpochMs: tail.timeEpochMs.at(-1) };
  }
  const end = lastBucketWindow(rows.timeEpochMs[last]!, level, beforeEpochMs)?.toEpochMs;
  if (end === undefined) {
    return UNKNOWN_STATE;
  }
  const window = { fromEpochMs: tail.timeEpochMs[0]!, toEpochMs: end };
  const finer = finerLevel(level, window.fromEpochMs, window.toEpochMs);
  const finerRows = await fetchComplete(history, finer, window);
  return finerRows === undefined || rowCount(finerRows) === 0
    ? UNKNOWN_STATE
    : stateOf(source, finerRows, finer, end, before);
}

/** The first of the last rows that together hold so many readings; a row without a count holds one at least. */
function firstOfLast({ n }: Rows, readings: number): number {
  let first = n.length;
  for (let sum = 0; first > 0 && sum < readings;) {
    sum += n[--first]! || 1;
  }
  return first;
}

/** True if no row from one on is lower than the one before it. */
function isRising({ min, max }: Rows, first: number): boolean {
  return max.subarray(first).every((_, index) => min[first + index]! >= max[first + index - 1]!);
}

/** The window of the last bucket before an instant; undefined when it reaches beyond the instant. */
function lastBucketWindow(fromEpochMs: EpochMs, level: BucketLevel, beforeEpochMs: EpochMs): TimeWindow | undefined {
  // A day of a zone can be an hour shorter or longer. It is the last bucket, so nothing follows in the hour after it.
  const dstMs = level === '1d' ? HOUR_MS : 0;
  const toEpochMs = Math.min(beforeEpochMs, fromEpochMs + BUCKET_MS[level] + dstMs);
  return toEpochMs >= fromEpochMs + BUCKET_MS[level] - dstMs ? { fromEpochMs, toEpochMs } : undefined;
}

/** The rows of a window; undefined when a part of them is missing. Readings may begin late: only their end matters. */
async function fetchComplete(history: SeriesHistory, level: Level, window: TimeWindow): Promise<Rows | undefined> {
  const { rows, missing, unusable } = await (level === 'raw'
    ? history.lastReadings(window)
    : history.buckets({ level, window }));
  return missing.length > 0 || unusable.length > 0 ? undefined : rows;
}
