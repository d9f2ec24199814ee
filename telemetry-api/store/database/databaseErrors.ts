import pg from 'pg';
import { errorCode } from '../../errorCode.ts';

/** SQLSTATE of a statement for which the server has no space. */
export const DISK_FULL = '53100';
/** SQLSTATE of a statement that somebody cancelled, or the statement timeout. */
export const QUERY_CANCELED = '57014';
const READ_TIMEOUT_MESSAGE = 'Query read timeout';
/** SQLSTATE classes: connection exception, insufficient resources, operator intervention (shutdown or statement timeout). */
const CONNECTION_ERROR_CLASSES = ['08', '53', '57'];
/**
 * A statement exceeds a limit of the configuration, such as TimescaleDB's number of rows to decompress, and does so again however often it
 * is repeated.
 */
const CONFIGURATION_LIMIT = '53400';
const INTERNAL_ERROR = 'XX000';
const IO_ERROR = '58030';
/** Messages of Citus, which are in English on every server. */
const LOST_WORKER_MESSAGE =
  /^(failure on connection marked as essential|failed to COPY to shard|failed to complete COPY on|failed to prepare transaction|failed to read result|could not connect to any active placements)/;
/** Of a new partition while Citus moves a shard of its table. */
const MOVING_SHARD_MESSAGE = /^could not acquire the lock required to /;
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** Messages of `pg` errors without a code. */
const MESSAGES_WITHOUT_CODE = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Client has encountered a connection error/,
];

/**
 * The connection was lost during COMMIT, so the transaction may or may not have been committed. Anything that is written again must be
 * idempotent; `result` is what the transaction would have returned.
 */
export class UncertainCommitError extends Error {
  override name = 'UncertainCommitError';
  readonly result: unknown;

  constructor(result: unknown, cause: unknown) {
    super('The connection to the database was lost while a transaction was being committed.', { cause });
    this.result = result;
  }
}

/** Whether an error means that the database, or a server of it, is unavailable, as opposed to a faulty statement. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (error instanceof pg.DatabaseError) {
    return code === INTERNAL_ERROR || code === IO_ERROR
      ? isLostWorker(error) || MOVING_SHARD_MESSAGE.test(error.message)
      : CONNECTION_ERROR_CLASSES.includes(code.slice(0, 2)) && code !== CONFIGURATION_LIMIT;
  }
  if (error instanceof UncertainCommitError) {
    return true;
  }
  const message = error instanceof Error ? error.message : '';
  return NETWORK_CODES.includes(code) || MESSAGES_WITHOUT_CODE.some((pattern) => pattern.test(message));
}

/**
 * Whether Citus lost the connection to a worker. It reports an internal error or, while it copies rows, an I/O error: with a message of its
 * own, or with that of its client library, which is in the language of the server; the context then names the worker, or the routine of Citus says
 * what failed. Errors of statements on a worker have a code of their own.
 */
function isLostWorker({ message, where, routine }: pg.DatabaseError): boolean {
  return (
    LOST_WORKER_MESSAGE.test(message) ||
    /^while executing command on /m.test(where ?? '') ||
    routine === 'ReportCopyError'
  );
}

/** Whether a statement was cancelled because it exceeded the statement timeout, or given up because its server does not respond. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === QUERY_CANCELED || isReadTimeout(error);
}

/** Whether `limitResponseTime` gave up a statement. `pg` reports it without a code. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === READ_TIMEOUT_MESSAGE;
}
