import type { ApiClient, CallContext } from '../../api/apiClient';
import { OPERATIONS } from '../../api/operations';
import type { DedupeRequest } from '../../concurrency/requestDeduper';
import type { Level } from '../../time/step';
import { intersect, type TimeWindow } from '../../time/window';
import { fetchHistoryPage, type HistoryPage, type HistoryPageQuery, type SeriesId } from '../historyPage';
import { rowCount, rowsBetween } from '../rows';
import { type CacheLookup, type CoverageCache, nothingCached } from './coverageCache';
import { EMPTY_RESULT, type FetchResult, type ReceivedPart } from './fetchResult';

/** On whose behalf history is fetched, and how. */
export interface FetchContext extends CallContext {
  /** True: caches are bypassed. What is fetched still replaces what they hold. */
  readonly noCache?: boolean;
  /** Called for every page that another caller had requested already, so that no request was sent. */
  readonly onDeduplicated?: () => void;
}

/** Fetches one page of a window; without a cursor, the first. */
export type FetchPage = (cursor?: string) => Promise<HistoryPage>;

/** Where history comes from: the server, the requests in flight, and the cache. */
export class HistorySource {
  constructor(
    private readonly client: ApiClient,
    private readonly cache: CoverageCache,
    private readonly dedupe: DedupeRequest
  ) {}

  /** The history of a series for a caller. */
  forSeries(series: SeriesId, context: FetchContext): SeriesHistory {
    const { device, tag } = series;
    return {
      series,
      signal: context.signal,
      cached: (level, window) =>
        cachedParts(context.noCache ? nothingCached(window) : this.cache.get(series, level, window)),
      pages: (level, { fromEpochMs, toEpochMs }) => {
        const query = { device, tag, level, fromEpochMs, toEpochMs, limit: OPERATIONS.history.maxRows };
        return (cursor) => this.page({ ...query, cursor }, context);
      },
      put: (level, window, result) => this.put(series, level, window, result),
      withSignal: (signal) => this.forSeries(series, { ...context, signal }),
    };
  }

  private page(query: HistoryPageQuery, context: FetchContext): Promise<HistoryPage> {
    let isOwnRequest = false;
    const page = this.dedupe(
      JSON.stringify(query),
      (signal) => {
        isOwnRequest = true;
        return fetchHistoryPage(this.client, query, { ...context, signal });
      },
      context.signal
    );
    if (!isOwnRequest) {
      context.onDeduplicated?.();
    }
    return page;
  }

  private put(series: SeriesId, level: Level, window: TimeWindow, result: FetchResult): void {
    if (result.missing.length === 0) {
      const { fromEpochMs, toEpochMs } = window;
      const rows = rowsBetween(result.rows, window);
      const unusable = result.unusable.flatMap((part) => intersect(part, window) ?? []);
      this.cache.put(
        series,
        level,
        { fromEpochMs, toEpochMs, rows, unusable, asOfEpochMs: result.asOfEpochMs },
        result
      );
    }
  }
}

/** The history of one series, for one caller. */
export interface SeriesHistory {
  readonly series: SeriesId;
  /** Aborted when nobody waits for the history any more. */
  readonly signal: AbortSignal;
  /** What the cache holds of a window, and what is missing. */
  cached(level: Level, window: TimeWindow): CachedParts;
  /** The pages of a window, as large as allowed. Callers that want the same page at the same time share one request. */
  pages(level: Level, window: TimeWindow): FetchPage;
  /** Caches what a result has of a window, unless a part of it is missing. */
  put(level: Level, window: TimeWindow, result: FetchResult): void;
  withSignal(signal: AbortSignal): SeriesHistory;
}

/** The cached parts of a window, ascending, and the windows between them, which have to be requested. */
export interface CachedParts {
  readonly parts: readonly ReceivedPart[];
  readonly missing: readonly TimeWindow[];
}

function cachedParts({ name, unit, ranges, missing }: CacheLookup): CachedParts {
  const parts = ranges.map(({ fromEpochMs, toEpochMs, rows, unusable, asOfEpochMs }) => ({
    window: { fromEpochMs, toEpochMs },
    result: { ...EMPTY_RESULT, rows, name, unit, unusable, cachedRows: rowCount(rows), asOfEpochMs },
  }));
  return { parts, missing };
}
