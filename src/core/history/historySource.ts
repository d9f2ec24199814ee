import type { HistoryPage } from '../api/historyPage';
import { type CallContext, MAX_PAGE_ROWS, type TelemetryClient } from '../api/telemetryClient';
import type { ShareWork } from '../concurrency/sharedWork';
import type { Level } from '../time/level';
import type { TimeWindow } from '../time/window';
import { type CoverageCache, type CoverageLookup, nothingOf } from './coverageCache';
import type { SeriesId } from './seriesId';
import type { WindowRead } from './windowRead';

/** Who reads history, and how. */
export interface ReadContext extends CallContext {
  /** True: everything is asked for again, whatever is in memory. */
  readonly fresh?: boolean;
  /** Told of every page that another reader had asked for already and that this one waits for as well. */
  readonly onShared?: () => void;
}

/** Fetches one page of a window; null for the first. */
export type FetchPage = (cursor: string | null) => Promise<HistoryPage>;

/** Where history comes from: the server, what others are asking it for just now, and what is in memory of it. */
export class HistorySource {
  constructor(
    private readonly client: TelemetryClient,
    private readonly cache: CoverageCache,
    private readonly share: ShareWork
  ) {}

  /** What is in memory of a window. */
  lookUp(series: SeriesId, level: Level, window: TimeWindow, { fresh }: ReadContext): CoverageLookup {
    return fresh ? nothingOf(window) : this.cache.lookUp(series, level, window);
  }

  /** Pages of a window, the largest that are allowed. A page that two ask for at once is sent for once. */
  pages(series: SeriesId, level: Level, window: TimeWindow, context: ReadContext): FetchPage {
    return (cursor) => {
      const query = { ...series, level, ...window, limit: MAX_PAGE_ROWS.history, cursor };
      let isMine = false;
      const page = this.share(
        JSON.stringify(query),
        (signal) => {
          isMine = true;
          return this.client.historyPage(query, { ...context, signal });
        },
        context.signal
      );
      if (!isMine) {
        context.onShared?.();
      }
      return page;
    };
  }

  /** Keeps what was read of a window in memory, unless a part of it did not come. */
  keep(series: SeriesId, level: Level, window: TimeWindow, read: WindowRead): void {
    if (read.missing.length === 0) {
      const { rows, asOfEpochMs, name, unit } = read;
      this.cache.keep(series, level, { ...window, rows, asOfEpochMs }, name, unit);
    }
  }
}
