import { type DataFrame, type DataQueryError, type DataQueryResponse, LoadingState } from '@grafana/data';
import { type ResponseMonitor, SILENT_AFTER_MS } from '../../core/api/responseMonitor';
import type { TelemetryError } from '../../core/api/telemetryError';
import type { PageVisibility } from '../../core/exports/watchExports';
import type { Clock } from '../../core/time/clock';
import { describeError, NO_USABLE_RESPONSE_STATUS } from '../errorMessage';
import { apiSilentNotice, keptValuesNotice, queryWaitsNotice, withNotices } from '../frames/notices';
import type { ShownPanel } from './shownPanels';

/** How often a panel that waits says for how long. */
const WATCH_EVERY_MS = 5_000;
/** For how long a panel in error waits for the first answer, after which it loads by itself. */
const MAX_WAIT_MS = 60_000;

/** What a load has received so far. */
export interface PartialFrames {
  readonly frames: readonly DataFrame[];
  /** False for a list that is complete and only goes on to change. */
  readonly isLoading: boolean;
}

export interface LoadListener {
  /** Called whenever something was received. */
  readonly onProgress: () => void;
  /** Called with what can be shown of it; less often. */
  readonly onPartial: (partial: PartialFrames) => void;
}

/** Loads a panel once. */
export type PanelLoad = (signal: AbortSignal, listener: LoadListener) => Promise<DataQueryResponse>;

interface WatchOptions {
  readonly monitor: ResponseMonitor;
  readonly visibility: PageVisibility;
  readonly clock: Clock;
  readonly shownPanel: ShownPanel;
  readonly refId: string;
  readonly timeZone: string;
  /** False for what nobody reads notices of. */
  readonly showsNotices: boolean;
  /** True for a chart, whose values have their time: they stay while the API cannot be reached. Others would look current. */
  readonly keepsValues: boolean;
  readonly emit: (response: DataQueryResponse) => void;
}

/**
 * Loads a panel, and says while nothing answers, so that it never shows old values without a word: after ten seconds a notice with their
 * age on what it showed last, after a minute without any answer from the API an error, with which a chart keeps what it showed. Then it
 * waits a minute for the first answer, with which it loads again.
 * @returns the complete response, or the error
 */
export async function watchedLoad(
  load: PanelLoad,
  options: WatchOptions,
  signal: AbortSignal
): Promise<DataQueryResponse> {
  const { monitor, shownPanel } = options;
  shownPanel.unanswered.start();
  for (;;) {
    const response = monitor.failure() === undefined ? await loadWhileAnswering(load, options, signal) : undefined;
    const failure = monitor.failure();
    if (failure === undefined && response !== undefined) {
      shownPanel.unanswered.stop();
      const { errors = [] } = response;
      const frames = response.data as readonly DataFrame[];
      const isEmpty = frames.every(({ length }) => length === 0);
      if (errors.length === 0 || !(isEmpty || monitor.isSilent())) {
        shownPanel.show(frames);
      } else if (isEmpty && errors.every(isUnanswered) && monitor.unansweredMs() > 0) {
        return { ...response, data: keptFrames(options) ?? frames.slice() };
      }
      return response;
    }
    const isOver = failure !== undefined && (await waitForAnswer(failure, options, signal));
    if (isOver) {
      return errorResponse(monitor.failure() ?? failure, options);
    }
  }
}

/** Undefined if the API became unresponsive before there was a response. */
async function loadWhileAnswering(
  load: PanelLoad,
  options: WatchOptions,
  signal: AbortSignal
): Promise<DataQueryResponse | undefined> {
  const { shownPanel } = options;
  const attempt = abortedWith(signal);
  let partial: PartialFrames | undefined;
  const loading = load(attempt.controller.signal, {
    onProgress: () => shownPanel.unanswered.restart(),
    onPartial: (received) => {
      if (received.isLoading) {
        partial = received;
      } else {
        shownPanel.show(received.frames);
      }
    },
  });
  const unresponsive = untilUnresponsive(options, () => partial, attempt.controller.signal);
  // Of the two, the one that is not over ends with an abort.
  loading.catch(() => undefined);
  unresponsive.catch(() => undefined);
  try {
    return await Promise.race([loading, unresponsive]);
  } finally {
    attempt.end();
  }
}

