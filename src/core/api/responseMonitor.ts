import { type Clock, ObservedTime, type Stopwatch } from '../time/clock';
import { createRequest, OPERATIONS } from './operations';
import { TelemetryError } from './telemetryError';
import { type ApiRequest, type ApiResponse, MEMORY_AGE_HEADER, type Transport } from './transport';

/** After this time without any answer, users should know. */
export const SILENT_AFTER_MS = 10_000;
/** Before users are told, a probe finds out whether it is so. */
const PROBE_AFTER_MS = 5_000;
/** Requests in flight while nothing answers: if the one is only slow, the other one shows it. */
export const MAX_CONCURRENT_WHEN_SILENT = 2;
/** After this time without any answer, nothing is requested any more but a probe. */
export const UNRESPONSIVE_AFTER_MS = 60_000;

/**
 * So many in flight, of which one was answered, would have been sent one after the other if each had waited for a slot: the next would have
 * been sent at that moment.
 */
const MANY_IN_FLIGHT = 4;

/** The smallest request that every API has. An answer without permission is an answer, too. */
const PROBE: ApiRequest = { ...createRequest(OPERATIONS.devices, OPERATIONS.devices.probe), isProbe: true };
/** An API that takes longer for a single device is of no use to panels. */
const PROBE_TIMEOUT_MS = 10_000;
const MIN_PROBE_SPACING_MS = 5_000;

/** A gateway, such as Grafana's data proxy, sends these in place of an API that does not answer. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/**
 * Knows since when an API has left requests without an answer, whatever became of the requests: each refresh of a dashboard cancels those
 * of the one before, so that their own time limits may never be reached.
 *
 * The silence begins with the first request after an answer: a slow one beside others that were answered is none. If many were in flight
 * at that answer, it begins then. Any answer of the API
 * ends it, also an error; that of a gateway or of the backend's memory in its place does not. After a minute the API is `unresponsive`:
 * requests in flight end, and further ones fail at once, so that only a small probe occupies a connection of the browser. The time counts
 * only while somebody observes it, that is while requests are sent or someone asks.
 */
export class ResponseMonitor {
  private readonly unanswered: ObservedTime;
  private readonly inFlight = new Set<AbortController>();
  private readonly waiting = new Set<() => void>();
  /** Why the last request had no answer, if it was not cancelled. */
  private lastFailure: string | undefined;
  /** Counts the answers, so that a request knows whether there was one since it was sent. */
  private answers = 0;
  /** Requests since the last answer, but those that were answered from memory. */
  private unansweredRequests = 0;
  /** Those that were in flight at the last answer and had no answer since, if they were many. */
  private awaited = new Set<AbortController>();
  private isProbing = false;
  private probed: Stopwatch | undefined;

  constructor(
    private readonly unwatched: Transport,
    private readonly clock: Clock
  ) {
    this.unanswered = new ObservedTime(clock);
  }

  /** How long requests have been without any answer; 0 if nothing is unanswered. */
  unansweredMs(): number {
    const unansweredMs = this.unanswered.observeMs();
    if (unansweredMs >= UNRESPONSIVE_AFTER_MS) {
      this.inFlight.forEach((request) => request.abort(this.error(unansweredMs)));
    }
    return unansweredMs;
  }

  /** True if users should know that there is no answer. */
  isSilent(): boolean {
    return this.unansweredMs() >= SILENT_AFTER_MS;
  }

  /** Why nothing is requested any more; undefined while the API is not unresponsive. */
  failure(): TelemetryError | undefined {
    const unansweredMs = this.unansweredMs();
    return unansweredMs >= UNRESPONSIVE_AFTER_MS ? this.error(unansweredMs) : undefined;
  }

  /**
   * Sends a request and notes what becomes of it.
   * @throws TelemetryError `unresponsive` without a request while the API is unresponsive, and during the request if it becomes so
   */
  readonly transport: Transport = async (request, signal) => {
    signal.throwIfAborted();
    const failure = request.isProbe === true ? undefined : this.failure();
    if (failure !== undefined) {
      throw failure;
    }
    const own = new AbortController();
    const stop = () => own.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.unanswered.start();
    this.unansweredRequests++;
    const answersBefore = this.answers;
    if (request.isProbe !== true) {
      this.inFlight.add(own);
    }
    try {
      const response = await this.unwatched(request, own.signal);
      this.inFlight.delete(own);
      this.awaited.delete(own);
      if (response.header(MEMORY_AGE_HEADER) === undefined) {
        this.note(response);
      } else {
        this.noteFromMemory(answersBefore === this.answers);
      }
      return response;
    } catch (error) {
      if (error instanceof TelemetryError && !own.signal.aborted) {
        // Something was received, and cannot be read.
        this.noteAnswer();
      } else if (!own.signal.aborted) {
        this.lastFailure = error instanceof Error ? error.message : String(error);
      }
      throw error;
    } finally {
      this.inFlight.delete(own);
      signal.removeEventListener('abort', stop);
    }
  };

  /** Finds out whether an unresponsive API answers again, unless that was tried just now. Callers repeat it for as long as they wait. */
  probe(): void {
    if (this.isProbing || (this.probed !== undefined && this.probed.elapsedMs() < MIN_PROBE_SPACING_MS)) {
      return;
    }
    this.isProbing = true;
    this.probed = this.clock.startStopwatch();
    const timeout = new AbortController();
    const done = new AbortController();
    this.clock.sleep(PROBE_TIMEOUT_MS, done.signal).then(
      () => timeout.abort(),
      () => undefined
    );
    this.transport(PROBE, timeout.signal)
      .catch(() => undefined)
      .finally(() => {
        this.isProbing = false;
        done.abort();
      });
  }

  /** Resolves with the next answer; rejects with the signal's reason when it is aborted first. */
  answered(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stopWaiting = () => {
        this.waiting.delete(wake);
        reject(signal.reason);
      };
      const wake = () => {
        signal.removeEventListener('abort', stopWaiting);
        resolve();
      };
      signal.addEventListener('abort', stopWaiting, { once: true });
      this.waiting.add(wake);
    });
  }

  private note({ status }: ApiResponse): void {
    if (GATEWAY_STATUSES.has(status)) {
      this.lastFailure = `status ${status}`;
      return;
    }
    this.noteAnswer();
  }

  private noteAnswer(): void {
    this.lastFailure = undefined;
    this.answers++;
    this.unansweredRequests = 0;
    this.unanswered.stop();
    this.awaited = new Set(this.inFlight.size >= MANY_IN_FLIGHT ? this.inFlight : []);
    if (this.awaited.size > 0) {
      this.unanswered.start();
    }
    const waiting = [...this.waiting];
    this.waiting.clear();
    waiting.forEach((wake) => wake());
  }

  /**
   * A response from memory says nothing about the API, and was no request to it.
   * @param isSinceAnswer whether it was requested after the last answer
   */
  private noteFromMemory(isSinceAnswer: boolean): void {
    this.unansweredRequests -= isSinceAnswer ? 1 : 0;
    if (this.unansweredRequests === 0 && this.awaited.size === 0) {
      this.unanswered.stop();
    } else if (this.unansweredMs() >= PROBE_AFTER_MS) {
      // A request may have been cancelled before its answer, and nothing else asks the API.
      this.probe();
    }
  }

  private error(unansweredMs: number): TelemetryError {
    return new TelemetryError('unresponsive', { unansweredMs, detail: this.lastFailure });
  }
}
