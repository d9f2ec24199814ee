import type { ConcurrencyLimit } from '../concurrency/concurrencyLimit';
import { DEFAULT_RETRY_POLICY, retry, type RetryDecision, type RetryPolicy } from '../concurrency/retry';
import { type Clock, olderBy, type Stopwatch } from '../time/clock';
import type { EpochMs } from '../time/window';
import { findServerMessage, findUnread, readRetryAfter, retryAfterOfBody } from './errorResponse';
import { createRequest, type Operation, OPERATIONS, type Params } from './operations';
import { isAbort, kindOfStatus, TelemetryError } from './telemetryError';
import { type ApiRequest, type ApiResponse, MEMORY_AGE_HEADER, type ReceivedRows, type Transport } from './transport';

const ONE_ATTEMPT: RetryPolicy = { ...DEFAULT_RETRY_POLICY, maxAttempts: 1 };

/** On whose behalf a request is sent, so that slots are shared fairly and unwanted requests end. */
export interface CallContext {
  /** Callers of the same group (the query of a panel) share a queue. */
  readonly group: string;
  readonly signal: AbortSignal;
  /** True: caches on the way to the API are bypassed. */
  readonly noCache?: boolean;
  /** Called for every request that is sent. */
  readonly onRequest?: (attempt: 'first' | 'retry') => void;
}

interface ClientOptions {
  readonly transport: Transport;
  readonly limit: ConcurrencyLimit;
  /** In place of `limit` for pages of history. */
  readonly historyLimit?: (() => Promise<ConcurrencyLimit>) | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly retryPolicy?: RetryPolicy;
}

/**
 * @param asOfEpochMs an instant before the server put the body together
 * @param rows those of the response that are not in the body
 * @param age of the response: since it was requested, by the backend if it is from its memory
 */
type Decode<T> = (body: unknown, asOfEpochMs: EpochMs, rows: ReceivedRows | undefined, age: Stopwatch) => T;

/** Sends the requests of the API: waits for a slot, sends, retries where that may help, decodes. */
export class ApiClient {
  constructor(private readonly options: ClientOptions) {}

  /**
   * The response of an operation.
   * @throws TelemetryError, and the reason of the context's signal when it is aborted
   */
  get<O extends Operation, T>(operation: O, params: Params<O>, decode: Decode<T>, context: CallContext): Promise<T> {
    return this.send(createRequest(operation, params), context, decode, this.options.retryPolicy);
  }

  /**
   * Sends the smallest request of an operation once, without retries, for the health check.
   * @param check throws if the body is not what the operation returns
   */
  async probe(operation: Operation, check: (body: unknown) => void, context: CallContext): Promise<void> {
    const request = { ...createRequest(operation, operation.probe ?? {}), isProbe: true };
    await this.send(request, context, check, ONE_ATTEMPT);
  }

  /**
   * Decodes inside the task that received the response. The promise of a queued request is old by the time it resolves. Were it
   * to resolve with the body, the garbage collector would move a hundred thousand small objects to the old generation, which
   * takes longer than parsing them.
   */
  private send<T>(
    request: ApiRequest,
    context: CallContext,
    decode: Decode<T>,
    policy = DEFAULT_RETRY_POLICY
  ): Promise<T> {
    const { clock, random, limit, historyLimit } = this.options;
    const isHistory = request.path === OPERATIONS.history.path;
    let attempts = 0;
    const { group, noCache, signal } = context;
    const sent = { ...request, ...(isHistory && { group }), ...(noCache && { noCache }) };
    const sendWithin = (slots: ConcurrencyLimit) =>
      slots(
        group,
        (ownSignal) => {
          context.onRequest?.(attempts++ === 0 ? 'first' : 'retry');
          return this.sendOnce(sent, ownSignal, decode);
        },
        signal
      );
    // The delay between two attempts is spent outside the limit: a sleeping request must not hold a slot.
    return retry(
      () => (isHistory && historyLimit !== undefined ? historyLimit().then(sendWithin) : sendWithin(limit)),
      { clock, random, policy, decideRetry },
      signal
    );
  }

  private async sendOnce<T>(request: ApiRequest, signal: AbortSignal, decode: Decode<T>): Promise<T> {
    const { clock } = this.options;
    const sentEpochMs = clock.nowEpochMs();
    const sent = clock.startStopwatch();
    let response: ApiResponse;
    try {
      response = await this.options.transport(request, signal);
    } catch (cause) {
      if (signal.aborted || isAbort(cause) || cause instanceof TelemetryError) {
        throw cause;
      }
      throw new TelemetryError('network', { path: request.path, detail: causeMessage(cause), cause });
    }
    const { status, body, rows } = response;
    const isSuccess = status >= 200 && status < 300;
    if (isSuccess && !isWebPage(body)) {
      return decode(body, computeAsOf(sentEpochMs, response), rows, olderBy(sent, memoryAgeMs(response)));
    }
    const unread = findUnread(body);
    if (unread !== undefined && !isSuccess) {
      throw new TelemetryError('unread', { path: request.path, detail: unread });
    }
    throw new TelemetryError(isSuccess ? 'notTheApi' : kindOfStatus(status), {
      status,
      path: request.path,
      detail: findServerMessage(body),
      retryAfterMs:
        readRetryAfter(response.header('retry-after'), readServerEpochMs(response) ?? clock.nowEpochMs()) ??
        retryAfterOfBody(body),
    });
  }
}

/** By the server's clock where it is known: ours may be ahead, and readings that it takes for past may still arrive. */
function computeAsOf(sentEpochMs: EpochMs, response: ApiResponse): EpochMs {
  return Math.min(sentEpochMs, readServerEpochMs(response) ?? Infinity);
}

/** The server's clock when it responded; undefined if it does not say. */
function readServerEpochMs({ header }: ApiResponse): EpochMs | undefined {
  const epochMs = Date.parse(header('date') ?? '');
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** For how long the response has been in the memory of the backend; 0 if it is from the API. */
function memoryAgeMs({ header }: ApiResponse): number {
  const ageMs = 1000 * Number(header(MEMORY_AGE_HEADER) ?? 0);
  return ageMs > 0 ? ageMs : 0;
}

function isWebPage(body: unknown): boolean {
  return typeof body === 'string' && body.trimStart().startsWith('<');
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** True of errors after which a request is sent again, because they say nothing about it. */
export function isRetried(error: unknown): error is TelemetryError {
  return error instanceof TelemetryError && (error.kind === 'network' || RETRIED_STATUSES.has(error.status ?? NaN));
}

function decideRetry(error: unknown): RetryDecision {
  const retryable = isRetried(error);
  return { retryable, retryAfterMs: retryable ? error.retryAfterMs : undefined };
}

function causeMessage(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined;
}