/** Emits notices while a load waits. */
async function untilUnresponsive(
  options: WatchOptions,
  partial: () => PartialFrames | undefined,
  signal: AbortSignal
): Promise<undefined> {
  const { monitor, visibility, clock, shownPanel } = options;
  while (monitor.failure() === undefined) {
    if (!visibility.isVisible()) {
      shownPanel.unanswered.restart();
    }
    const silentMs = monitor.unansweredMs();
    const waitedMs = shownPanel.unanswered.observeMs();
    emitNotice({ silentMs, waitedMs }, partial(), options);
    const untilNoticeMs = SILENT_AFTER_MS - Math.max(silentMs, waitedMs);
    await clock.sleep(untilNoticeMs > 0 ? Math.min(untilNoticeMs, WATCH_EVERY_MS) : WATCH_EVERY_MS, signal);
  }
  return undefined;
}

function emitNotice(
  { silentMs, waitedMs }: { readonly silentMs: number; readonly waitedMs: number },
  partial: PartialFrames | undefined,
  { shownPanel, timeZone, refId, showsNotices, emit }: WatchOptions
): void {
  const isSilent = silentMs >= SILENT_AFTER_MS;
  if (!showsNotices || (!isSilent && waitedMs < SILENT_AFTER_MS)) {
    return;
  }
  const values = partial === undefined ? shownPanel.shown : undefined;
  const [first, ...others] = partial?.frames ?? values?.frames ?? [];
  if (first === undefined && !isSilent) {
    // There is nothing on the panel that could be taken for current, and the API answers others.
    return;
  }
  const received =
    values === undefined || first === undefined
      ? undefined
      : { epochMs: values.receivedEpochMs, ageMs: values.age.ageMs(), timeZone };
  const notice = isSilent ? apiSilentNotice(silentMs, received) : queryWaitsNotice(waitedMs, received);
  const frame = first ?? { refId, fields: [], length: 0 };
  emit({ data: [withNotices(frame, [notice]), ...others], state: LoadingState.Streaming });
}

/** Emits the error until the API answers. @returns true if it takes too long */
async function waitForAnswer(first: TelemetryError, options: WatchOptions, signal: AbortSignal): Promise<boolean> {
  const { monitor, clock, emit } = options;
  const waiting = clock.startStopwatch();
  for (let failure: TelemetryError | undefined = first; failure !== undefined; failure = monitor.failure()) {
    if (waiting.elapsedMs() >= MAX_WAIT_MS) {
      return true;
    }
    emit(errorResponse(failure, options));
    monitor.probe();
    const attempt = abortedWith(signal);
    try {
      await Promise.race([
        monitor.answered(attempt.controller.signal),
        clock.sleep(WATCH_EVERY_MS, attempt.controller.signal),
      ]);
    } finally {
      attempt.end();
    }
  }
  return false;
}

function errorResponse(failure: TelemetryError, options: WatchOptions): DataQueryResponse {
  const errors = [{ refId: options.refId, message: describeError(failure) }];
  return { data: keptFrames(options) ?? [], errors, state: LoadingState.Error };
}

/** What a chart showed last, with a notice of its age. */
function keptFrames({ shownPanel: { shown }, keepsValues, timeZone }: WatchOptions): DataFrame[] | undefined {
  const [first, ...others] = shown?.frames ?? [];
  if (!keepsValues || shown === undefined || first === undefined) {
    return undefined;
  }
  const received = { epochMs: shown.receivedEpochMs, ageMs: shown.age.ageMs(), timeZone };
  return [withNotices(first, [keptValuesNotice(received)]), ...others];
}

/** True for what is reported where the API itself has said nothing. */
function isUnanswered({ status }: DataQueryError): boolean {
  return status === NO_USABLE_RESPONSE_STATUS || status === 504;
}

/** A controller that is aborted with a signal, or at its end. */
function abortedWith(signal: AbortSignal): { readonly controller: AbortController; readonly end: () => void } {
  signal.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return {
    controller,
    end: () => {
      signal.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}
