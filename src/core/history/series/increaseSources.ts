import { TelemetryError } from '../../api/telemetryError';
import { BUCKET_MS, LEVEL_STEP } from '../../time/level';
import { firstAtOrAfter } from '../../time/sortedTimes';
import { stepEdges } from '../../time/stepEdges';
import type { EpochMs, TimeWindow } from '../../time/window';
import { readingsOfBuckets } from '../fetch/bucketReadings';
import type { FetchResult } from '../fetch/fetchResult';
import type { SeriesSource } from '../fetch/historySource';
import { lastReadingBefore } from '../fetch/lastReading';
import type { BucketsPlan, RawPlan } from '../plan/planHistory';
import { pickRows } from '../rows';
import { bucketIncreases, type IncreaseSources, type LastReading, NO_SOURCES } from './increase';
import { absentWindows } from './toSteps';

/**
 * Looks up the last reading before the window of a plan, if increases are wanted.
 * @returns NaN when it cannot be known
 */
export function readingBefore(source: SeriesSource, plan: BucketsPlan | RawPlan): Promise<LastReading> {
  if (plan.increase === undefined) {
    return Promise.resolve(NaN);
  }
  const before = lastReadingBefore(source, plan.kind === 'raw' ? 'raw' : plan.level, plan.window.fromEpochMs);
  // It is awaited after the rows, which may fail first.
  before.catch(() => undefined);
  return before;
}

/** Fetches what the increases of a plan's buckets need besides them. */
export async function increaseSources(
  source: SeriesSource,
  plan: BucketsPlan,
  fetched: FetchResult,
  before: Promise<LastReading>
): Promise<IncreaseSources> {
  return plan.increase === undefined
    ? NO_SOURCES
    : sourcesOf(source, fetched, await before, bucketWindows(plan), plan.increase.maxReadings);
}

/**
 * Fetches what the increases of buckets need besides the buckets: the readings of those in which the counter fell.
 * @param windowOf the window of the bucket that begins at an instant; undefined where none was expected
 * @throws TelemetryError `notACounter` when they have more readings than allowed
 */
export async function sourcesOf(
  source: SeriesSource,
  fetched: FetchResult,
  before: LastReading,
  windowOf: (start: EpochMs) => TimeWindow | undefined,
  maxReadings: number
): Promise<IncreaseSources> {
  const known = { ...NO_SOURCES, before };
  const { rows } = fetched;
  const fallen = bucketIncreases(rows, absentWindows(fetched), known).unresolved.filter(
    (row) => rows.n[row]! > 0 && windowOf(rows.timeEpochMs[row]!) !== undefined
  );
  if (fallen.length === 0) {
    return known;
  }
  const counts = pickRows(rows, fallen);
  const readings = counts.n.reduce((sum, n) => sum + n, 0);
  if (readings > maxReadings) {
    const detail = `${fallen.length} of ${rows.n.length} buckets; ${readings} readings, at most ${maxReadings}`;
    throw new TelemetryError('notACounter', { detail });
  }
  const windows = fallen.flatMap((row) => windowOf(rows.timeEpochMs[row]!) ?? []);
  return { ...known, readings: await readingsOfBuckets(source, windows, counts) };
}

/** The window of the bucket that begins at an instant; undefined when the plan expects none to begin there. */
function bucketWindows({ level, bucketZone, window }: BucketsPlan): (start: EpochMs) => TimeWindow | undefined {
  if (bucketZone === 'UTC') {
    const bucketMs = BUCKET_MS[level];
    return (start) => (start % bucketMs === 0 ? { fromEpochMs: start, toEpochMs: start + bucketMs } : undefined);
  }
  const edges = stepEdges(window, LEVEL_STEP[level], bucketZone);
  return (start) => {
    const index = firstAtOrAfter(edges, start);
    const end = edges[index + 1];
    return edges[index] === start && end !== undefined ? { fromEpochMs: start, toEpochMs: end } : undefined;
  };
}
