import {
  type DataFrame,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  LoadingState,
} from '@grafana/data';
import { Observable } from 'rxjs';
import type { Device } from '../core/inventory/device';
import type { Inventory } from '../core/inventory/inventory';
import { isComplete, normalizeQuery } from '../query/normalizeQuery';
import type { TelemetryQuery, UnreadableQuery } from '../query/telemetryQuery';
import type { DataSourceServices } from '../grafana/dataSourceServices';
import { unknownVariableMessage, unreadableQueryMessage } from '../grafana/errorMessage';
import { renderHistoryFrames } from './history/historyFrames';
import { loadedShare } from './history/historyRunState';
import { queryStats } from './history/loadSummary';
import { ignoredFiltersNotices } from '../grafana/frames/notices';
import { loadingNotice } from './history/historyNotices';
import { withNotices } from '../grafana/frames/withNotices';
import { alertsRun, ANNOTATION_QUERY_TYPE } from './alerts/alertsRun';
import { devicesRun } from './devices/devicesRun';
import { exportsRun } from './exports/exportsRun';
import { HistoryQueryRun } from './history/historyQueryRun';
import { chosenTexts, type Interpolate, interpolateQuery, unknownVariables } from '../grafana/query/interpolation';
import { latestRun } from './latest/latestRun';
import { type PanelContext, panelContextOf } from '../grafana/query/panelContext';
import { FramesRun, type QueryRun } from '../grafana/query/queryRun';
import { throttle } from '../grafana/query/throttle';
import { visibleDevices } from '../grafana/query/visibleDevices';
import { type Load, type PartialFrames, watchedLoad } from '../grafana/query/watchedLoad';

/** A panel that takes longer than half a second shows what is loaded so far, then four times a second. */
const PARTIAL_RESPONSE_DELAYS = { firstMs: 500, everyMs: 250 };

/**
 * Answers a panel's request. Cold: sends nothing until it is subscribed to, and aborts everything in flight when it is
 * unsubscribed from. While loading takes long, emits what is loaded so far, at most four times a second; while nothing answers, what
 * the panel shows and since when. In the end emits the whole response and completes, exactly once.
 */
export function runQuery(
  request: DataQueryRequest<TelemetryQuery>,
  services: DataSourceServices,
  interpolate: Interpolate
): Observable<DataQueryResponse> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    const emit = (response: DataQueryResponse) => subscriber.next({ key: request.requestId, ...response });
    const panel = panelContextOf(request, services);
    const execute = async () => {
      const { targets } = request;
      const load = loadOf(request, panel, interpolate, emit);
      const { monitor } = services;
      emit(
        monitor === undefined
          ? await load(controller.signal, { onProgress: () => undefined, onPartial: () => undefined })
          : await watchedLoad(
              load,
              {
                ...services,
                monitor,
                shownPanel: services.shownPanels.of(request, interpolate),
                refId: targets[0]?.refId ?? '',
                timeZone: request.timezone,
                showsNotices: targets.every(({ queryType }) => queryType !== ANNOTATION_QUERY_TYPE),
                emit,
              },
              controller.signal
            )
      );
      subscriber.complete();
    };
    execute().catch((error: unknown) => {
      if (!controller.signal.aborted) {
        subscriber.error(error);
      }
    });
    // Called after an error and after completion, too.
    return () => controller.abort();
  });
}

/** Executes the queries of a panel, and emits what is loaded so far. */
function loadOf(
  request: DataQueryRequest<TelemetryQuery>,
  panel: PanelContext,
  interpolate: Interpolate,
  emit: (response: DataQueryResponse) => void
): Load {
  return async (signal, { onProgress, onPartial }) => {
    const runs = await queryRunsOf(request, panel, interpolate);
    const emitPartial = () => {
      const partial = partialFrames(runs, panel);
      if (partial.frames.length > 0) {
        // Not `Loading`: Grafana renders nothing of a first response in that state.
        emit({ data: [...partial.frames], state: LoadingState.Streaming });
        onPartial(partial);
      }
    };
    return new Promise((resolve, reject) => {
      const emitSometimes = throttle(emitPartial, {
        delays: PARTIAL_RESPONSE_DELAYS,
        clock: panel.services.clock,
        signal,
        onError: reject,
      });
      const onChange = () => {
        onProgress();
        // On the server nobody sees what is loaded so far.
        if (panel.services.canFollow) {
          emitSometimes();
        }
      };
      Promise.all(runs.map((run) => run.run(signal, onChange)))
        .then(() => finalResponse(runs, panel))
        .then(resolve, reject);
    });
  };
}

async function queryRunsOf(
  request: DataQueryRequest<TelemetryQuery>,
  panel: PanelContext,
  interpolate: Interpolate
): Promise<readonly QueryRun[]> {
  const targets = request.targets.filter((target) => !target.hide);
  const queries = await Promise.all(
    targets.map(async (target) => {
      const saved = normalizeQuery(target);
      const query = await interpolateSaved(saved, panel.services.inventory, interpolate);
      const chosen = saved.kind === 'unreadable' ? panel.chosenTexts : chosenTexts(saved, interpolate);
      return { query, panel: { ...panel, chosenTexts: chosen } };
    })
  );
  return queries
    .filter(({ query }) => query.kind === 'failed' || isComplete(query))
    .map(({ query, panel: ofQuery }) => queryRunOf(query, ofQuery));
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

function finalResponse(runs: readonly QueryRun[], panel: PanelContext): DataQueryResponse {
  const [first, ...others] = framesOf(runs, panel);
  const errors = runs.flatMap((run): readonly DataQueryError[] => run.errors);
  return {
    data: first === undefined ? [] : [withStats(first, historyRunsOf(runs)), ...others],
    ...(errors.length > 0 && { errors }),
    state: errors.length > 0 ? LoadingState.Error : LoadingState.Done,
  };
}

/** What is loaded so far; nothing while there is no row, for which panels would show "No data". */
function partialFrames(runs: readonly QueryRun[], panel: PanelContext): PartialFrames {
  const frames = framesOf(runs, panel);
  const historyRuns = historyRunsOf(runs);
  // Exports are shown while they progress, which is no loading.
  const isLoading = historyRuns.some(({ loads }) => loads.some((load) => loadedShare(load) < 1));
  const [first, ...others] = frames;
  if (first === undefined || frames.every((frame) => frame.length === 0)) {
    return { frames: [], isLoading };
  }
  return { frames: isLoading ? [withNotices(first, [loadingNotice(historyRuns)]), ...others] : frames, isLoading };
}

function framesOf(runs: readonly QueryRun[], { services, timeZone, ignoredFilters }: PanelContext): DataFrame[] {
  const { series, marks } = renderHistoryFrames(historyRunsOf(runs), services.palette, timeZone);
  const others = runs.flatMap((run): readonly DataFrame[] => (run instanceof FramesRun ? run.frames : []));
  const [first, ...rest] = [...series, ...others, ...marks];
  return first === undefined ? [] : [withNotices(first, ignoredFiltersNotices(ignoredFilters)), ...rest];
}

function historyRunsOf(runs: readonly QueryRun[]): HistoryQueryRun[] {
  return runs.filter((run) => run instanceof HistoryQueryRun);
}

/** Statistics of the whole panel go on its first frame, because the query inspector does not add them up. */
function withStats(frame: DataFrame, runs: readonly HistoryQueryRun[]): DataFrame {
  return runs.length === 0 ? frame : { ...frame, meta: { ...frame.meta, stats: queryStats(runs) } };
}
