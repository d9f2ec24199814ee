import type { DataQueryError } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort } from '../../core/api/telemetryError';
import type { HistoryPlan } from '../../core/history/plan/planHistory';
import type { Device } from '../../core/inventory/device';
import type { TimeWindow } from '../../core/time/window';
import type { HistoryQuery } from '../../query/telemetryQuery';
import type { DataSourceServices } from '../dataSourceServices';
import { errorMessageOf } from '../errorMessage';
import type { HistoryRunState } from '../frames/historyRunState';
import { existingSeries, visibleDevices, withTimeout } from './existingSeries';
import { type PanelPlanRequest, planQuery } from './planQuery';
import { SeriesLoad } from './seriesLoad';

/** Loaded series are shown with codes as names rather than wait for an inventory that hangs. */
const NAMES_TIMEOUT_MS = 3_000;

/** Where a query stands in its panel. */
export interface PanelPosition {
  readonly planRequest: PanelPlanRequest;
  /** Identifies the panel among those that share the slots for requests. */
  readonly panelId: string;
  /** How many series the queries before this one may have, so that colors repeat as late as possible. */
  readonly firstColor: number;
}

/** Executes one history query of a panel. Its state can be rendered at any time. */
export class HistoryQueryRun implements HistoryRunState {
  loads: readonly SeriesLoad[] = [];
  devices: readonly Device[] = [];
  plan: HistoryPlan | undefined;
  readonly window: TimeWindow;
  readonly width: number;
  /** Why the query as a whole cannot be executed. */
  private failure: string | undefined;

  /** @param query normalized, its variables replaced */
  constructor(
    readonly query: HistoryQuery,
    private readonly services: DataSourceServices,
    private readonly position: PanelPosition
  ) {
    this.window = position.planRequest.window;
    this.width = position.planRequest.points;
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
      const plan = planQuery(this.query, this.position.planRequest);
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
    const { inventory, palette } = this.services;
    const { panelId, firstColor } = this.position;
    const series = await existingSeries(this.query, () => visibleDevices(inventory));
    if (series.length === 0) {
      this.failure = t('errors.noSuchPair', 'None of the selected devices has any of the selected tags.');
      return;
    }
    this.loads = series.map(
      (id, index) => new SeriesLoad(id, palette[(firstColor + index) % palette.length] ?? 'green')
    );
    const context = { group: `${panelId}/${this.query.refId}`, signal, noCache: this.query.noCache };
    const loading = Promise.all(this.loads.map((load) => load.run(plan, this.services, context, onChange)));
    const naming = visibleDevices(inventory).then((devices) => {
      this.devices = devices;
    });
    await loading;
    await withTimeout(naming, NAMES_TIMEOUT_MS, undefined);
  }
}
