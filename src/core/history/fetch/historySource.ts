import type { ApiClient } from '../../api/apiClient';
import type { DedupeRequest } from '../../concurrency/requestDeduper';
import type { Level } from '../../time/step';
import type { EpochMs, TimeWindow } from '../../time/window';
import type { SeriesId } from '../../inventory/seriesId';
import type { BucketWindow } from '../levelGrid';
import type { RawPlan } from '../plan/planHistory';
import type { CoverageCache } from './coverageCache';
import { fetchReadings, type ReadingsOutcome } from './fetchReadings';
import { type FetchResult, type OnProgress, requireRows } from './fetchResult';
import { fetchBuckets } from './fetchSlices';
import { fetchTogether, type TogetherPlan } from './fetchTogether';
import { type CountedBucket, fetchCountedReadings, fetchFinerBuckets, type FinerRows } from './finerRows';
import { cachedBefore, type CachedBefore, fetchLastReadings, type LastReadingsOptions } from './lastReadings';
import { type FetchContext, PageSource, type SeriesPages, withLocalCache } from './pageSource';

/**
 * The history of one series, for one caller. What is cached is not requested, what is on its way for others is waited for, and what
 * fails is named in the result: unless stated otherwise, only an abort is thrown.
 */
export interface SeriesHistory {
  readonly series: SeriesId;
  /** The buckets of a window, in slices side by side. */
  buckets(span: BucketWindow): Promise<FetchResult>;
  /** The same. @throws TelemetryError when nothing at all was received */
  requireBuckets(span: BucketWindow, onProgress?: OnProgress<FetchResult>): Promise<FetchResult>;
  /**
   * The rows of a window in the place of its buckets, which are coarser, and which buckets they replace.
   * @param buckets ascending
   */
  finer(
    rows: { readonly level: Level; readonly window: TimeWindow },
    buckets: readonly CountedBucket[]
  ): Promise<FinerRows>;
  /** The same with the readings of several windows. @param windows ascending, without overlap */
  countedReadings(windows: readonly TimeWindow[], buckets: readonly CountedBucket[]): Promise<FinerRows>;
  /**
   * The readings of a plan, if they are few enough.
   * @throws TelemetryError when nothing at all was received
   */
  readings(plan: RawPlan, onProgress?: OnProgress<FetchResult>): Promise<ReadingsOutcome>;
  /** The same for one query run, with a cache of its own: nothing is requested twice, even if it may still change or caches are bypassed. */
  withLocalCache(): SeriesHistory;
  /** Fetches the readings of several windows with few requests, so that whoever loads one of the windows finds them cached. */
  readTogether(windows: readonly TimeWindow[], plan: TogetherPlan): Promise<void>;
  /** The readings at the end of a window; they may begin late. */
  lastReadings(window: TimeWindow, options?: LastReadingsOptions): Promise<FetchResult>;
  /** What the cached readings tell of the time before an instant. */
  cachedBefore(beforeEpochMs: EpochMs, lookBackMs: number): CachedBefore;
}

export type { FetchContext };

/** Where history comes from, of all series. */
export class HistorySource {
  private readonly source: PageSource;

  constructor(client: ApiClient, cache: CoverageCache, dedupe: DedupeRequest) {
    this.source = new PageSource(client, cache, dedupe);
  }

  /** The history of a series for a caller. */
  forSeries(series: SeriesId, context: FetchContext): SeriesHistory {
    return historyOf(this.source.forSeries(series, context));
  }
}

function historyOf(pages: SeriesPages): SeriesHistory {
  return {
    series: pages.series,
    buckets: (span) => fetchBuckets(pages, span),
    requireBuckets: async (span, onProgress) => requireRows(await fetchBuckets(pages, span, onProgress)),
    finer: ({ level, window }, buckets) =>
      level === 'raw'
        ? fetchCountedReadings(pages, [window], buckets)
        : fetchFinerBuckets(pages, { level, window }, buckets),
    countedReadings: (windows, buckets) => fetchCountedReadings(pages, windows, buckets),
    readings: (plan, onProgress) => fetchReadings(pages, plan, onProgress),
    withLocalCache: () => historyOf(withLocalCache(pages)),
    readTogether: (windows, plan) => fetchTogether(pages, windows, plan),
    lastReadings: (window, options) => fetchLastReadings(pages, window, options),
    cachedBefore: (beforeEpochMs, lookBackMs) => cachedBefore(pages, beforeEpochMs, lookBackMs),
  };
}
