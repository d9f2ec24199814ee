import { TelemetryError } from '../../api/telemetryError';
import { fetchReadings } from '../fetch/fetchReadings';
import { type FetchResult, mapProgress, type OnProgress, requireRows } from '../fetch/fetchResult';
import { fetchBuckets } from '../fetch/fetchSlices';
import type { SeriesSource } from '../fetch/historySource';
import type { BucketsPlan, HistoryPlan, RawPlan } from '../plan/planHistory';
import { bucketSeries, type LoadedSeries, readingSeries, type Substitution } from './toSteps';

/**
 * Carries out a plan for the series of a source.
 * @param onProgress called whenever one of several parts has been received. What is loaded so far is exact; steps of which
 *   a part is still missing are left out.
 * @throws TelemetryError when nothing at all was received, or `overBudget` when the user fixed a level or step and there
 *   are too many readings
 */
export async function loadSeries(
  source: SeriesSource,
  plan: HistoryPlan,
  onProgress: OnProgress<LoadedSeries> = () => undefined
): Promise<LoadedSeries> {
  const { series } = source;

  if (plan.kind === 'buckets') {
    const toSeries = (fetched: FetchResult) => bucketSeries(series, plan, fetched);
    return toSeries(requireRows(await fetchBuckets(source, plan, mapProgress(onProgress, toSeries))));
  }

  const toSeries = (fetched: FetchResult) => readingSeries(series, plan, fetched);
  const outcome = await fetchReadings(source, plan, mapProgress(onProgress, toSeries));
  switch (outcome.kind) {
    case 'readings':
      return toSeries(outcome.result);
    case 'tooMany': {
      const { fallback } = plan;
      if (fallback === undefined) {
        throw tooManyReadings(outcome.readings);
      }
      const counts = outcome.counts ?? (await fetchFallback(source, fallback));
      return bucketSeries(series, fallback, counts, insteadOf(outcome.readings, plan));
    }
    case 'expired': {
      const { fallback } = plan;
      const substitution: Substitution = { kind: 'expiredReadings', readings: outcome.readings };
      if (fallback === undefined) {
        return readingSeries(series, plan, outcome.result, substitution);
      }
      const counts = outcome.counts ?? (await fetchFallback(source, fallback));
      return bucketSeries(series, fallback, counts, substitution);
    }
  }
}

async function fetchFallback(source: SeriesSource, fallback: BucketsPlan): Promise<FetchResult> {
  return requireRows(await fetchBuckets(source, fallback));
}

function insteadOf(readings: number | undefined, { maxRows }: RawPlan): Substitution {
  return readings === undefined ? { kind: 'unknownReadings' } : { kind: 'tooManyReadings', readings, maxRows };
}

function tooManyReadings(readings: number | undefined): TelemetryError {
  return new TelemetryError('overBudget', {
    detail: readings === undefined ? 'the server does not tell how many readings there are' : String(readings),
  });
}
