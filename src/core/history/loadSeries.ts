import { TelemetryError } from '../api/telemetryError';
import type { HistorySource, ReadContext } from './historySource';
import { type LoadedSeries, seriesOfBuckets, seriesOfReadings, type Substitution } from './loadedSeries';
import type { HistoryPlan, RawPlan } from './historyPlan';
import { readRaw, type ReadingsNotKept, type TooManyReadings } from './readRaw';
import { readBuckets } from './readWindow';
import type { SeriesId } from './seriesId';
import { failIfNothing, type ReadProgress } from './windowRead';

/** How far the loading of a series has come, and what can be drawn of it by now. */
export interface LoadProgress extends Pick<ReadProgress, 'partsHere' | 'parts'> {
  /** Exact, as the whole will be; steps of which a part has not come yet are left out. */
  readonly soFar: () => LoadedSeries;
}

/**
 * Carries out a plan for one series.
 * @param onProgress told whenever a part of several has come
 * @throws TelemetryError when nothing at all could be read, or when raw readings were asked for that are too many
 */
export async function loadSeries(
  source: HistorySource,
  series: SeriesId,
  plan: HistoryPlan,
  context: ReadContext,
  onProgress: (progress: LoadProgress) => void = () => undefined
): Promise<LoadedSeries> {
  if (plan.kind === 'raw') {
    const raw = await readRaw(source, series, plan, context, ({ soFar, ...parts }) =>
      onProgress({ ...parts, soFar: () => seriesOfReadings(series, plan, soFar()) })
    );
    switch (raw.kind) {
      case 'readings':
        return seriesOfReadings(series, plan, raw.read);
      case 'tooMany':
        return loadCounts(source, series, plan, raw, context);
      case 'notKept':
        return loadWithoutLost(source, series, plan, raw, context);
    }
  }
  const read = await readBuckets(source, series, plan, context, ({ soFar, ...parts }) =>
    onProgress({ ...parts, soFar: () => seriesOfBuckets(series, plan, soFar()) })
  );
  return seriesOfBuckets(series, plan, failIfNothing(read));
}

/** Draws the counts where the plan has them at hand, else what is left of the readings. */
async function loadWithoutLost(
  source: HistorySource,
  series: SeriesId,
  plan: RawPlan,
  { readings, read, counted }: ReadingsNotKept,
  context: ReadContext
): Promise<LoadedSeries> {
  const substitution: Substitution = { kind: 'readingsNotKept', readings };
  if (plan.fallback === undefined) {
    return { ...seriesOfReadings(series, plan, read), substitution };
  }
  const buckets = counted ?? failIfNothing(await readBuckets(source, series, plan.fallback, context));
  return seriesOfBuckets(series, plan.fallback, buckets, substitution);
}

/** Draws the counts in place of the readings that they counted. */
async function loadCounts(
  source: HistorySource,
  series: SeriesId,
  plan: RawPlan,
  { readings, counted }: TooManyReadings,
  context: ReadContext
): Promise<LoadedSeries> {
  if (plan.fallback === undefined) {
    throw new TelemetryError('overBudget', {
      detail: readings === undefined ? 'the server does not say how many readings there are' : String(readings),
    });
  }
  const substitution: Substitution =
    readings === undefined ? { kind: 'unknownReadings' } : { kind: 'tooManyReadings', readings, maxRows: plan.maxRows };
  const read = counted ?? failIfNothing(await readBuckets(source, series, plan.fallback, context));
  return seriesOfBuckets(series, plan.fallback, read, substitution);
}
