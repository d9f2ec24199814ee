import type { ApiClient, CallContext } from '../../api/apiClient';
import { OPERATIONS } from '../../api/operations';
import type { DedupeRequest } from '../../concurrency/requestDeduper';
import type { Level } from '../../time/step';
import type { TimeWindow } from '../../time/window';
import { fetchHistoryPage, type HistoryPage, type HistoryPageQuery } from '../historyPage';
import type { SeriesId } from '../../inventory/seriesId';
import { rowCount } from '../rows';
import { type CacheLookup, CoverageCache, nothingCached } from './coverageCache';
import { clipResult, EMPTY_RESULT, type FetchResult, type ReceivedPart, sortedParts } from './fetchResult';

/** On whose behalf history is fetched, and how. */
export interface FetchContext extends CallContext {
  /** True: caches are bypassed. What is fetched still replaces what they hold. */
  readonly noCache?: boolean;
  /** Called for every page that another caller had requested already, so that no request was sent. */
  readonly onDeduplicated?: () => void;
}

/** Fetches one page of a window; without a cursor, the first. */
export type FetchPage = (cursor?: string) => Promise<HistoryPage>;

/** Where pages of history come from: the server, the requests in flight, and the cache. */
export class PageSource {
  /** The slices that are being fetched, by `sliceKey`. */
  private readonly slices = new Map<string, Set<TimeWindow>>();

  constructor(
    private readonly client: ApiClient,
    private readonly cache: CoverageCache,
    private readonly dedupe: DedupeRequest
  ) {}

  forSeries(series: SeriesId, context: FetchContext): SeriesPages {
    const { device, tag } = series;
    return {
      series,
      signal: context.signal,
      isCaching: context.noCache !== true && this.cache.isOn,
      cached: (level, window) =>
        cachedParts(context.noCache ? nothingCached(window) : this.cache.get(series, level, window)),
      pages: (level, { fromEpochMs, toEpochMs }) => {
        const query = { device, tag, level, fromEpochMs, toEpochMs, limit: OPERATIONS.history.maxRows };
        return (cursor) => this.page({ ...query, cursor }, context);
      },
      slicesInFlight: (level) => [...(this.slices.get(sliceKey(series, level, context)) ?? [])],
      shareSlice: (level, slice, fetch) => this.slice(series, level, slice, fetch, context),
      put: (level, window, result) => putComplete(this.cache, series, level, window, result),
      withSignal: (signal) => this.forSeries(series, { ...context, signal }),
    };
  }

  private page(query: HistoryPageQuery, context: FetchContext): Promise<HistoryPage> {
    return this.share(query, (own) => fetchHistoryPage(this.client, query, own), context);
  }

  private slice(
    series: SeriesId,
    level: Level,
    { fromEpochMs, toEpochMs }: TimeWindow,
    fetch: (pages: SeriesPages) => Promise<FetchResult>,
    context: FetchContext
  ): Promise<FetchResult> {
    const fetchOnce = async (own: FetchContext) => {
      const key = sliceKey(series, level, context);
      const slices = this.slices.get(key) ?? new Set();
      // One that nobody waits for any more may be requested again before it has ended.
      const slice = { fromEpochMs, toEpochMs };
      this.slices.set(key, slices.add(slice));
      try {
        return await fetch(this.forSeries(series, own));
      } finally {
        slices.delete(slice);
        if (slices.size === 0) {
          this.slices.delete(key);
        }
      }
    };
    return this.share({ series, level, slice: [fromEpochMs, toEpochMs] }, fetchOnce, context);
  }

  /** @param what everything that the result depends on, but for whom it is */
  private share<T>(what: object, fetch: (own: FetchContext) => Promise<T>, context: FetchContext): Promise<T> {
    let isOwn = false;
    const result = this.dedupe(
      JSON.stringify({ ...what, noCache: context.noCache === true }),
      (signal) => {
        isOwn = true;
        return fetch({ ...context, signal });
      },
      context.signal
    );
    if (!isOwn) {
      context.onDeduplicated?.();
    }
    return result;
  }
}

