import { TelemetryError } from '../../api/telemetryError';
import { fetchReadings } from '../fetch/fetchReadings';
import { type FetchResult, mapProgress, type OnProgress, requireRows } from '../fetch/fetchResult';
import { fetchBuckets } from '../fetch/fetchSlices';
import type { SeriesHistory } from '../fetch/historySource';
import type { BucketsPlan, HistoryPlan, RawPlan } from '../plan/planHistory';
import { fetchPlanReadings, readingBefore } from './counterReadings';
import { loadRange } from './rangeSeries';
import { bucketSeries, type LoadedSeries, readingSeries, type Substitution } from './toSteps';

/**
 * Carries out a plan for a series.
 * @param onProgress called whenever one of several parts has been received. What is loaded so far is exact; steps of which
 *   a part is still missing are left out.
 * @throws TelemetryError when nothing at all was received, or `overBudget` when the user fixed a level or step and there
 *   are too many readings, or `notACounter` when the increase of values that fall too often is wanted
 */
export async function loadSeries(
  history: SeriesHistory,
  plan: HistoryPlan,
  onProgress: OnProgress<LoadedSeries> = () => undefined
): Promise<LoadedSeries> {
  if (plan.kind === 'range') {
    return loadRange(history, plan);
  }
  const { series } = history;
  const before = readingBefore(history, plan);

  if (plan.kind === 'buckets') {
    const toSeries = (fetched: FetchResult) => bucketSeries(series, plan, fetched);
    const fetched = requireRows(await fetchBuckets(history, plan, mapProgress(onProgress, toSeries)));
    return bucketSeries(series, plan, fetched, undefined, await fetchPlanReadings(history, plan, fetched, before));
  }

  const toSeries = (fetched: FetchResult) => readingSeries(series, plan, fetched);
  const outcome = await fetchReadings(history, plan, mapProgress(onProgress, toSeries));
  switch (outcome.kind) {
    case 'readings':
      return readingSeries(series, plan, outcome.result, undefined, await before);
    case 'tooMany': {
      const { fallback } = plan;
      if (fallback === undefined) {
        throw tooManyReadings(outcome.readings);
      }
      return fallbackSeries(history, fallback, outcome.counts, bucketsInstead(outcome.readings, plan));
    }
    case 'expired': {
      const { fallback } = plan;
      const substitution: Substitution = { kind: 'expiredReadings', readings: outcome.readings };
      if (fallback === undefined) {
        // The reading before the first one is among those that are no longer retained.
        return readingSeries(series, plan, outcome.result, substitution, NaN);
      }
      return fallbackSeries(history, fallback, outcome.counts, substitution);
    }
  }
}

/** @param counts the buckets of the fallback, where they were fetched */
async function fallbackSeries(
  history: SeriesHistory,
  fallback: BucketsPlan,
  counts: FetchResult | undefined,
  substitution: Substitution
): Promise<LoadedSeries> {
  const before = readingBefore(history, fallback);
  const fetched = counts ?? requireRows(await fetchBuckets(history, fallback));
  const readings = await fetchPlanReadings(history, fallback, fetched, before);
  return bucketSeries(history.series, fallback, fetched, substitution, readings);
}

function bucketsInstead(readings: number | undefined, { maxRows }: RawPlan): Substitution {
  return readings === undefined ? { kind: 'unknownReadings' } : { kind: 'tooManyReadings', readings, maxRows };
}

function tooManyReadings(readings: number | undefined): TelemetryError {
  return new TelemetryError('overBudget', {
    detail: readings === undefined ? 'the server does not report how many readings there are' : String(readings),
  });
}
