import { DEFAULT_RETRY_POLICY, type RetryPolicy, retrying } from '../concurrency/retry';
import type { RunLimited } from '../concurrency/limiter';
import type { Clock } from '../time/clock';
import type { Level } from '../time/level';
import { type EpochMs, toIso } from '../time/window';
import { type AlertsPage, decodeAlertsPage } from './alertsPage';
import { decodeDevicesPage, type DevicesPage } from './devicesPage';
import { errorWords } from './errorWords';
import { decodeHistoryPage, type HistoryPage, WIRE_LEVEL } from './historyPage';
import { readRetryAfter } from './retryAfter';
import { isAbort, kindOfStatus, TelemetryError } from './telemetryError';
import type { ApiRequest, ApiResponse, Transport } from './transport';

/** The largest `limite` that each operation allows. */
export const MAX_PAGE_ROWS = { history: 5000, alerts: 1000, devices: 2000, values: 5000 } as const;

/** Who asks, so that places are shared fairly and nobody waits for an answer that is no longer wanted. */
export interface CallContext {
  /** Callers of the same group (a panel's query) queue behind each other. */
  readonly group: string;
  readonly signal: AbortSignal;
  /** Told of every request that is sent, first or again. */
  readonly onRequest?: (attempt: 'first' | 'again') => void;
}

export interface HistoryPageQuery {
  readonly device: string;
  readonly tag: string;
  readonly level: Level;
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
  readonly limit: number;
  readonly cursor: string | null;
}

export interface AlertsPageQuery {
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
  readonly state: 'all' | 'open';
  readonly limit: number;
  readonly cursor: string | null;
}

interface ClientTools {
  readonly transport: Transport;
  readonly limit: RunLimited;
  readonly clock: Clock;
  readonly random: () => number;
  readonly retryPolicy?: RetryPolicy;
}

/** One call per operation of the specification: sends, waits its turn, tries again where that may help, decodes. */
export class TelemetryClient {
  constructor(private readonly tools: ClientTools) {}

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
      decodeHistoryPage(body, query.level, asOfEpochMs)
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

  async devicesPage(query: { limit: number; cursor: string | null }, context: CallContext): Promise<DevicesPage> {
    const params = { limite: String(query.limit), ...cursorParam(query.cursor) };
    return this.get({ path: 'v1/dispositivos', params }, context, decodeDevicesPage);
  }

  /** Asks for something small, only to see whether the server answers it: for the health check. */
  async probe(request: ApiRequest, context: CallContext): Promise<void> {
    await this.get(request, context, () => undefined);
  }

  /**
   * Decodes where the answer comes in. The promises of requests that wait for a place grow old before they are kept; one
   * that were kept with a body of a hundred thousand little objects would carry them into the old memory, which costs
   * more than reading them.
   */
  private get<T>(request: ApiRequest, context: CallContext, decode: Decode<T>): Promise<T> {
    const { clock, random, limit, retryPolicy = DEFAULT_RETRY_POLICY } = this.tools;
    let attempts = 0;
    // The wait between two attempts is spent outside the limiter: a place must not be held by a request that sleeps.
    return retrying(
      () =>
        limit(
          context.group,
          (signal) => {
            context.onRequest?.(attempts++ === 0 ? 'first' : 'again');
            return this.getOnce(request, signal, decode);
          },
          context.signal
        ),
      { clock, random, policy: retryPolicy, judge },
      context.signal
    );
  }

  private async getOnce<T>(request: ApiRequest, signal: AbortSignal, decode: Decode<T>): Promise<T> {
    const sentEpochMs = this.tools.clock.nowEpochMs();
    let response: ApiResponse;
    try {
      response = await this.tools.transport(request, signal);
    } catch (cause) {
      if (signal.aborted || isAbort(cause)) {
        throw cause;
      }
      throw new TelemetryError('network', { path: request.path, detail: messageOf(cause), cause });
    }
    if (response.status >= 200 && response.status < 300) {
      return decode(response.body, notAfterServer(sentEpochMs, response));
    }
    throw new TelemetryError(kindOfStatus(response.status), {
      status: response.status,
      path: request.path,
      detail: errorWords(response.body),
      retryAfterMs: readRetryAfter(response.header('retry-after'), this.tools.clock.nowEpochMs()),
    });
  }
}

/** @param asOfEpochMs an instant at which the server had not yet put the body together */
type Decode<T> = (body: unknown, asOfEpochMs: EpochMs) => T;

/** By the server's clock, where it tells: ours may be fast, and readings of what it takes for the past be still to come. */
function notAfterServer(sentEpochMs: EpochMs, { header }: ApiResponse): EpochMs {
  const serverEpochMs = Date.parse(header('date') ?? '');
  return Number.isNaN(serverEpochMs) ? sentEpochMs : Math.min(sentEpochMs, serverEpochMs);
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function judge(error: unknown): { again: boolean; retryAfterMs: number | undefined } {
  if (!(error instanceof TelemetryError)) {
    return { again: false, retryAfterMs: undefined };
  }
  const again = error.kind === 'network' || (error.status !== undefined && RETRIED_STATUSES.has(error.status));
  return { again, retryAfterMs: error.retryAfterMs };
}

function cursorParam(cursor: string | null): Record<string, string> {
  return cursor === null ? {} : { siguiente: cursor };
}

function messageOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined;
}
