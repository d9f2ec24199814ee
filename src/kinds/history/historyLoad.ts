import { TelemetryError } from '../../core/api/telemetryError';
import type { OnProgress } from '../../core/history/fetch/fetchResult';
import type { FetchContext, SeriesHistory } from '../../core/history/fetch/historySource';
import type { HistoryPlan } from '../../core/history/plan/planHistory';
import type { Statistic } from '../../core/history/points/seriesPoints';
import { NO_ROWS, rowCount } from '../../core/history/rows';
import { type HoldRules, withHeldValues } from '../../core/history/series/heldValues';
import type { LoadedSeries } from '../../core/history/series/loadedSeries';
import { loadSeries } from '../../core/history/series/loadSeries';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { Clock } from '../../core/time/clock';
import type { SeriesLoad } from '../../grafana/query/series/seriesQueryRun';
import type { UsualCondition } from './usualCondition';
import type { LoadCost, LoadOutcome, SeriesLoadState } from './frames/historyRunState';

/** The plan of a series and the statistics that are shown of it. */
export interface PlannedSeries {
  readonly plan: HistoryPlan;
  readonly statistics: readonly Statistic[];
  /** How the values hold; undefined: they do not. Known later than the plan where only this depends on what the tag is. */
  readonly hold: () => Promise<HoldRules | undefined>;
  /**
   * Which steps of earlier weeks count for what is usual; undefined: all.
   * @throws ConditionError and UserError if the query's condition cannot be used for this series
   */
  readonly counting?: () => UsualCondition | undefined;
}

/** Loads one series of a query. */
export class HistoryLoad implements SeriesLoad, SeriesLoadState {
  outcome: LoadOutcome = { kind: 'waiting' };
  cost: LoadCost = { requests: 0, retries: 0, deduplicated: 0, durationMs: 0 };

  latest: SeriesLoadState['latest'];
  before: SeriesLoadState['before'];

  private readonly history: SeriesHistory;

  constructor(
    readonly series: SeriesId,
    /** How it is loaded, and what of it is shown. */
    private readonly planned: PlannedSeries,
    private readonly clock: Clock,
    /** True when a variable or an ad hoc filter took part in the choice of the series. */
    private readonly isChosen: boolean,
    private readonly openHistory: (series: SeriesId, counting: Partial<FetchContext>) => SeriesHistory
  ) {
    this.history = this.open(series);
  }

  private open(series: SeriesId): SeriesHistory {
    return this.openHistory(series, {
      onRequest: (attempt) => this.addCost({ requests: 1, retries: attempt === 'retry' ? 1 : 0 }),
      onDeduplicated: () => this.addCost({ deduplicated: 1 }),
    });
  }

  get failure(): SeriesLoad['failure'] {
    return this.outcome.kind === 'failed' ? this.outcome : undefined;
  }

  get exists(): boolean {
    return this.outcome.kind === 'loaded' && this.latest !== 'none';
  }

  get isReported(): boolean {
    return this.outcome.kind !== 'loaded';
  }

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

  async load(onChange: () => void): Promise<void> {
    const loading = this.clock.startStopwatch();
    try {
      const counting = this.plan.usual && this.planned.counting?.();
      const onProgress: OnProgress<LoadedSeries> = (progress) => {
        this.outcome = { kind: 'loading', progress };
        onChange();
      };
      const loaded = await loadSeries(
        this.history,
        this.plan,
        onProgress,
        counting && { ...counting, history: this.open(counting.series) }
      );
      const hold = await this.planned.hold();
      this.outcome = {
        kind: 'loaded',
        loaded: hold ? await withHeldValues(this.history, this.plan, hold, loaded) : loaded,
      };
    } finally {
      this.addCost({ durationMs: loading.elapsedMs() });
    }
  }

  fail(error: unknown): void {
    const isAbsent = this.isChosen && error instanceof TelemetryError && error.kind === 'notFound';
    this.outcome = { kind: isAbsent ? 'absent' : 'failed', error };
  }

  /**
   * Looks up the value before the range, if the values hold.
   * @throws only when aborted
   */
  async findBefore(): Promise<void> {
    const { outcome, plan } = this;
    const hold = await this.planned.hold();
    if (outcome.kind === 'loaded' && hold !== undefined) {
      const rules = { ...hold, withValueBefore: true };
      const { held } = await withHeldValues(this.history, plan, rules, outcome.loaded);
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