/** The pages of one series, for one caller. */
export interface SeriesPages {
  readonly series: SeriesId;
  /** Aborted when nobody waits for the pages any more. */
  readonly signal: AbortSignal;
  /** False: what is fetched is not found again. */
  readonly isCaching: boolean;
  /** What the cache holds of a window, and what it does not. */
  cached(level: Level, window: TimeWindow): CachedParts;
  /** The pages of a window, as large as allowed. Callers that want the same page at the same time share one request. */
  pages(level: Level, window: TimeWindow): FetchPage;
  /** The slices of a level that are being shared, see `shareSlice`. */
  slicesInFlight(level: Level): readonly TimeWindow[];
  /**
   * Fetches a slice once for all who want it at the same time.
   * @param fetch with the pages for whoever still waits
   */
  shareSlice(
    level: Level,
    slice: TimeWindow,
    fetch: (pages: SeriesPages) => Promise<FetchResult>
  ): Promise<FetchResult>;
  /** Caches what a result has of a window, unless a part of it is missing. */
  put(level: Level, window: TimeWindow, result: FetchResult): void;
  withSignal(signal: AbortSignal): SeriesPages;
}

/** The cached parts of a window, ascending, and the windows between them, which have to be requested. */
export interface CachedParts {
  readonly parts: readonly ReceivedPart[];
  readonly uncached: readonly TimeWindow[];
}

/** Caches what a result has of a window, unless a part of it is missing. */
function putComplete(
  cache: CoverageCache,
  series: SeriesId,
  level: Level,
  window: TimeWindow,
  result: FetchResult
): void {
  const { age } = result;
  if (result.missing.length === 0 && age !== undefined) {
    const { fromEpochMs, toEpochMs } = window;
    const { rows, unusable, asOfEpochMs } = clipResult(result, window);
    cache.put(series, level, { fromEpochMs, toEpochMs, rows, unusable, asOfEpochMs, age }, result);
  }
}

/** The cache of one query run: it also has what may still change. */
function createLocalCache(): CoverageCache {
  return new CoverageCache({ lateArrivalMs: -Infinity, maxCacheAgeMs: Infinity, maxCacheBytes: Infinity });
}

/** The same pages for one query run, with a cache of its own: they are requested once, even if they may still change or caches are bypassed. */
export function withLocalCache(source: SeriesPages, cache = createLocalCache()): SeriesPages {
  const putLocally = (level: Level, window: TimeWindow, result: FetchResult) =>
    putComplete(cache, source.series, level, window, result);
  return {
    ...source,
    isCaching: true,
    cached: (level, window) => {
      const own = cachedParts(cache.get(source.series, level, window));
      const others = own.uncached.map((part) => source.cached(level, part));
      return {
        parts: sortedParts([...own.parts, ...others.flatMap(({ parts }) => parts)]),
        uncached: others.flatMap(({ uncached }) => uncached),
      };
    },
    shareSlice: async (level, slice, fetch) => {
      const result = await source.shareSlice(level, slice, fetch);
      putLocally(level, slice, result);
      return result;
    },
    put: (level, window, result) => {
      putLocally(level, window, result);
      source.put(level, window, result);
    },
    withSignal: (signal) => withLocalCache(source.withSignal(signal), cache),
  };
}

/** A caller who bypasses caches gets nothing that was requested for one who does not. */
function sliceKey({ device, tag }: SeriesId, level: Level, { noCache }: FetchContext): string {
  return JSON.stringify([device, tag, level, noCache === true]);
}

function cachedParts({ name, unit, ranges, uncached }: CacheLookup): CachedParts {
  const parts = ranges.map(({ fromEpochMs, toEpochMs, rows, unusable, asOfEpochMs }) => ({
    window: { fromEpochMs, toEpochMs },
    result: { ...EMPTY_RESULT, rows, name, unit, unusable, cachedRows: rowCount(rows), asOfEpochMs },
  }));
  return { parts, uncached };
}
