/**
 * What went wrong:
 * - `unauthorized`, `forbidden`, `notFound`, `badRequest`, `rateLimited`, `server`: the server's status (see `status`);
 * - `network`: there was no response, or only a part of it;
 * - `unresponsive`: nothing has answered for so long that no request is sent (see `unansweredMs`);
 * - `notTheApi`: a web page or a redirect to one, such as to a log-in page, instead of data;
 * - `malformed`: the response is not what the specification promises;
 * - `unread`: the backend of the plugin did not read the response, because it exceeds a bound (see `detail`);
 * - `protocol`: responses contradict each other (a repeated cursor, an endless list);
 * - `overBudget`: too many rows; rejected by the plugin itself;
 * - `notACounter`: the increase is wanted of values that fall so often that too many readings would be needed; rejected by the
 *   plugin itself;
 * - `falling`: the increase is wanted of values that fall more often than they rise; rejected by the plugin itself.
 */
export type TelemetryErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'badRequest'
  | 'rateLimited'
  | 'server'
  | 'network'
  | 'unresponsive'
  | 'notTheApi'
  | 'malformed'
  | 'unread'
  | 'protocol'
  | 'overBudget'
  | 'notACounter'
  | 'falling';

interface TelemetryErrorFacts {
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** The requested path. */
  readonly path?: string;
  /** The server's own message, or what exactly is wrong with its response. */
  readonly detail?: string;
  /** How long the server requested to wait. */
  readonly retryAfterMs?: number;
  /** How long requests have been without an answer. */
  readonly unansweredMs?: number;
  /** Of `overBudget`: the limit on rows that would allow it; undefined where no higher limit would, or none is known. */
  readonly neededRows?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of the core except an abort. The message is in English, for logs; users see a text made from `kind`. */
export class TelemetryError extends Error {
  readonly kind: TelemetryErrorKind;
  readonly status: number | undefined;
  readonly path: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly unansweredMs: number | undefined;
  readonly neededRows: number | undefined;

  constructor(kind: TelemetryErrorKind, facts: TelemetryErrorFacts = {}) {
    super([kind, facts.status, facts.path, facts.detail].filter(Boolean).join(': '), { cause: facts.cause });
    this.name = 'TelemetryError';
    this.kind = kind;
    this.status = facts.status;
    this.path = facts.path;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.unansweredMs = facts.unansweredMs;
    this.neededRows = facts.neededRows;
  }
}

/** The kind of an HTTP status. */
export function kindOfStatus(status: number): TelemetryErrorKind {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'notFound';
    case 429:
      return 'rateLimited';
    default:
      if (status >= 300 && status < 400) {
        return 'notTheApi';
      }
      return status >= 500 ? 'server' : 'badRequest';
  }
}

/** True for what an aborted `AbortSignal` throws: nobody waits any more, so there is nothing to report. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
