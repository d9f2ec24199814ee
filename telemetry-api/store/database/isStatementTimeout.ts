import { errorCode } from '../../errorCode.ts';

const QUERY_CANCELED = '57014';

/** Whether a statement was cancelled because it exceeded the statement timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === QUERY_CANCELED;
}
