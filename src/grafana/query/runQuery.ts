import {
  type DataFrame,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  LoadingState,
} from '@grafana/data';
import { Observable } from 'rxjs';
import type { Device } from '../../core/inventory/device';
import type { Inventory } from '../../core/inventory/inventory';
import { isComplete, normalizeQuery } from '../../query/normalizeQuery';
import type { TelemetryQuery, UnreadableQuery } from '../../query/telemetryQuery';
import type { DataSourceServices } from '../dataSourceServices';
import { unknownVariableMessage, unreadableQueryMessage } from '../errorMessage';
import { renderHistoryFrames } from '../frames/historyFrames';
import { loadedShare } from '../frames/historyRunState';
import { queryStats } from '../frames/loadSummary';
import { loadingNotice } from '../frames/notices';
import { withNotices } from '../frames/withNotices';
import { alertsRun } from './alertsRun';
import { devicesRun } from './devicesRun';
import { exportsRun } from './exportsRun';
import { HistoryQueryRun } from './historyQueryRun';
import { type Interpolate, interpolateQuery, unknownVariables } from './interpolation';
import { latestRun } from './latestRun';
import { type PanelContext, panelContextOf } from './panelContext';
import { FramesRun, type QueryRun } from './queryRun';
import { throttle } from './throttle';
import { visibleDevices } from './visibleDevices';

/** A panel that takes longer than half a second shows what is loaded so far, then four times a second. */
const PARTIAL_RESPONSE_DELAYS = { firstMs: 500, everyMs: 250 };

/**
 * Answers a panel's request. Cold: sends nothing until it is subscribed to, and aborts everything in flight when it is
 * unsubscribed from. While loading takes long, emits what is loaded so far, at most four times a second. In the end emits
 * the whole response and completes, exactly once.
 */
export function runQuery(
  request: DataQueryRequest<TelemetryQuery>,
  services: DataSourceServices,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    const fail = (error: unknown) => {
      if (!controller.signal.aborted) {
        subscriber.error(error);
      }
    };
    const panel = panelContextOf(request, services);
    const emitPartial = (runs: readonly QueryRun[]) => {
      const data = partialFrames(runs, panel);
      if (data.length > 0) {
        // Not `Loading`: Grafana renders nothing of a first response in that state.
        subscriber.next({ key: request.requestId, data, state: LoadingState.Streaming });
      }
    };
    const execute = async () => {
      const runs = await queryRunsOf(request, panel, interpolate);
      const onChange = throttle(() => emitPartial(runs), {
        delays: PARTIAL_RESPONSE_DELAYS,
        clock: services.clock,
        signal: controller.signal,
        onError: fail,
      });
      await Promise.all(runs.map((run) => run.run(controller.signal, onChange)));
      subscriber.next(finalResponse(runs, request.requestId, panel));
      subscriber.complete();
    };
    execute().catch(fail);
    // Called after an error and after completion, too.
    return () => controller.abort();
  });
}

async function queryRunsOf(
  request: DataQueryRequest<TelemetryQuery>,
  panel: PanelContext,
  interpolate: Interpolate
): Promise<readonly QueryRun[]> {
  const targets = request.targets.filter((target) => !target.hide);
  const queries = await Promise.all(
    targets.map((target) => interpolateSaved(normalizeQuery(target), panel.services.inventory, interpolate))
  );
  return queries
    .filter((query) => query.kind === 'failed' || isComplete(query))
    .map((query) => queryRunOf(query, panel));
}

/** A query that cannot be executed, and why. */
interface FailedQuery {
  readonly kind: 'failed';
  readonly refId: string;
  readonly message: string;
}

async function interpolateSaved(
  saved: TelemetryQuery | UnreadableQuery,
  inventory: Inventory,
  interpolate: Interpolate
): Promise<TelemetryQuery | FailedQuery> {
  if (saved.kind === 'unreadable') {
    return { kind: 'failed', refId: saved.refId, message: unreadableQueryMessage(saved.problem) };
  }
  const query = interpolateQuery(saved, interpolate);
  const unknown = unknownVariables(saved, interpolate);
  if (unknown.length > 0) {
    const codes = codesOf(await visibleDevices(inventory));
    const missing = unknown.find(({ text }) => !codes.has(text));
    if (missing !== undefined) {
      return { kind: 'failed', refId: saved.refId, message: unknownVariableMessage(missing.reference) };
    }
  }
  return query;
}

/** Everything of the inventory that a query can name. */
function codesOf(devices: readonly Device[]): ReadonlySet<string> {
  return new Set(
    devices.flatMap(({ code, site, area, type, tags }) => [code, site, area, type, ...tags.map(({ key }) => key)])
  );
}

function queryRunOf(query: TelemetryQuery | FailedQuery, panel: PanelContext): QueryRun {
  switch (query.kind) {
    case 'failed':
      return new FramesRun(query.refId, () => Promise.reject(new Error(query.message)));
    case 'history':
      return new HistoryQueryRun(query, panel);
    case 'latest':
      return latestRun(query, panel);
    case 'alerts':
      return alertsRun(query, panel);
    case 'devices':
      return devicesRun(query, panel);
    case 'exports':
      return exportsRun(query, panel);
  }
}

function finalResponse(runs: readonly QueryRun[], requestId: string, panel: PanelContext): DataQueryResponse {
  const [first, ...others] = framesOf(runs, panel);
  const errors = runs.flatMap((run): readonly DataQueryError[] => run.errors);
  return {
    key: requestId,
    data: first === undefined ? [] : [withStats(first, historyRunsOf(runs)), ...others],
    ...(errors.length > 0 && { errors }),
    state: errors.length > 0 ? LoadingState.Error : LoadingState.Done,
  };
}

/** What is loaded so far; nothing while there is no row, for which panels would show "No data". */
function partialFrames(runs: readonly QueryRun[], panel: PanelContext): DataFrame[] {
  const frames = framesOf(runs, panel);
  const [first, ...others] = frames;
  if (first === undefined || frames.every((frame) => frame.length === 0)) {
    return [];
  }
  const historyRuns = historyRunsOf(runs);
  // Exports are shown while they progress, which is no loading.
  const isLoading = historyRuns.some(({ loads }) => loads.some((load) => loadedShare(load) < 1));
  return [isLoading ? withNotices(first, [loadingNotice(historyRuns)]) : first, ...others];
}

function framesOf(runs: readonly QueryRun[], { services, timeZone }: PanelContext): DataFrame[] {
  const { series, marks } = renderHistoryFrames(historyRunsOf(runs), services.palette, timeZone);
  const others = runs.flatMap((run): readonly DataFrame[] => (run instanceof FramesRun ? run.frames : []));
  return [...series, ...others, ...marks];
}

function historyRunsOf(runs: readonly QueryRun[]): HistoryQueryRun[] {
  return runs.filter((run) => run instanceof HistoryQueryRun);
}

/** Statistics of the whole panel go on its first frame, because the query inspector does not add them up. */
function withStats(frame: DataFrame, runs: readonly HistoryQueryRun[]): DataFrame {
  return runs.length === 0 ? frame : { ...frame, meta: { ...frame.meta, stats: queryStats(runs) } };
}
