import { TelemetryError } from '../../api/telemetryError';
import type { EpochMs } from '../../time/window';
import { fetchReadings, type ReadingsOutcome } from '../fetch/fetchReadings';
import { type FetchResult, mapProgress, type OnProgress, requireRows } from '../fetch/fetchResult';
import { fetchBuckets } from '../fetch/fetchSlices';
import type { SeriesHistory } from '../fetch/historySource';
import type { BucketsPlan, HistoryPlan, LongestPlan, RawPlan } from '../plan/planHistory';
import { addIncrease, hasFewReadings, stateBeforePlan } from './increase/counterReadings';
import { type CounterState, UNKNOWN_STATE } from './increase/counterWalk';
import { type CountedRows, withKnownIncrease } from './increase/increase';
import { loadRange } from './rangeSeries';
import { TimeWeightedLoad } from './timeWeighted';
import { bucketSeries, type LoadedSeries, readingSeries, type Substitution } from './toSteps';
import { loadValueChanges, withoutMixedAverages } from './valueChanges';

/**
 * Carries out a plan for a series.
 * @param onProgress called whenever one of several parts has been received. What is loaded so far is exact; steps of which
 *   a part is still missing are left out.
 * @throws TelemetryError when nothing at all was received, or `overBudget` when the user fixed a level or step and there
 *   are too many readings, or `notACounter` or `falling` when the increase of values that fall too often is wanted
 */
export async function loadSeries(
  history: SeriesHistory,
  plan: HistoryPlan,
  onProgress: OnProgress<LoadedSeries> = () => undefined
): Promise<LoadedSeries> {
  if (plan.timeWeighted === undefined) {
    return loadRows(history, plan, onProgress);
  }
  const averages = new TimeWeightedLoad(history, plan, plan.timeWeighted);
  const loaded = await loadRows(history, plan, (progress) => onProgress({ ...progress, parts: 2 * progress.parts }));
  return averages.addTo(loaded, onProgress);
}

function loadRows(
  history: SeriesHistory,
  plan: HistoryPlan,
  onProgress: OnProgress<LoadedSeries>
): Promise<LoadedSeries> {
  switch (plan.kind) {
    case 'range':
      return loadRange(history, plan);
    case 'buckets':
      return loadBuckets(history, plan, { onProgress });
    case 'raw':
      return loadReadings(history, plan, onProgress);
    case 'longest':
      return loadLongestValues(history, plan, onProgress);
  }
}

async function loadLongestValues(
  history: SeriesHistory,
  plan: LongestPlan,
  onProgress: OnProgress<LoadedSeries>
): Promise<LoadedSeries> {
  const loaded = await loadValueChanges(history, plan, plan.changes, onProgress, plan);
  if (loaded === undefined) {
    throw new TelemetryError('overBudget', {
      detail: `the buckets to begin with are too many for ${plan.changes.maxRows} rows`,
    });
  }
  return loaded;
}

interface BucketsOptions {
  readonly onProgress?: OnProgress<LoadedSeries>;
  /** Those of the plan, where they were fetched before. */
  readonly buckets?: FetchResult | undefined;
  readonly substitution?: Substitution;
}

async function loadBuckets(
  history: SeriesHistory,
  plan: BucketsPlan,
  { onProgress, buckets, substitution }: BucketsOptions
): Promise<LoadedSeries> {
  const { increase } = plan;
  const before = increase && stateBeforePlan(history, plan);
  const toSeries = (fetched: FetchResult) => bucketSeries(history.series, plan, fetched, substitution);
  const toSource = (fetched: FetchResult) => ({
    fetched,
    window: plan.window,
    bucketWindow: (start: EpochMs) => plan.grid.bucketFrom(start, plan.level),
    isReading: () => false,
  });
  const toPartial = (fetched: FetchResult) => {
    const loaded = toSeries(fetched);
    return increase && !hasFewReadings(loaded, increase)
      ? withKnownIncrease(loaded, toSource(fetched), increase)
      : loaded;
  };
  const fetched =
    buckets ?? requireRows(await fetchBuckets(history, plan, onProgress && mapProgress(onProgress, toPartial)));
  const loaded = toSeries(fetched);
  return increase === undefined || before === undefined
    ? loaded
    : addIncrease(history, loaded, toSource(fetched), await before, increase);
}

async function loadReadings(
  history: SeriesHistory,
  plan: RawPlan,
  onProgress: OnProgress<LoadedSeries>
): Promise<LoadedSeries> {
  const { increase, fallback } = plan;
  const before = increase && stateBeforePlan(history, plan);
  const toSeries = (fetched: FetchResult, substitution?: Substitution) =>
    readingSeries(history.series, plan, fetched, substitution);
  const withIncreases = (loaded: LoadedSeries, known: CounterState | undefined) =>
    increase === undefined || known === undefined
      ? loaded
      : addIncrease(history, loaded, countedReadings(loaded.fetched, plan), known, increase);
  const toPartial = (fetched: FetchResult) =>
    increase ? withKnownIncrease(toSeries(fetched), countedReadings(fetched, plan), increase) : toSeries(fetched);
  const outcome = await fetchReadings(history, plan, mapProgress(onProgress, toPartial));
  if (outcome.kind === 'readings') {
    return withIncreases(toSeries(outcome.result), await before);
  }
  if (fallback !== undefined) {
    return loadInPlace(history, plan, { outcome, fallback, onProgress });
  }
  if (outcome.kind === 'tooMany') {
    const [uncounted] = outcome.readings === undefined ? (outcome.counts?.missing ?? []) : [];
    throw uncounted?.error ?? tooManyReadings(outcome.readings);
  }
  // The reading before the first one is among those that are no longer retained.
  const substitution: Substitution = { kind: 'expiredReadings', readings: outcome.readings };
  return withIncreases(toSeries(outcome.result, substitution), UNKNOWN_STATE);
}

interface InPlaceOptions {
  readonly outcome: Exclude<ReadingsOutcome, { kind: 'readings' }>;
  readonly fallback: BucketsPlan;
  readonly onProgress: OnProgress<LoadedSeries>;
}

/** What is shown in the place of readings that are too many, or no longer retained. */
async function loadInPlace(
  history: SeriesHistory,
  plan: RawPlan,
  { outcome, fallback, onProgress }: InPlaceOptions
): Promise<LoadedSeries> {
  const { changes } = plan;
  const { counts: buckets } = outcome;
  if (changes === undefined) {
    return loadBuckets(history, fallback, { buckets, substitution: bucketsInstead(outcome, plan) });
  }
  return (
    (await loadValueChanges(history, plan, changes, onProgress)) ??
    withoutMixedAverages(await loadBuckets(history, fallback, { buckets }))
  );
}

function countedReadings(fetched: FetchResult, { window }: RawPlan): CountedRows {
  return { fetched, window, bucketWindow: () => undefined, isReading: () => true };
}

function bucketsInstead({ kind, readings }: InPlaceOptions['outcome'], { maxRows }: RawPlan): Substitution {
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
