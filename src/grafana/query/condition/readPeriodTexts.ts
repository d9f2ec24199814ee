import type { PeriodRules } from '../../../core/history/signal/periods';
import { parseHold } from '../../../query/continuation';
import { parseDuration } from '../../../query/duration';
import { invalidDurationMessage, invalidHoldMessage } from '../../errorMessage';
import { rejectQuery } from '../../userError';

/** @throws UserError */
export function readPeriodRules(query: { readonly minDuration: string; readonly joinWithin: string }): PeriodRules {
  return { minDurationMs: readDuration(query.minDuration), joinWithinMs: readDuration(query.joinWithin) };
}

/** @throws UserError */
export function readHold(text: string, defaultMs: number): number {
  return parseHold(text, defaultMs) ?? rejectQuery(invalidHoldMessage(text));
}

function readDuration(text: string): number {
  return text === '' ? 0 : (parseDuration(text) ?? rejectQuery(invalidDurationMessage(text)));
}
