import { isAbort, TelemetryError } from '../../core/api/telemetryError';
import type { FetchContext } from '../../core/history/fetch/historySource';
import type { HistoryPlan } from '../../core/history/plan/planHistory';
import type { Statistic } from '../../core/history/points/seriesPoints';
import { rowCount } from '../../core/history/rows';
import { loadSeries } from '../../core/history/series/loadSeries';
import type { SeriesId } from '../../core/history/historyPage';
import type { DataSourceServices } from '../../grafana/dataSourceServices';
import type { LoadCost, LoadOutcome, SeriesLoadState } from './frames/historyRunState';

/** The plan of a series and the statistics that are shown of it. */
export interface PlannedSeries {
  readonly plan: HistoryPlan;
  readonly statistics: readonly Statistic[];
}

/** Loads one series of a query. */
export class SeriesLoad implements SeriesLoadState {
  outcome: LoadOutcome = { kind: 'waiting' };
  cost: LoadCost = { requests: 0, retries: 0, deduplicated: 0, durationMs: 0 };

  latest: SeriesLoadState['latest'];

  constructor(
    readonly series: SeriesId,
    /** How it is loaded, and what of it is shown. */
    public planned: PlannedSeries,
    /** True when a variable or an ad hoc filter took part in the choice of the series. */
    private readonly isChosen = false
  ) {}

  get plan(): HistoryPlan {
    return this.planned.plan;
  }

  get statistics(): readonly Statistic[] {
    return this.planned.statistics;
  }

  /** True when all of it was received, and there is no row in the range. */
  get isEmpty(): boolean {
    const { outcome } = this;
    return (
      outcome.kind === 'loaded' && rowCount(outcome.loaded.rows) === 0 && outcome.loaded.fetched.missing.length === 0
    );
  }

  /**
   * @param onChange called whenever there is more to render
   * @throws only when aborted
   */
  async run(
    { clock, history }: DataSourceServices,
    context: Pick<FetchContext, 'group' | 'signal' | 'noCache'>,
    onChange: () => void
  ): Promise<void> {
    const startedEpochMs = clock.nowEpochMs();
    const counting: FetchContext = {
      ...context,
      onRequest: (attempt) => this.addCost({ requests: 1, retries: attempt === 'retry' ? 1 : 0 }),
      onDeduplicated: () => this.addCost({ deduplicated: 1 }),
    };
    try {
      const source = history.forSeries(this.series, counting);
      const loaded = await loadSeries(source, this.plan, (progress) => {
        this.outcome = { kind: 'loading', progress };
        onChange();
      });
      this.outcome = { kind: 'loaded', loaded };
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      const isAbsent = this.isChosen && error instanceof TelemetryError && error.kind === 'notFound';
      this.outcome = { kind: isAbsent ? 'absent' : 'failed', error };
    }
    this.addCost({ durationMs: clock.nowEpochMs() - startedEpochMs });
    onChange();
  }

  private addCost({ requests = 0, retries = 0, deduplicated = 0, durationMs = 0 }: Partial<LoadCost>): void {
    const { cost } = this;
    this.cost = {
      requests: cost.requests + requests,
      retries: cost.retries + retries,
      deduplicated: cost.deduplicated + deduplicated,
      durationMs: cost.durationMs + durationMs,
    };
  }
}
