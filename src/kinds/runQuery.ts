import {
  type DataFrame,
  type DataQueryError,
  type DataQueryRequest,
  type DataQueryResponse,
  LoadingState,
} from '@grafana/data';
import { Observable } from 'rxjs';
import type { Device } from '../core/inventory/device';
import type { DataSourceServices } from '../grafana/dataSourceServices';
import { unknownVariableMessage } from '../grafana/errorMessage';
import { withVisibleEmptiness } from '../grafana/frames/emptyFrames';
import {
  emptyFrame,
  emptyVariableNotice,
  ignoredFiltersNotice,
  presentNotices,
  withNotices,
} from '../grafana/frames/notices';
import { changeFirst, plainFrames, type RunFrame, type RunFrames } from '../grafana/frames/runFrames';
import type { Interpolate } from '../grafana/query/interpolation';
import { ANNOTATION_QUERY_TYPE, type PanelContext, createPanelContext, keepsTime } from '../grafana/query/panelContext';
import { IndependentRun, type QueryRun } from '../grafana/query/queryRun';
import { throttle } from '../grafana/query/throttle';
import { knownDevices, type UnknownBecause } from '../grafana/query/filter/knownDevices';
import { type PanelLoad, type PartialFrames, watchedLoad } from '../grafana/query/watchedLoad';
import { UserError } from '../grafana/userError';
import { translate } from '../locales/translate';
import type { Kind, QueryOfPanel } from './kind';
import { KINDS, type TelemetryQuery } from './kinds';
import type { UnreadableQuery } from './normalizeQuery';
import { type ReadyQuery, readyQuery } from './readyQuery';

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
    const shown = request.targets.filter(({ hide }) => !hide);
    const queries = shown.map((target) => readyQuery(target, interpolate));
    const controller = new AbortController();
    const emit = (response: DataQueryResponse) =>
      subscriber.next({ key: request.requestId, ...withVisibleEmptiness(response, request.panelPluginId) });
    const panel = createPanelContext(request, services);
    const execute = async () => {
      const { targets } = request;
      const load = createLoad(queries, panel, emit);
      const { monitor } = services;
      emit(
        // On the server, nobody watches.
        monitor === undefined
          ? await load(controller.signal, { onProgress: () => undefined, onPartial: () => undefined })
          : await watchedLoad(
              load,
              {
                ...services,
                monitor,
                shownPanel: services.shownPanels.of(request, queries.map(shownQuery)),
                refId: targets[0]?.refId ?? '',
                timeZone: request.timezone,
                keepsValues: keepsTime(request.panelPluginId) && !panel.isCalculated,
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
function createLoad(
  queries: ReadonlyArray<ReadyQuery | UnreadableQuery>,
  panel: PanelContext,
  emit: (response: DataQueryResponse) => void
): PanelLoad {
  return (signal, { onProgress, onPartial }) =>
    new Promise((resolve, reject) => {
      let runs: readonly QueryRun[] = [];
      const emitPartial = () => {
        const partial = partialFrames(runs, panel);
        if (partial.frames.length > 0) {
          // Not `Loading`: Grafana renders nothing of a first response in that state.
          emit({ data: [...partial.frames], state: LoadingState.Streaming });
          onPartial(partial);
        }
      };
      const emitSometimes = throttle(emitPartial, {
        delays: PARTIAL_RESPONSE_DELAYS,
        clock: panel.services.clock,
        signal,
        onError: reject,
      });
      const onChange = (started: readonly QueryRun[]) => {
        runs = started;
        onProgress();
        emitSometimes();
      };
      answerQueries(queries, panel, signal, onChange).then(answerResponse).then(resolve, reject);
    });
}

interface Answer {
  readonly frames: RunFrames;
  readonly errors: DataQueryError[];
}

/**
 * Answers queries once.
 * @param onChange called whenever there is more to render
 * @throws only when aborted
 */
export async function answerQueries(
  queries: ReadonlyArray<ReadyQuery | UnreadableQuery>,
  panel: PanelContext,
  signal: AbortSignal,
  onChange: (runs: readonly QueryRun[]) => void = () => undefined
): Promise<Answer> {
  const runs = createRuns(await Promise.all(queries.map((ready) => checkQuery(ready, panel))));
  await Promise.all(runs.map((run) => run.run(signal, () => onChange(runs))));
  return {
    frames: changeFirst(collectFrames(runs, panel), (frame) => withStats(frame, runs)),
    errors: runs.flatMap(({ errors }) => errors),
  };
}

/** The answer as a panel has it. */
export function answerResponse({ frames, errors }: Answer): DataQueryResponse {
  const data = plainFrames(frames);
  return errors.length > 0 ? { data, errors, state: LoadingState.Error } : { data, state: LoadingState.Done };
}

/** A query as far as it can be read. */
function shownQuery(ready: ReadyQuery | UnreadableQuery): object {
  return ready.kind === 'unreadable' ? ready : ready.query;
}

/** A query that can be run; a run that only says why it cannot; nothing for one that is not complete. */
type CheckedQuery = (QueryOfPanel & { readonly kind: Kind }) | IndependentRun | undefined;

async function checkQuery(ready: ReadyQuery | UnreadableQuery, panel: PanelContext): Promise<CheckedQuery> {
  if (ready.kind === 'unreadable') {
    return failedRun(ready.refId, new UserError(unreadableQueryMessage(ready.problem)));
  }
  const { kind, query, missing, emptyVariables, unknownVariables, chosenTexts } = ready;
  const [empty] = emptyVariables;
  if (empty !== undefined) {
    return runWithoutData(query.refId, empty, panel);
  }
  if (unknownVariables.length > 0) {
    const { devices, unknownBecause } = await knownDevices(panel, 'meaning');
    const codes = listCodes(devices);
    const unknown = unknownVariables.find(({ text }) => !codes.has(text));
    if (unknown !== undefined) {
      const error = causeOf(unknownBecause) ?? new UserError(unknownVariableMessage(unknown.reference));
      return failedRun(query.refId, error);
    }
  }
  return missing.length > 0 ? undefined : { kind, query, context: { ...panel, chosenTexts } };
}

/** In the order of the panel. A run for all queries of a kind is where the first of them is. The kinds are in `kinds.ts`. */
function createRuns(checked: readonly CheckedQuery[]): readonly QueryRun[] {
  const queries = checked.flatMap((one) => (one === undefined || one instanceof IndependentRun ? [] : [one]));
  const runs = new Map(
    [...new Set(queries.map(({ kind }) => kind))].flatMap((kind) => {
      const ofKind = queries.filter((one) => one.kind === kind);
      return kind.createRuns(ofKind).map((run, index) => [ofKind[index], run] as const);
    })
  );
  return checked.flatMap((one) => (one instanceof IndependentRun ? one : (runs.get(one) ?? [])));
}

/** What it would select is not known: a variable has no value, or its values could not be loaded, of which the inventory tells. */
function runWithoutData(refId: string, reference: string, panel: PanelContext): IndependentRun {
  return new IndependentRun(refId, 'table', async () => {
    const cause = causeOf((await knownDevices(panel, 'meaning')).unknownBecause);
    if (cause !== undefined) {
      throw cause;
    }
    return [emptyFrame(refId, [emptyVariableNotice(reference)])];
  });
}

/** Why variables may have no values, which are mostly those of the inventory. */
function causeOf(unknownBecause: UnknownBecause | undefined): Error | undefined {
  const { error } = typeof unknownBecause === 'object' ? unknownBecause : {};
  return error instanceof Error ? error : undefined;
}

function failedRun(refId: string, error: Error): IndependentRun {
  return new IndependentRun(refId, 'table', () => Promise.reject(error));
}

/** Why a saved query cannot be read. */
function unreadableQueryMessage({ kind, found }: UnreadableQuery['problem']): string {
  return kind === 'unknownKind'
    ? translate('errors.unknownKind', 'The query has the unknown kind {{found}}. Known kinds: {{known}}.', {
        found,
        known: Object.keys(KINDS).join(', '),
      })
    : translate(
        'errors.newerVersion',
        'The query was saved by a newer version of the plugin (query version {{found}}). Update the plugin.',
        { found }
      );
}

/** Everything of the inventory that a query can name. */
function listCodes(devices: readonly Device[]): ReadonlySet<string> {
  return new Set(
    devices.flatMap(({ code, site, area, type, tags }) => [code, site, area, type, ...tags.map(({ key }) => key)])
  );
}

/** What is loaded so far; nothing while there is no row, for which panels would show "No data". */
function partialFrames(runs: readonly QueryRun[], panel: PanelContext): PartialFrames {
  // Exports are shown while they progress, which is no loading.
  const notices = presentNotices(runs.map(({ loadingNotice }) => loadingNotice));
  const frames = plainFrames(changeFirst(collectFrames(runs, panel), (frame) => withNotices(frame, notices)));
  return { frames: frames.every(({ length }) => length === 0) ? [] : frames, isLoading: notices.length > 0 };
}

/** In the order of the panel: what stands for itself, then what is around it. */
function collectFrames(runs: readonly QueryRun[], panel: PanelContext): RunFrames {
  const first = runs.filter(({ colorsByPosition }) => colorsByPosition);
  const others = runs.filter((run) => !first.includes(run));
  const all = [...first, ...others].flatMap((run) => run.render());
  const isAround = ({ role }: RunFrame) => role === 'mark' || role === 'part';
  const frames = [...all.filter((one) => !isAround(one)), ...all.filter(isAround)];
  return changeFirst(frames, (frame) => withNotices(frame, [ignoredFiltersNotice(panel.ignoredFilters)]));
}

/** Statistics of the whole panel go on its first frame, because the query inspector does not add them up. */
function withStats(frame: DataFrame, runs: readonly QueryRun[]): DataFrame {
  const stats = runs.flatMap((run) => run.stats ?? []);
  return stats.length === 0 ? frame : { ...frame, meta: { ...frame.meta, stats } };
}
