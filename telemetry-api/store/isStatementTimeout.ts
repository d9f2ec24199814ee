import { errorCode } from '../errorCode.ts';

const QUERY_CANCELED = '57014';

/** Whether a statement was ended because it took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === QUERY_CANCELED;
}
