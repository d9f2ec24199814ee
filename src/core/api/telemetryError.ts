/**
 * What went wrong, as a word that code can ask for:
 * - `unauthorized`, `forbidden`, `notFound`, `badRequest`, `rateLimited`, `server`: the server said so (see `status`);
 * - `network`: no answer came;
 * - `malformed`: an answer came that is not what the specification promises;
 * - `protocol`: the answers contradict each other (a cursor came twice, a list has no end);
 * - `overBudget`: the request was refused here, before it was sent, because it would cost too many rows.
 */
export type TelemetryErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'badRequest'
  | 'rateLimited'
  | 'server'
  | 'network'
  | 'malformed'
  | 'protocol'
  | 'overBudget';

interface TelemetryErrorFacts {
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** The path that was asked for. */
  readonly path?: string;
  /** The server's own words, or what exactly was wrong with its answer. */
  readonly detail?: string;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** Every failure of the core but an abort. The message is English, for logs; people are shown words made from `kind`. */
export class TelemetryError extends Error {
  readonly kind: TelemetryErrorKind;
  readonly status: number | undefined;
  readonly path: string | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: TelemetryErrorKind, facts: TelemetryErrorFacts = {}) {
    super([kind, facts.status, facts.path, facts.detail].filter(Boolean).join(': '), { cause: facts.cause });
    this.name = 'TelemetryError';
    this.kind = kind;
    this.status = facts.status;
    this.path = facts.path;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The kind that an HTTP status means. */
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
      return status >= 500 ? 'server' : 'badRequest';
  }
}

/** True for what `AbortSignal` throws: nobody listens any more, so there is nothing to report. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
