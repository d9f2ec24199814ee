import { parseDuration } from '../query/duration';
import { durationText } from '../core/time/durationText';
import { translate } from './translate';

/**
 * How long a period lasts: `30 min`.
 * @param isAtLeast true if it may have begun earlier, or may end later, than is known
 */
export function periodDuration(durationMs: number, isAtLeast: boolean): string {
  const duration = durationText(durationMs);
  return isAtLeast ? translate('periods.lastsAtLeast', 'at least {{duration}}', { duration }) : duration;
}

/** A duration of a saved query in words; a variable stays as it is. */
export function wordedDuration(text: string): string {
  const durationMs = parseDuration(text);
  return durationMs === undefined ? text : durationText(durationMs);
}
