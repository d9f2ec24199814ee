import pg from 'pg';
import { errorCode } from '../errorCode.ts';

/** SQLSTATE classes: connection lost, no resources left, the server is stopping or a statement took too long. */
const AWAY_CLASSES = ['08', '53', '57'];
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
const CODELESS = [/^Connection terminated/, /^timeout exceeded when trying to connect/];

/** Whether an error says that the database cannot be asked now, rather than that the question was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (error instanceof pg.DatabaseError) {
    return AWAY_CLASSES.includes(code.slice(0, 2));
  }
  const message = error instanceof Error ? error.message : '';
  return NETWORK_CODES.includes(code) || CODELESS.some((pattern) => pattern.test(message));
}
