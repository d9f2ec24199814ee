import type { ConcurrencyLimit } from '../concurrency/concurrencyLimit';
import { DEFAULT_RETRY_POLICY, retry, type RetryDecision, type RetryPolicy } from '../concurrency/retry';
import type { DataExport } from '../exports/dataExport';
import type { Clock } from '../time/clock';
import type { Level } from '../time/level';
import { type EpochMs, toIso } from '../time/window';
import { type AlertsPage, decodeAlertsPage } from './alertsPage';
import { decodeDevicesPage, type DevicesPage } from './devicesPage';
import { decodeExport, decodeExports } from './exportsResponse';
import { type DecodeRows, decodeHistoryPage, type HistoryPage, WIRE_LEVEL } from './historyPage';
import { readRetryAfter, retryAfterOfBody } from './retryAfter';
import { serverMessageOf } from './serverMessage';
import { isAbort, kindOfStatus, TelemetryError } from './telemetryError';
import type { ApiRequest, ApiResponse, Transport } from './transport';
import { decodeValuesPage, type ValuesPage } from './valuesPage';

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

export interface HistoryPageQuery {
  readonly device: string;
  readonly tag: string;
  readonly level: Level;
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface AlertsPageQuery {
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
  readonly state: 'all' | 'open';
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface ValuesPageQuery {
  /** Undefined: all devices. */
  readonly device: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface ClientOptions {
  readonly transport: Transport;
  readonly limit: ConcurrencyLimit;
  readonly clock: Clock;
  readonly random: () => number;
  readonly retryPolicy?: RetryPolicy;
  /** Decodes the rows of a history page; absent: those of JSON. */
  readonly decodeRows?: DecodeRows | undefined;
}

/** One method per operation of the specification: waits for a slot, sends, retries where that may help, decodes. */
export class TelemetryClient {
  constructor(private readonly options: ClientOptions) {}

  async historyPage(query: HistoryPageQuery, context: CallContext): Promise<HistoryPage> {
    const params = {
      dispositivo: query.device,
      tag: query.tag,
      desde: toIso(query.fromEpochMs),
      hasta: toIso(query.toEpochMs),
      intervalo: WIRE_LEVEL[query.level],
      limite: String(query.limit),
      ...cursorParam(query.cursor),
    };
    return this.get({ path: 'v1/lecturas', params }, context, (body, asOfEpochMs) =>
      decodeHistoryPage(body, query, asOfEpochMs, this.options.decodeRows)
    );
  }

  async alertsPage(query: AlertsPageQuery, context: CallContext): Promise<AlertsPage> {
    const params = {
      desde: toIso(query.fromEpochMs),
      hasta: toIso(query.toEpochMs),
      estado: query.state === 'open' ? 'abiertas' : 'todas',
      limite: String(query.limit),
      ...cursorParam(query.cursor),
    };
    return this.get({ path: 'v1/alertas', params }, context, decodeAlertsPage);
  }

  async devicesPage(
    query: { readonly limit: number; readonly cursor: string | undefined },
    context: CallContext
  ): Promise<DevicesPage> {
    const params = { limite: String(query.limit), ...cursorParam(query.cursor) };
    return this.get({ path: 'v1/dispositivos', params }, context, decodeDevicesPage);
  }

  async valuesPage({ device, limit, cursor }: ValuesPageQuery, context: CallContext): Promise<ValuesPage> {
    const params = {
      ...(device !== undefined && { dispositivo: device }),
      limite: String(limit),
      ...cursorParam(cursor),
    };
    return this.get({ path: 'v1/valores', params }, context, decodeValuesPage);
  }

  /** The last exports that were requested with the key: the list has no cursor. */
  async exports(context: CallContext): Promise<readonly DataExport[]> {
    return this.get({ path: 'v1/exportaciones', params: {} }, context, decodeExports);
  }

  async export(id: string, context: CallContext): Promise<DataExport> {
    return this.get({ path: `v1/exportaciones/${encodeURIComponent(id)}`, params: {} }, context, decodeExport);
  }

  /**
   * Sends a small request once, without retries, for the health check.
   * @param check throws if the body is not what the operation returns
   */
  async probe(request: ApiRequest, context: CallContext, check: (body: unknown) => void): Promise<void> {
    await this.get({ ...request, isProbe: true }, context, check, ONE_ATTEMPT);
  }

  /**
   * Decodes inside the task that received the response. The promise of a queued request is old by the time it resolves. Were it
   * to resolve with the body, the garbage collector would move a hundred thousand small objects to the old generation, which
   * takes longer than parsing them.
   */
  private get<T>(
    request: ApiRequest,
    context: CallContext,
    decode: Decode<T>,
    policy = this.options.retryPolicy ?? DEFAULT_RETRY_POLICY
  ): Promise<T> {
    const { clock, random, limit } = this.options;
    let attempts = 0;
    // The delay between two attempts is spent outside the limit: a sleeping request must not hold a slot.
    return retry(
      () =>
        limit(
          context.group,
          (signal) => {
            context.onRequest?.(attempts++ === 0 ? 'first' : 'retry');
            return this.getOnce({ ...request, ...(context.noCache && { noCache: true }) }, signal, decode);
          },
          context.signal
        ),
      { clock, random, policy, decideRetry },
      context.signal
    );
  }

  private async getOnce<T>(request: ApiRequest, signal: AbortSignal, decode: Decode<T>): Promise<T> {
    const sentEpochMs = this.options.clock.nowEpochMs();
    let response: ApiResponse;
    try {
      response = await this.options.transport(request, signal);
    } catch (cause) {
      if (signal.aborted || isAbort(cause) || cause instanceof TelemetryError) {
        throw cause;
      }
      throw new TelemetryError('network', { path: request.path, detail: messageOf(cause), cause });
    }
    const { status, body } = response;
    const isSuccess = status >= 200 && status < 300;
    if (isSuccess && !isWebPage(body)) {
      return decode(body, asOfEpochMsOf(sentEpochMs, response));
    }
    throw new TelemetryError(isSuccess ? 'notTheApi' : kindOfStatus(status), {
      status,
      path: request.path,
      detail: serverMessageOf(body),
      retryAfterMs:
        readRetryAfter(response.header('retry-after'), serverEpochMsOf(response) ?? this.options.clock.nowEpochMs()) ??
        retryAfterOfBody(body),
    });
  }
}

/** @param asOfEpochMs an instant before the server put the body together */
type Decode<T> = (body: unknown, asOfEpochMs: EpochMs) => T;

/** By the server's clock where it is known: ours may be ahead, and readings that it takes for past may still arrive. */
function asOfEpochMsOf(sentEpochMs: EpochMs, response: ApiResponse): EpochMs {
  return Math.min(sentEpochMs, serverEpochMsOf(response) ?? Infinity);
}

/** The server's clock when it responded; undefined if it does not say. */
function serverEpochMsOf({ header }: ApiResponse): EpochMs | undefined {
  const epochMs = Date.parse(header('date') ?? '');
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

function isWebPage(body: unknown): boolean {
  return typeof body === 'string' && body.trimStart().startsWith('<');
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function decideRetry(error: unknown): RetryDecision {
  if (!(error instanceof TelemetryError)) {
    return { retryable: false, retryAfterMs: undefined };
  }
  const retryable = error.kind === 'network' || (error.status !== undefined && RETRIED_STATUSES.has(error.status));
  return { retryable, retryAfterMs: error.retryAfterMs };
}

function cursorParam(cursor: string | undefined): Record<string, string> {
  return cursor === undefined ? {} : { siguiente: cursor };
}

function messageOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined;
}
