import { errorCode } from '../../errorCode.ts';

const QUERY_CANCELED = '57014';
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/** Whether a statement was cancelled because it exceeded the statement timeout, or given up because its server does not respond. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === QUERY_CANCELED || isReadTimeout(error);
}

/** Whether `limitResponseTime` gave up a statement. `pg` reports it without a code. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === READ_TIMEOUT_MESSAGE;
}
