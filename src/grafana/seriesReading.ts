import { isAbort } from '../core/api/telemetryError';
import type { HistoryPlan } from '../core/history/historyPlan';
import type { ReadContext } from '../core/history/historySource';
import type { LoadedSeries } from '../core/history/loadedSeries';
import { loadSeries, type LoadProgress } from '../core/history/loadSeries';
import type { SeriesId } from '../core/history/seriesId';
import { errorText } from './errorText';
import type { HistoryTools } from './historyTools';

/** What it took to read a series. */
export interface ReadCost {
  /** Requests sent, retries among them. */
  readonly requests: number;
  readonly retries: number;
  /** Pages that another panel had asked for at the same time. */
  readonly shared: number;
  readonly durationMs: number;
}

export type SeriesOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading'; readonly progress: LoadProgress }
  | { readonly kind: 'loaded'; readonly loaded: LoadedSeries }
  | { readonly kind: 'failed'; readonly message: string };

/** A series of a query while it is being read, and what has become of it so far. */
export class SeriesReading {
  outcome: SeriesOutcome = { kind: 'waiting' };
  cost: ReadCost = { requests: 0, retries: 0, shared: 0, durationMs: 0 };

  /** @param color by the series' place in its query, so that one that fails does not change those of the others */
  constructor(
    readonly id: SeriesId,
    readonly color: string
  ) {}

  /**
   * @param onChange told whenever there is more to draw
   * @throws only when it was aborted
   */
  async run(
    plan: HistoryPlan,
    { clock, history }: HistoryTools,
    context: Pick<ReadContext, 'group' | 'signal' | 'fresh'>,
    onChange: () => void
  ): Promise<void> {
    const startedEpochMs = clock.nowEpochMs();
    const counting: ReadContext = {
      ...context,
      onRequest: (attempt) => this.count({ requests: 1, retries: attempt === 'again' ? 1 : 0 }),
      onShared: () => this.count({ shared: 1 }),
    };
    try {
      const loaded = await loadSeries(history, this.id, plan, counting, (progress) => {
        this.outcome = { kind: 'loading', progress };
        onChange();
      });
      this.outcome = { kind: 'loaded', loaded };
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.outcome = { kind: 'failed', message: `${this.id.device} · ${this.id.tag}: ${errorText(error)}` };
    }
    this.count({ durationMs: clock.nowEpochMs() - startedEpochMs });
    onChange();
  }

  /** How much of it has come, 0 to 1. */
  get shareHere(): number {
    switch (this.outcome.kind) {
      case 'waiting':
        return 0;
      case 'loading':
        return this.outcome.progress.partsHere / this.outcome.progress.parts;
      case 'loaded':
      case 'failed':
        return 1;
    }
  }

  private count({ requests = 0, retries = 0, shared = 0, durationMs = 0 }: Partial<ReadCost>): void {
    const { cost } = this;
    this.cost = {
      requests: cost.requests + requests,
      retries: cost.retries + retries,
      shared: cost.shared + shared,
      durationMs: cost.durationMs + durationMs,
    };
  }
}
