import { isAbort, TelemetryError } from '../../core/api/telemetryError';
import type { FetchContext, SeriesHistory } from '../../core/history/fetch/historySource';
import type { HistoryPlan } from '../../core/history/plan/planHistory';
import type { Statistic } from '../../core/history/points/seriesPoints';
import { NO_ROWS, rowCount } from '../../core/history/rows';
import { type HoldRules, withHeldValues } from '../../core/history/series/heldValues';
import { loadSeries } from '../../core/history/series/loadSeries';
import type { LoadedSeries } from '../../core/history/series/toSteps';
import type { SeriesId } from '../../core/history/historyPage';
import type { DataSourceServices } from '../../grafana/dataSourceServices';
import type { LoadCost, LoadOutcome, SeriesLoadState } from './frames/historyRunState';

/** The plan of a series and the statistics that are shown of it. */
export interface PlannedSeries {
  readonly plan: HistoryPlan;
  readonly statistics: readonly Statistic[];
  /** Undefined: the values do not hold. */
  readonly hold: HoldRules | undefined;
}

/** Loads one series of a query. */
export class SeriesLoad implements SeriesLoadState {
  outcome: LoadOutcome = { kind: 'waiting' };
  cost: LoadCost = { requests: 0, retries: 0, deduplicated: 0, durationMs: 0 };

  latest: SeriesLoadState['latest'];
  before: SeriesLoadState['before'];
  /** What was loaded by a plan. */
  private rows: { readonly plan: HistoryPlan; readonly loaded: LoadedSeries } | undefined;

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
    const startedEpochMs = clock.nowEpochMs();
    const counting: FetchContext = {
      ...context,
      onRequest: (attempt) => this.addCost({ requests: 1, retries: attempt === 'retry' ? 1 : 0 }),
      onDeduplicated: () => this.addCost({ deduplicated: 1 }),
    };
    try {
      const source = history.forSeries(this.series, counting);
      const { plan, hold } = this.planned;
      // If only the inventory showed that the values hold, what was loaded stays.
      const rows = this.loadedBy(plan) ?? (await this.loadRows(source, onChange));
      this.rows = { plan, loaded: rows };
      this.outcome = { kind: 'loaded', loaded: hold ? await withHeldValues(source, plan, hold, rows) : rows };
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

  /**
   * Looks up the value before the range, if the values hold.
   * @throws only when aborted
   */
  async findBefore({ history }: DataSourceServices, context: FetchContext): Promise<void> {
    const { outcome, planned } = this;
    if (outcome.kind === 'loaded' && planned.hold !== undefined) {
      const source = history.forSeries(this.series, context);
      const rules = { ...planned.hold, withValueBefore: true };
      const { held } = await withHeldValues(source, planned.plan, rules, outcome.loaded);
      this.before = held?.before;
    }
  }

  /** What was loaded, if it is what a plan asks for: readings that are shown one by one are the same by every plan. */
  private loadedBy(plan: HistoryPlan): LoadedSeries | undefined {
    const { rows } = this;
    const areReadings = rows !== undefined && isOfReadings(rows.plan) && rows.loaded.level === 'raw';
    const isSame = rows?.plan === plan || (areReadings && isOfReadings(plan) && rows.loaded.substitution === undefined);
    return isSame ? rows?.loaded : undefined;
  }

  private loadRows(source: SeriesHistory, onChange: () => void): Promise<LoadedSeries> {
    return loadSeries(source, this.plan, (progress) => {
      this.outcome = { kind: 'loading', progress };
      onChange();
    });
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

/** True for a plan whose readings are shown one by one, unless they are too many. */
function isOfReadings(plan: HistoryPlan): boolean {
  return plan.kind === 'raw' && plan.edges === undefined;
}
