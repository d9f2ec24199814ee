import type { DataFrame, DataQueryRequest } from '@grafana/data';
import { type Clock, ObservedTime, type Stopwatch } from '../../core/time/clock';
import type { EpochMs } from '../../core/time/window';
import type { SavedQuery } from '../../query/savedQuery';

/** More than a dashboard has. */
const MAX_PANELS = 100;
/** What the values of panels may take even where the cache is small or off. */
const MIN_BYTES = 4 * 2 ** 20;
const BYTES_PER_VALUE = 8;

/** What a panel shows of its queries, and how long they have been waiting for something newer. */
export class ShownPanel {
  /** The frames of the newest complete response, and when it was complete; undefined before the first one. */
  shown:
    { readonly frames: readonly DataFrame[]; readonly receivedEpochMs: EpochMs; readonly age: Stopwatch } | undefined;
  /** Since the first of the requests, each of which a refresh may have cancelled, that brought nothing new. */
  readonly unanswered: ObservedTime;

  constructor(private readonly clock: Clock) {
    this.unanswered = new ObservedTime(clock);
  }

  show(frames: readonly DataFrame[]): void {
    this.shown = { frames, receivedEpochMs: this.clock.nowEpochMs(), age: this.clock.startStopwatch() };
  }
}

/** The panels of a data source, by what they request: with another device or time range, it is another panel. */
export class ShownPanels {
  /** The one that was requested the longest ago comes first. */
  private readonly panels = new Map<string, ShownPanel>();

  private readonly maxValues: number;

  /**
   * @param maxCacheBytes the memory that users allow for the cache. Up to a quarter of it is for values that panels show; beyond that,
   * the panel that was requested the longest ago is forgotten.
   */
  constructor(
    private readonly clock: Clock,
    maxCacheBytes: number
  ) {
    this.maxValues = Math.max(MIN_BYTES, maxCacheBytes / 4) / BYTES_PER_VALUE;
  }

  /** @param queries of the request, their variables replaced */
  of(request: DataQueryRequest<SavedQuery>, queries: readonly object[]): ShownPanel {
    const key = panelKey(request, queries);
    const panel = this.panels.get(key) ?? new ShownPanel(this.clock);
    this.panels.delete(key);
    this.panels.set(key, panel);
    this.forgetOldest();
    return panel;
  }

  private forgetOldest(): void {
    let values = 0;
    let panels = 0;
    for (const [key, { shown }] of [...this.panels].reverse()) {
      values += (shown?.frames ?? []).reduce((sum, { length, fields }) => sum + length * fields.length, 0);
      panels++;
      if (panels > 1 && (panels > MAX_PANELS || values > this.maxValues)) {
        this.panels.delete(key);
      }
    }
  }
}

/** A refresh of a relative time range requests the same thing at another time. */
function panelKey(
  { panelId, requestId, panelPluginId, timezone, range, filters }: DataQueryRequest<SavedQuery>,
  queries: readonly object[]
): string {
  return JSON.stringify([panelId ?? requestId, panelPluginId, timezone, range.raw, filters, queries]);
}
