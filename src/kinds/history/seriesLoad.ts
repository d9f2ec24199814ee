import { isAbort, TelemetryError } from '../../core/api/telemetryError';
import type { FetchContext } from '../../core/history/fetch/historySource';
import type { HistoryPlan } from '../../core/history/plan/planHistory';
import type { Statistic } from '../../core/history/points/seriesPoints';
import { NO_ROWS, rowCount } from '../../core/history/rows';
import { type HoldRules, withHeldValues } from '../../core/history/series/heldValues';
import { loadSeries } from '../../core/history/series/loadSeries';
import type { SeriesId } from '../../core/history/historyPage';
import type { DataSourceServices } from '../../grafana/dataSourceServices';
import type { LoadCost, LoadOutcome, SeriesLoadState } from './frames/historyRunState';

/** The plan of a series and the statistics that are shown of it. */
export interface PlannedSeries {
  readonly plan: HistoryPlan;
  readonly statistics: readonly Statistic[];
  /** How the values hold; undefined: they do not. Known later than the plan where only this depends on what the tag is. */
  readonly hold: () => Promise<HoldRules | undefined>;
}

/** Loads one series of a query. */
export class SeriesLoad implements SeriesLoadState {
  outcome: LoadOutcome = { kind: 'waiting' };
  cost: LoadCost = { requests: 0, retries: 0, deduplicated: 0, durationMs: 0 };

  latest: SeriesLoadState['latest'];
  before: SeriesLoadState['before'];

  constructor(
    readonly series: SeriesId,
    /** How it is loaded, and what of it is shown. */
    private readonly planned: PlannedSeries,
    /** True when a variable or an ad hoc filter took part in the choice of the series. */
    private readonly isChosen = false
  ) {}

  get plan(): HistoryPlan {
    return this.planned.plan;
  }

  get statistics(): readonly Statistic[] {
    return this.planned.statistics;
  }

  /** True when all of it was received, and there is neither a row nor a value in the range. */
  get isEmpty(): boolean {
    const { outcome } = this;
    if (outcome.kind !== 'loaded') {
      return false;
    }
    const { rows, timeWeighted, fetched } = outcome.loaded;
    return rowCount(rows) + rowCount(timeWeighted?.rows ?? NO_ROWS) + fetched.missing.length === 0;
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
    const loading = clock.startStopwatch();
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
      const hold = await this.planned.hold();
      this.outcome = { kind: 'loaded', loaded: hold ? await withHeldValues(source, this.plan, hold, loaded) : loaded };
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      const isAbsent = this.isChosen && error instanceof TelemetryError && error.kind === 'notFound';
      this.outcome = { kind: isAbsent ? 'absent' : 'failed', error };
    }
    this.addCost({ durationMs: loading.elapsedMs() });
    onChange();
  }

  /**
   * Looks up the value before the range, if the values hold.
   * @throws only when aborted
   */
  async findBefore({ history }: DataSourceServices, context: FetchContext): Promise<void> {
    const { outcome, plan } = this;
    const hold = await this.planned.hold();
    if (outcome.kind === 'loaded' && hold !== undefined) {
      const source = history.forSeries(this.series, context);
      const rules = { ...hold, withValueBefore: true };
      const { held } = await withHeldValues(source, plan, rules, outcome.loaded);
      this.before = held?.before;
    }
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
