import pg from 'pg';
import { errorCode } from '../errorCode.ts';

/** SQLSTATE classes: connection lost, no resources left, the server is stopping or a statement took too long. */
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
/** What `pg` says of these carries no code. */
const MESSAGES_WITHOUT_CODE = [/^Connection terminated/, /^timeout exceeded when trying to connect/];

/** Whether an error says that the database cannot be asked now, rather than that the question was wrong. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (error instanceof pg.DatabaseError) {
    return CONNECTION_ERROR_CLASSES.includes(code.slice(0, 2));
  }
  const message = error instanceof Error ? error.message : '';
  return NETWORK_CODES.includes(code) || MESSAGES_WITHOUT_CODE.some((pattern) => pattern.test(message));
}
