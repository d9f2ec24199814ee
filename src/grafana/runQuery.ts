import {
  type DataFrame,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  LoadingState,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { Observable } from 'rxjs';
import type { TelemetryClient } from '../core/api/telemetryClient';
import { isAbort } from '../core/api/telemetryError';
import { isComplete, normalizeQuery } from '../query/normalizeQuery';
import type { AlertsQuery, TelemetryQuery } from '../query/telemetryQuery';
import { type AlertsResponse, alertsResponse } from './alertsResponse';
import { HistoryReading } from './historyReading';
import type { HistoryTools } from './historyTools';
import { type Interpolate, interpolateQuery } from './interpolation';
import { createPacer, type Pace } from './pacer';
import { loadingNotice, panelFrames } from './panelFrames';
import { readingStats } from './readingStats';

/** A panel that takes longer than half a second shows what has come so far, then four times a second. */
const PACE: Pace = { firstMs: 500, everyMs: 250 };

/**
 * Answers a panel's request. Cold: nothing is asked for until somebody subscribes, and everything in flight is
 * ended when nobody listens any more. While it takes long, emits what has come so far, at most four times a second;
 * in the end emits the whole answer and completes, exactly once.
 */
export function runQuery(
  request: DataQueryRequest<TelemetryQuery>,
  tools: HistoryTools,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    const readings = readingsOf(request, tools, interpolate);
    const paint = () => {
      const response = responseOf(readings, request, LoadingState.Streaming);
      if (response.data.length > 0) {
        subscriber.next(response);
      }
    };
    const onChange = createPacer(PACE, paint, tools.clock, controller.signal);
    Promise.all(readings.map((reading) => reading.run(controller.signal, onChange)))
      .then(() => {
        controller.abort();
        subscriber.next(responseOf(readings, request, LoadingState.Done));
        subscriber.complete();
      })
      .catch((error: unknown) => {
        if (!isAbort(error)) {
          subscriber.error(error);
        }
      });
    return () => controller.abort();
  });
}

/** A query of the panel while it is being read. */
type Reading = HistoryReading | AlertsReading;

class AlertsReading {
  private response: AlertsResponse = { frames: [], errors: [] };

  constructor(
    private readonly query: AlertsQuery,
    private readonly request: DataQueryRequest<TelemetryQuery>,
    private readonly client: TelemetryClient
  ) {}

  get frames() {
    return this.response.frames;
  }

  get errors() {
    return this.response.errors;
  }

  async run(signal: AbortSignal, onChange: () => void): Promise<void> {
    this.response = await alertsResponse(this.query, this.request, this.client, signal);
    onChange();
  }
}

function readingsOf(
  request: DataQueryRequest<TelemetryQuery>,
  tools: HistoryTools,
  interpolate: Interpolate
): Reading[] {
  let colors = 0;
  return request.targets
    .filter((target) => !target.hide)
    .map((target) => interpolateQuery(normalizeQuery(target), interpolate))
    .filter(isComplete)
    .map((query) => {
      if (query.kind === 'alerts') {
        return new AlertsReading(query, request, tools.client);
      }
      const firstColor = colors;
      colors += query.devices.length * query.tags.length;
      return new HistoryReading(query, request, tools, firstColor);
    });
}

/**
 * What there is of an answer so far, or all of it.
 * @param state `Streaming` while there is more to come: Grafana draws nothing of a first answer that is `Loading`
 */
function responseOf(
  readings: readonly Reading[],
  { requestId, timezone }: DataQueryRequest<TelemetryQuery>,
  state: LoadingState.Streaming | LoadingState.Done
): DataQueryResponse {
  const histories = readings.filter((reading) => reading instanceof HistoryReading);
  const drawn = panelFrames(histories, timezone);
  const frames = readings.flatMap((reading): readonly DataFrame[] =>
    reading instanceof HistoryReading ? (drawn.get(reading) ?? []) : reading.frames
  );
  if (state === LoadingState.Streaming) {
    // "No data" would be said of a series whose first page has none.
    const [first, ...others] = frames.filter((frame) => frame.length > 0);
    const data = first === undefined ? [] : [withNotice(first, loadingNotice(histories)), ...others];
    return { key: requestId, data, state };
  }
  const [first, ...others] = frames;
  const errors = readings.flatMap((reading): readonly DataQueryError[] => reading.errors);
  return {
    key: requestId,
    data: first === undefined ? [] : [withStats(first, histories), ...others],
    ...(errors.length > 0 && { errors }),
    state: errors.length > 0 ? LoadingState.Error : LoadingState.Done,
  };
}

function withNotice(frame: DataFrame, notice: QueryResultMetaNotice): DataFrame {
  return { ...frame, meta: { ...frame.meta, notices: [notice, ...(frame.meta?.notices ?? [])] } };
}

/** What the whole panel cost, for the statistics of the inspector, which adds up nothing itself. */
function withStats(frame: DataFrame, histories: readonly HistoryReading[]): DataFrame {
  return { ...frame, meta: { ...frame.meta, stats: readingStats(histories) } };
}
