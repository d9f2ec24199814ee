import { TelemetryError } from '../../api/telemetryError';
import type { ReadingsOutcome } from '../fetch/fetchReadings';
import { type FetchResult, mapProgress, type OnProgress } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import type { BucketsPlan, HistoryPlan, LongestPlan, RawPlan } from '../plan/planHistory';
import { type LoadedRows, type LoadedSeries, rowKinds, type Substitution } from './loadedSeries';
import { loadRange } from './loadRange';
import { bucketSeries, readingSeries } from './steps';
import { loadValueChanges, withoutMixedAverages } from './valueChanges';

/**
 * Loads the rows of a plan.
 * @throws TelemetryError when nothing at all was received, or `overBudget`
 */
export async function loadRows(
  history: SeriesHistory,
  plan: HistoryPlan,
  onProgress: OnProgress<LoadedRows>
): Promise<LoadedRows> {
  switch (plan.kind) {
    case 'range':
      return loadRange(history, plan);
    case 'buckets':
      return loadBuckets(history, plan, onProgress);
    case 'raw':
      return loadReadings(history, plan, onProgress);
    case 'longest':
      return loadLongestValues(history, plan, onProgress);
  }
}

async function loadLongestValues(
  history: SeriesHistory,
  plan: LongestPlan,
  onProgress: OnProgress<LoadedRows>
): Promise<LoadedRows> {
  const toRows = (loaded: LoadedSeries) => rowsOf(plan, loaded);
  const loaded = await loadValueChanges(history, plan, plan.changes, mapProgress(onProgress, toRows), plan);
  if (loaded === undefined) {
    throw new TelemetryError('overBudget', {
      detail: `the buckets to begin with are too many for ${plan.changes.maxRows} rows`,
    });
  }
  return toRows(loaded);
}

async function loadBuckets(
  history: SeriesHistory,
  plan: BucketsPlan,
  onProgress: OnProgress<LoadedRows>
): Promise<LoadedRows> {
  const toRows = (fetched: FetchResult) => rowsOf(plan, bucketSeries(history.series, plan, fetched));
  return toRows(await history.requireBuckets(plan, mapProgress(onProgress, toRows)));
}

async function loadReadings(
  history: SeriesHistory,
  plan: RawPlan,
  onProgress: OnProgress<LoadedRows>
): Promise<LoadedRows> {
  const toRows = (fetched: FetchResult, substitution?: Substitution) =>
    rowsOf(plan, readingSeries(history.series, plan, fetched, substitution));
  const outcome = await history.readings(
    plan,
    mapProgress(onProgress, (fetched: FetchResult) => toRows(fetched))
  );
  if (outcome.kind === 'readings') {
    return toRows(outcome.result);
  }
  if (plan.fallback !== undefined) {
    return loadInPlace(history, plan, plan.fallback, outcome, onProgress);
  }
  if (outcome.kind === 'tooMany') {
    const [uncounted] = outcome.readings === undefined ? (outcome.counts?.missing ?? []) : [];
    throw uncounted?.error ?? tooManyReadings(outcome.readings);
  }
  return toRows(outcome.result, { kind: 'expiredReadings', readings: outcome.readings });
}

/** What is shown in the place of readings that are too many, or no longer retained. */
async function loadInPlace(
  history: SeriesHistory,
  { window, grid, changes, maxRows }: RawPlan,
  fallback: BucketsPlan,
  outcome: Exclude<ReadingsOutcome, { kind: 'readings' }>,
  onProgress: OnProgress<LoadedRows>
): Promise<LoadedRows> {
  const toRows = (loaded: LoadedSeries) => rowsOf(fallback, loaded);
  const ofChanges =
    changes && (await loadValueChanges(history, { window, grid }, changes, mapProgress(onProgress, toRows)));
  if (ofChanges !== undefined) {
    return toRows(ofChanges);
  }
  const fetched = outcome.counts ?? (await history.requireBuckets(fallback));
  const instead = changes === undefined ? bucketsInstead(outcome, maxRows) : undefined;
  const inSteps = bucketSeries(history.series, fallback, fetched, instead);
  return toRows(changes === undefined ? inSteps : withoutMixedAverages(inSteps));
}

function rowsOf(plan: HistoryPlan, loaded: LoadedSeries): LoadedRows {
  return { loaded, plan, window: plan.window, ...rowKinds(plan.grid, () => loaded.level) };
}

function bucketsInstead(
  { kind, readings }: Exclude<ReadingsOutcome, { kind: 'readings' }>,
  maxRows: number
): Substitution {
  if (kind === 'expired') {
    return { kind: 'expiredReadings', readings };
  }
  return readings === undefined ? { kind: 'unknownReadings' } : { kind: 'tooManyReadings', readings, maxRows };
}

function tooManyReadings(readings: number | undefined): TelemetryError {
  return new TelemetryError('overBudget', {
    detail: readings === undefined ? 'the server does not report how many readings there are' : String(readings),
    neededRows: readings,
  });
}
