import type { DataQueryError, DataQueryRequest } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort } from '../core/api/telemetryError';
import type { LoadedSeries } from '../core/history/loadedSeries';
import type { HistoryPlan } from '../core/history/historyPlan';
import { planHistory } from '../core/history/plan';
import type { Device } from '../core/inventory/device';
import type { TimeWindow } from '../core/time/window';
import { parseInterval, parseOffset } from '../query/interval';
import type { HistoryQuery, TelemetryQuery } from '../query/telemetryQuery';
import { errorText } from './errorText';
import { existingSeries, unlessLate, visibleDevices } from './existingSeries';
import type { HistoryTools } from './historyTools';
import { drawSeries, type SeriesDrawing } from './seriesDrawing';
import { planRequestOf } from './planRequest';
import { invalidIntervalText, invalidOffsetText, refusedPlanText } from './refusalText';
import { SeriesReading } from './seriesReading';

/** One history query of a panel while it is being read; what there is of it can be drawn at any time. */
export class HistoryReading {
  /** Empty until it is known which series there are. */
  series: readonly SeriesReading[] = [];
  /** The inventory as far as it is known: it only names what is drawn. */
  devices: readonly Device[] = [];
  plan: HistoryPlan | undefined;
  /** Why nothing of the query can be read. */
  private refusal: string | undefined;
  readonly window: TimeWindow;
  private readonly points: number;
  private readonly drawings = new WeakMap<LoadedSeries, SeriesDrawing>();

  /**
   * @param query normalised, its variables filled in
   * @param firstColor how many series the queries before this one may draw, so that colours do not repeat at once
   */
  constructor(
    readonly query: HistoryQuery,
    private readonly request: DataQueryRequest<TelemetryQuery>,
    private readonly tools: HistoryTools,
    private readonly firstColor: number
  ) {
    const planRequest = planRequestOf(request, tools);
    this.window = planRequest.window;
    this.points = planRequest.points;
  }

  /** The points of a series; drawn once, though a series that has come is painted as often as the others come. */
  drawingOf(loaded: LoadedSeries): SeriesDrawing {
    const drawing = this.drawings.get(loaded) ?? drawSeries(loaded, this.query, this.window, this.points);
    this.drawings.set(loaded, drawing);
    return drawing;
  }

  get errors(): DataQueryError[] {
    const { refId } = this.query;
    const failed = this.series.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome.message] : []));
    return [...(this.refusal === undefined ? [] : [this.refusal]), ...failed].map((message) => ({ refId, message }));
  }

  /** How much of it has come, 0 to 1. */
  get shareHere(): number {
    const shares = this.series.map(({ shareHere }) => shareHere);
    return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  /**
   * Reads every series; one that fails leaves the others unharmed.
   * @param onChange told whenever there is more to draw
   * @throws only when it was aborted
   */
  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    try {
      await this.readAll(signal, onChange);
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      this.refusal = errorText(error);
    }
  }

  private async readAll(signal: AbortSignal, onChange: () => void): Promise<void> {
    const interval = parseInterval(this.query.interval);
    if (interval.kind === 'invalid') {
      this.refusal = invalidIntervalText(interval.text);
      return;
    }
    const offset = parseOffset(this.query.offset, interval);
    if (offset.kind !== 'offset') {
      this.refusal = invalidOffsetText(offset);
      return;
    }
    const plan = planHistory({
      ...planRequestOf(this.request, this.tools),
      interval,
      offsetMs: offset.offsetMs,
    });
    if (plan.kind === 'refused') {
      this.refusal = refusedPlanText(plan);
      return;
    }
    this.plan = plan;
    const ids = await existingSeries(this.query, () => visibleDevices(this.tools.inventory));
    if (ids.length === 0) {
      this.refusal = t('errors.noSuchPair', 'None of the devices chosen has any of the tags chosen.');
      return;
    }
    const { palette } = this.tools;
    this.series = ids.map(
      (id, place) => new SeriesReading(id, palette[(place + this.firstColor) % palette.length] ?? 'green')
    );
    const group = `${this.request.panelId ?? this.request.requestId}/${this.query.refId}`;
    const context = { group, signal, fresh: this.query.noCache };
    const read = Promise.all(this.series.map((series) => series.run(plan, this.tools, context, onChange)));
    const named = visibleDevices(this.tools.inventory).then((devices) => {
      this.devices = devices;
    });
    await read;
    // Only to be named, nobody waits for long.
    await unlessLate(named, undefined);
  }
}
