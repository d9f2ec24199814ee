import type { SeriesHistory } from '../../core/history/fetch/historySource';
import { type HistoryPlan, planHistory, type RequestedInterval } from '../../core/history/plan/planHistory';
import { loadSeries } from '../../core/history/series/loadSeries';
import { isAbort } from '../../core/api/telemetryError';
import { seriesLabels } from '../../core/inventory/legend';
import type { SeriesId } from '../../core/inventory/seriesId';
import type { TagProfile } from '../../core/inventory/tagProfile';
import { canAlign, type ElapsedSteps } from '../../core/runs/elapsed';
import { envelopeOf } from '../../core/runs/envelope';
import { loadCounts } from '../../core/runs/loadCounts';
import { type LoadedCurves, loadCurves } from '../../core/runs/loadCurves';
import type { Run } from '../../core/runs/run';
import { rejectedPlanMessage } from '../../grafana/errorMessage';
import type { PanelContext } from '../../grafana/query/panelContext';
import { StateLoad } from '../../grafana/query/series/stateLoad';
import { rejectQuery } from '../../grafana/userError';
import { chooseInterpolation } from '../../query/continuation';
import type { ChosenRuns } from './chooseRuns';
import { referenceCurves, type SeriesRuns } from './frames/seriesRuns';
import type { RunsReport } from './findRuns';
import type { RunsPlan } from './planRuns';
import type { RunsQuery } from './runsQuery';
import type { TagOfRuns } from './runsQueryRun';

/** The runs of a device, or why there are none. */
export type RunsOfDevice =
  | {
      readonly kind: 'found';
      readonly chosen: ChosenRuns;
      readonly runProfile: TagProfile;
      readonly report: RunsReport;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Loads what a tag did in the runs of its device. */
export class RunsLoad extends StateLoad<SeriesRuns> {
  constructor(
    readonly series: SeriesId,
    private readonly tag: TagOfRuns,
    private readonly runs: RunsOfDevice,
    private readonly steps: ElapsedSteps,
    private readonly query: RunsQuery,
    private readonly plan: RunsPlan,
    private readonly panel: PanelContext,
    private readonly history: SeriesHistory
  ) {
    super();
  }

  /** Leaves the state unknown if the device has no run. */
  async load(onChange: () => void): Promise<void> {
    const { series, tag, runs: ofDevice, steps, query, plan, panel } = this;
    if (ofDevice.kind === 'failed') {
      throw ofDevice.error;
    }
    const { chosen, runProfile } = ofDevice;
    const { runs } = chosen;
    if (runs.length === 0) {
      return;
    }
    const { device, profile, role } = tag;
    const toState = (loaded: LoadedCurves, increases?: readonly number[]): SeriesRuns => ({
      ...{ profile, role, runProfile, chosen, loaded, increases },
      labels: seriesLabels(series, device, loaded),
      envelope: envelopeOf(plan.format === 'overlay' ? [] : referenceCurves(loaded, chosen, role), steps.count),
    });
    const isTable = plan.format === 'table';
    const aligned = new Set(runs.filter((run) => canAlign(run, plan.align)));
    const onProgress = (partial: () => LoadedCurves) => {
      this.current = () => toState(partial());
      onChange();
    };
    if (role === 'counter') {
      const counted = await this.loadCounts(runs, aligned, onProgress);
      this.current = () => toState(counted);
      if (isTable) {
        onChange();
        const increases = await Promise.all(counted.runs.map(({ run, increase }) => increase ?? this.increaseOf(run)));
        this.current = () => toState(counted, increases);
      }
      return;
    }
    const interpolation = chooseInterpolation(query.interpolation, role);
    const loaded = await loadCurves(
      this.history,
      {
        ...{ runs, aligned, steps, grid: panel.planRequest.grid },
        request: { interpolation, holdMs: plan.holdMs, ...plan.budget },
        isState: role === 'state',
        withWholes: isTable,
      },
      onProgress
    );
    this.current = () => toState(loaded);
  }

  private loadCounts(
    runs: readonly Run[],
    aligned: ReadonlySet<Run>,
    onProgress: (partial: () => LoadedCurves) => void
  ): Promise<LoadedCurves> {
    const {
      steps,
      plan: { budget, holdMs },
      panel,
    } = this;
    const maxReadings = Math.floor(budget.maxRows / runs.length);
    const planOf = (run: Run) => this.planCounter(run, { kind: 'level', level: 'raw' }, maxReadings);
    const { grid } = panel.planRequest;
    return loadCounts(this.history, { runs, aligned, steps, planOf, grid, maxReadings, holdMs }, onProgress);
  }

  private planCounter(window: Run, interval: RequestedInterval, maxRows: number): HistoryPlan {
    const { tag, panel } = this;
    const plan = planHistory({
      ...panel.planRequest,
      ...{ window, interval, maxRows, offsetMs: 0, prefersReadings: false },
      ...{ withIncrease: true, meter: tag.meter },
    });
    return plan.kind === 'rejected' ? rejectQuery(rejectedPlanMessage(plan)) : plan;
  }

  /** As history has it for a time range that is the run; NaN where it is not known. @throws only when aborted */
  private async increaseOf(window: Run): Promise<number> {
    try {
      const plan = this.planCounter(window, { kind: 'range' }, this.panel.planRequest.maxRows);
      const { increase } = await loadSeries(this.history, plan);
      return increase?.rows.avg[0] ?? NaN;
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      return NaN;
    }
  }
}
