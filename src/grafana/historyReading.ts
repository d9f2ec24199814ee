import { type DataQueryError, type DataQueryRequest } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort } from '../core/api/telemetryError';
import { type LoadedSeries } from '../core/history/loadedSeries';
import { loadSeries, type LoadProgress } from '../core/history/loadSeries';
import { type HistoryPlan } from '../core/history/historyPlan';
import { planHistory } from '../core/history/plan';
import { type SeriesId } from '../core/history/seriesId';
import { type Device } from '../core/inventory/device';
import { type EpochMs, type TimeWindow } from '../core/time/window';
import { parseInterval } from '../query/requestedInterval';
import { type OffsetProblem, parseOffset } from '../query/stepOffset';
import { type HistoryQuery, type TelemetryQuery } from '../query/telemetryQuery';
import { errorText } from './errorText';
import { existingSeries, unlessLate, visibleDevices } from './existingSeries';
import { type HistoryTools } from './historyTools';
import { drawSeries, type SeriesDrawing } from './seriesDrawing';
import { plainText } from '../locales/plainText';
import { planRequestOf } from './planRequest';

/** What it took to read a series. */
export interface ReadCost {
  /** Requests sent, retries among them. */
  readonly requests: number;
  readonly retries: number;
  /** Pages that another panel had asked for at the same time. */
  readonly shared: number;
  readonly durationMs: number;
}

/** A series of a query, and what has become of it so far. */
export interface SeriesReading {
  readonly id: SeriesId;
  /** By its place in the query, so that one that fails does not change the colours of the others. */
  readonly color: string;
  readonly outcome: SeriesOutcome;
  readonly cost: ReadCost;
}

export type SeriesOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading'; readonly progress: LoadProgress }
  | { readonly kind: 'loaded'; readonly loaded: LoadedSeries }
  | { readonly kind: 'failed'; readonly message: string };

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
    const shares = this.series.map(({ outcome }) => {
      switch (outcome.kind) {
        case 'waiting':
          return 0;
        case 'loading':
          return outcome.progress.partsHere / outcome.progress.parts;
        case 'loaded':
        case 'failed':
          return 1;
      }
    });
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
      this.refusal = offsetProblemText(offset);
      return;
    }
    const plan = planHistory({
      ...planRequestOf(this.request, this.tools),
      interval,
      offsetMs: offset.offsetMs,
    });
    if (plan.kind === 'refused') {
      this.refusal = t(
        'errors.refused',
        'Interval {{asked}} would draw {{expected}} rows per series over this range; the limit is {{limit}}. Choose a coarser interval or a shorter range, or raise the limit in the settings of the data source.',
        { asked: plan.asked, expected: plan.expectedRows, limit: plan.maxRows, ...plainText }
      );
      return;
    }
    this.plan = plan;
    const ids = await existingSeries(this.query, () => visibleDevices(this.tools.inventory));
    if (ids.length === 0) {
      this.refusal = t('errors.noSuchPair', 'None of the devices chosen has any of the tags chosen.');
      return;
    }
    const { palette } = this.tools;
    const readings = ids.map((id, place) => new RunningSeries(id, palette[(place + this.firstColor) % palette.length]));
    this.series = readings;
    const read = Promise.all(readings.map((series) => this.read(series, plan, signal, onChange)));
    const named = visibleDevices(this.tools.inventory).then((devices) => {
      this.devices = devices;
    });
    await read;
    // Only to be named, nobody waits for long.
    await unlessLate(named, undefined);
  }

  private async read(
    series: RunningSeries,
    plan: HistoryPlan,
    signal: AbortSignal,
    onChange: () => void
  ): Promise<void> {
    const { clock, history } = this.tools;
    const { panelId, requestId } = this.request;
    const startedEpochMs = clock.nowEpochMs();
    const context = {
      group: `${panelId ?? requestId}/${this.query.refId}`,
      signal,
      fresh: this.query.fresh,
      onRequest: series.countRequest,
      onShared: series.countShared,
    };
    try {
      const loaded = await loadSeries(history, series.id, plan, context, (progress) => {
        series.outcome = { kind: 'loading', progress };
        onChange();
      });
      series.outcome = { kind: 'loaded', loaded };
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      series.outcome = { kind: 'failed', message: `${series.id.device} · ${series.id.tag}: ${errorText(error)}` };
    }
    series.ended(startedEpochMs, clock.nowEpochMs());
    onChange();
  }
}

class RunningSeries implements SeriesReading {
  outcome: SeriesOutcome = { kind: 'waiting' };
  cost: ReadCost = { requests: 0, retries: 0, shared: 0, durationMs: 0 };

  constructor(
    readonly id: SeriesId,
    readonly color = 'green'
  ) {}

  readonly countRequest = (attempt: 'first' | 'again') => {
    const { requests, retries } = this.cost;
    this.cost = { ...this.cost, requests: requests + 1, retries: retries + (attempt === 'again' ? 1 : 0) };
  };

  readonly countShared = () => {
    this.cost = { ...this.cost, shared: this.cost.shared + 1 };
  };

  ended(startedEpochMs: EpochMs, endedEpochMs: EpochMs): void {
    this.cost = { ...this.cost, durationMs: endedEpochMs - startedEpochMs };
  }
}

function invalidIntervalText(text: string): string {
  return t(
    'errors.invalidInterval',
    '"{{text}}" is no interval. Use auto, raw, 1m, 1h, 1d, or a number with s, m, h, d, w or M such as 5m or 8h; below a day it must divide a day.',
    { text, ...plainText }
  );
}

function offsetProblemText(problem: OffsetProblem): string {
  switch (problem.kind) {
    case 'notATime':
      return t(
        'errors.invalidOffset',
        '"{{text}}" is no time at which steps can begin. Use hours and minutes from 00:00 to 23:59, such as 06:00.',
        { text: problem.text, ...plainText }
      );
    case 'movesLevel':
      return t(
        'errors.offsetOfLevel',
        "The averages of {{level}} are the server's and cannot begin at {{text}}. Use the interval {{instead}}, whose steps can.",
        { level: problem.level, text: problem.text, instead: problem.instead, ...plainText }
      );
  }
}
