import { TelemetryError } from '../../../api/telemetryError';
import { type EpochMs, mergeWindows, type TimeWindow } from '../../../time/window';
import { withMissing } from '../../fetch/fetchResult';
import type { CountedBucket } from '../../fetch/finerRows';
import type { SeriesHistory } from '../../fetch/historySource';
import type { IncreasePlan } from '../../plan/planHistory';
import { countReadings, NO_ROWS, readingRows, type Rows, rowCount, rowsBetween } from '../../rows';
import type { LoadedRows, LoadedSeries } from '../loadedSeries';
import { courseOfMeter } from './course';
import { fetchCourses } from './fetchCourses';
import type { CounterState } from './counterWalk';
import { type CounterKnowledge, NO_READINGS, rowGains, type RowGains, attachGains } from './increase';
import { doubtfulGains } from './doubtfulGains';

/**
 * Adds the increases to a series of buckets. Buckets tell them where the counter only rises. The readings are requested of buckets
 * in which it may have fallen, and of all buckets where they hold so few that it matters on which side of a step's edge one lies.
 * @throws TelemetryError `notACounter` when that takes more readings than allowed, or `falling` when the tag falls more often than
 *   it rises
 */
export async function addIncrease(
  history: SeriesHistory,
  loadedRows: LoadedRows,
  before: CounterState,
  plan: IncreasePlan
): Promise<LoadedSeries> {
  const { loaded } = loadedRows;
  let known = await readingsToBeginWith(history, loadedRows, before, plan);
  const ofMeter = courseOfMeter(plan.meter);
  const days = new Set<number>();
  for (;;) {
    const { gains, byBucket } = await resolveGains(history, loadedRows, known, plan.maxReadings);
    if (gains.isFalling) {
      throw new TelemetryError('falling');
    }
    const doubtful = doubtfulGains(gains, ofMeter).days;
    if ([...doubtful].every((day) => days.has(day))) {
      const fetched = withMissing(loaded.fetched, known.courses.missing, loadedRows.window);
      return attachGains({ ...loadedRows, loaded: { ...loaded, fetched } }, known, gains);
    }
    doubtful.forEach((day) => days.add(day));
    known = { ...known, byBucket, courses: await fetchCourses(history, days, loaded.fetched.asOfEpochMs, ofMeter) };
  }
}

/** True if a series has so few readings that it is counted reading by reading. */
export function hasFewReadings({ fetched, edges }: LoadedSeries, { few, maxReadings }: IncreasePlan): boolean {
  const steps = (edges?.length ?? 0) - 1;
  return countReadings(fetched.rows) <= Math.min(maxReadings, Math.max(few.readings, few.perStep * steps));
}

/** What is known before the increases are computed: all readings where there are few, and those at the very end of the last step. */
async function readingsToBeginWith(
  history: SeriesHistory,
  loadedRows: LoadedRows,
  before: CounterState,
  plan: IncreasePlan
): Promise<CounterKnowledge> {
  const {
    loaded: { fetched },
    window: { toEpochMs },
    isReading,
  } = loadedRows;
  const known = { ...NO_READINGS, before, meter: plan.meter };
  const areReadings = fetched.rows.timeEpochMs.every(isReading);
  if (!areReadings && !hasFewReadings(loadedRows.loaded, plan)) {
    return known;
  }
  const lastStart = fetched.rows.timeEpochMs.at(-1) ?? -Infinity;
  const reachesBeyond = lastStart >= toEpochMs || (loadedRows.bucketOf(lastStart)?.toEpochMs ?? -Infinity) > toEpochMs;
  const needsEnd = toEpochMs <= fetched.asOfEpochMs && !reachesBeyond;
  const end = { fromEpochMs: toEpochMs, toEpochMs: toEpochMs + 1 };
  if (areReadings) {
    const isOver = needsEnd && toEpochMs + JUST_NOW_MS <= fetched.asOfEpochMs;
    return { ...known, atEnd: isOver ? await readingsAtEnd(history, end) : NO_ROWS };
  }
  const buckets = countedBuckets(loadedRows, fetched.rows.timeEpochMs.keys());
  const window = { fromEpochMs: buckets[0]?.fromEpochMs ?? toEpochMs, toEpochMs: toEpochMs + (needsEnd ? 1 : 0) };
  const { result, complete } = await history.countedReadings([window], buckets);
  const byBucket = new Map(complete.map((bucket) => [bucket.fromEpochMs, rowsBetween(result.rows, bucket)]));
  return { ...known, byBucket, atEnd: rowsBetween(result.rows, end), areAll: true };
}

/** What is read at the end of a range that ends now is still on its way, and not worth a request for each refresh of a panel. */
const JUST_NOW_MS = 10_000;

/** One that is NaN if they could not be fetched. */
async function readingsAtEnd(history: SeriesHistory, end: TimeWindow): Promise<Rows> {
  const { result } = await history.countedReadings([end], [{ ...end, n: 0 }]);
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
  loadedRows: LoadedRows,
  known: CounterKnowledge,
  maxReadings: number
): Promise<{ readonly gains: RowGains; readonly byBucket: CounterKnowledge['byBucket'] }> {
  const { rows } = loadedRows.loaded.fetched;
  const requested = new Set<EpochMs>(known.byBucket.keys());
  let byBucket = known.byBucket;
  let placesCorrections: 'byReadings' | 'byBuckets' = 'byReadings';
  for (let readings = 0; ;) {
    const gains = rowGains(loadedRows, { ...known, byBucket }, placesCorrections);
    const toRead = gains.unresolved.filter((row) => !requested.has(rows.timeEpochMs[row]!));
    const buckets = countedBuckets(loadedRows, toRead);
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
    const { result, complete } = await history.countedReadings(mergeWindows(buckets), buckets);
    byBucket = new Map([
      ...byBucket,
      ...complete.map((bucket) => [bucket.fromEpochMs, rowsBetween(result.rows, bucket)] as const),
    ]);
    buckets.forEach(({ fromEpochMs }) => requested.add(fromEpochMs));
  }
}

/** The buckets of rows that count any readings and begin where they are expected to. */
function countedBuckets(loadedRows: LoadedRows, indices: Iterable<number>): CountedBucket[] {
  const { rows } = loadedRows.loaded.fetched;
  return [...indices].flatMap((row) => {
    const window = loadedRows.bucketOf(rows.timeEpochMs[row]!);
    return window !== undefined && rows.n[row]! > 0 ? [{ ...window, n: rows.n[row]! }] : [];
  });
}
