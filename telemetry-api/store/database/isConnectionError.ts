import pg from 'pg';
import { errorCode } from '../../errorCode.ts';
import { UncertainCommitError } from './uncertainCommitError.ts';

/** SQLSTATE classes: connection exception, insufficient resources, operator intervention (shutdown or statement timeout). */
const CONNECTION_ERROR_CLASSES = ['08', '53', '57'];
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

/** Whether an error means that the database is unavailable, as opposed to a faulty statement. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (error instanceof pg.DatabaseError) {
    return CONNECTION_ERROR_CLASSES.includes(code.slice(0, 2));
  }
  if (error instanceof UncertainCommitError) {
    return true;
  }
  const message = error instanceof Error ? error.message : '';
  return NETWORK_CODES.includes(code) || MESSAGES_WITHOUT_CODE.some((pattern) => pattern.test(message));
}
