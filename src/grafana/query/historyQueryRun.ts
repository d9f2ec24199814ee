import type { DataQueryError } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort } from '../../core/api/telemetryError';
import type { HistoryPlan } from '../../core/history/plan/planHistory';
import type { Device } from '../../core/inventory/device';
import type { Shift } from '../../core/time/shift';
import type { TimeWindow } from '../../core/time/window';
import type { HistoryQuery } from '../../query/telemetryQuery';
import { errorMessageOf } from '../errorMessage';
import type { HistoryRunState } from '../frames/historyRunState';
import { existingSeries, visibleDevices, withTimeout } from './existingSeries';
import type { PanelContext } from './panelContext';
import { planQuery, shiftOf } from './planQuery';
import type { QueryRun } from './queryRun';
import { SeriesLoad } from './seriesLoad';

/** Loaded series are shown with codes as names rather than wait for an inventory that hangs. */
const NAMES_TIMEOUT_MS = 3_000;

/** Executes one history query of a panel. Its state can be rendered at any time. */
export class HistoryQueryRun implements HistoryRunState, QueryRun {
  loads: readonly SeriesLoad[] = [];
  devices: readonly Device[] = [];
  plan: HistoryPlan | undefined;
  omittedSeries = 0;
  readonly window: TimeWindow;
  readonly width: number;
  readonly shift: Shift | undefined;
  /** Why the query as a whole cannot be executed. */
  private failure: string | undefined;

  /**
   * @param query normalized, its variables replaced
   * @param firstColor how many series the queries before this one may have, so that colors repeat as late as possible
   */
  constructor(
    readonly query: HistoryQuery,
    private readonly panel: PanelContext,
    private readonly firstColor: number
  ) {
    this.window = panel.window;
    this.width = panel.planRequest.points;
    this.shift = shiftOf(query, panel.planRequest);
  }

  get refId(): string {
    return this.query.refId;
  }

  get errors(): DataQueryError[] {
    const { refId } = this.query;
    const failed = this.loads.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome.message] : []));
    return [...(this.failure === undefined ? [] : [this.failure]), ...failed].map((message) => ({ refId, message }));
  }

  /**
   * Loads every series; one that fails does not affect the others.
   * @param onChange called whenever there is more to render
   * @throws only when aborted
   */
  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    try {
      const plan = planQuery(this.query, this.panel.planRequest);
      if (plan.kind === 'invalid') {
        this.failure = plan.message;
      } else {
        this.plan = plan;
        await this.load(plan, signal, onChange);
      }
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.failure = errorMessageOf(error);
    }
  }

  private async load(plan: HistoryPlan, signal: AbortSignal, onChange: () => void): Promise<void> {
    const { panelId, services } = this.panel;
    const { inventory, palette } = services;
    const { series, omitted } = await existingSeries(this.query, this.panel);
    this.omittedSeries = omitted;
    if (series.length === 0) {
      this.failure = t('errors.noSuchPair', 'None of the selected devices has any of the selected tags.');
      return;
    }
    this.loads = series.map(
      (id, index) => new SeriesLoad(id, palette[(this.firstColor + index) % palette.length] ?? 'green')
    );
    const context = { group: `${panelId}/${this.query.refId}`, signal, noCache: this.query.noCache };
    const loading = Promise.all(this.loads.map((load) => load.run(plan, services, context, onChange)));
    const naming = visibleDevices(inventory).then((devices) => {
      this.devices = devices;
    });
    await loading;
    await withTimeout(naming, NAMES_TIMEOUT_MS, undefined);
  }
}
