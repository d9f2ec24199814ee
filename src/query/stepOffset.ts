import { BUCKET_MS, type BucketLevel } from '../core/time/level';
import { HOUR_MS, MINUTE_MS } from '../core/time/window';
import type { ParsedInterval } from './requestedInterval';

/** What an offset's text means for an interval. */
export type ParsedOffset = { readonly kind: 'offset'; readonly offsetMs: number } | OffsetProblem;

/** Why steps cannot begin at an offset, with what the message needs. */
export type OffsetProblem =
  | { readonly kind: 'notATime'; readonly text: string }
  | { readonly kind: 'movesLevel'; readonly text: string; readonly level: BucketLevel; readonly instead: string };

/** Steps as long as the buckets of a level, which unlike those can begin at any time. */
const STEP_LIKE: Readonly<Record<BucketLevel, string>> = { '1m': '60s', '1h': '60m', '1d': '24h' };

/**
 * Reads the time of day at which steps begin, `06:00` or `22:30`; empty means midnight. It is a time and no length, because
 * it holds on the days of a DST change too, when six o'clock is five or seven hours after midnight.
 * "Auto" and readings have no steps to move; the buckets of the server stay where they are, so another time is a problem.
 */
export function parseOffset(text: string, interval: ParsedInterval): ParsedOffset {
  const offsetMs = timeOfDayMs(text.trim());
  if (offsetMs === undefined) {
    return { kind: 'notATime', text: text.trim() };
  }
  if (interval.kind === 'level' && interval.level !== 'raw' && offsetMs % BUCKET_MS[interval.level] !== 0) {
    const { level } = interval;
    return { kind: 'movesLevel', text: text.trim(), level, instead: STEP_LIKE[level] };
  }
  return { kind: 'offset', offsetMs: interval.kind === 'step' ? offsetMs : 0 };
}

function timeOfDayMs(text: string): number | undefined {
  if (text === '') {
    return 0;
  }
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS : undefined;
}
