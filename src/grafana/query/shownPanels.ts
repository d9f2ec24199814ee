import type { DataFrame, DataQueryRequest } from '@grafana/data';
import { type Clock, ObservedTime } from '../../core/time/clock';
import type { EpochMs } from '../../core/time/window';
import type { SavedQuery } from '../../query/savedQuery';

/** More than a dashboard has. */
const MAX_PANELS = 100;
/** Beyond it, the panel that was shown the longest ago is forgotten: 16 MB of numbers. */
const MAX_CELLS = 2_000_000;

/** What a panel shows of its queries, and how long they have been waiting for something newer. */
export class ShownPanel {
  /** The frames of the newest complete response, and when it was complete; undefined before the first one. */
  shown: { readonly frames: readonly DataFrame[]; readonly receivedEpochMs: EpochMs } | undefined;
  /** Since the first of the requests, each of which a refresh may have cancelled, that brought nothing new. */
  readonly unanswered: ObservedTime;

  constructor(private readonly clock: Clock) {
    this.unanswered = new ObservedTime(clock);
  }

  show(frames: readonly DataFrame[]): void {
    this.shown = { frames, receivedEpochMs: this.clock.nowEpochMs() };
  }
}

/** The panels of a data source, by what they request: with another device or time range, it is another panel. */
export class ShownPanels {
  /** The one that was requested the longest ago comes first. */
  private readonly panels = new Map<string, ShownPanel>();

  constructor(private readonly clock: Clock) {}

  /** @param queries of the request, their variables replaced */
  of(request: DataQueryRequest<SavedQuery>, queries: readonly object[]): ShownPanel {
    const key = keyOf(request, queries);
    const panel = this.panels.get(key) ?? new ShownPanel(this.clock);
    this.panels.delete(key);
    this.panels.set(key, panel);
    this.forgetOldest();
    return panel;
  }

  private forgetOldest(): void {
    let cells = 0;
    let panels = 0;
    for (const [key, { shown }] of [...this.panels].reverse()) {
      cells += (shown?.frames ?? []).reduce((sum, { length, fields }) => sum + length * fields.length, 0);
      panels++;
      if (panels > 1 && (panels > MAX_PANELS || cells > MAX_CELLS)) {
        this.panels.delete(key);
      }
    }
  }
}

/** A refresh of a relative time range requests the same thing at another time. */
function keyOf(
  { panelId, requestId, panelPluginId, timezone, range, filters }: DataQueryRequest<SavedQuery>,
  queries: readonly object[]
): string {
  return JSON.stringify([panelId ?? requestId, panelPluginId, timezone, range.raw, filters, queries]);
}
