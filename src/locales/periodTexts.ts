import { t } from '@grafana/i18n';
import { parseDuration } from '../query/duration';
import { durationText } from '../core/time/durationText';
import { PLAIN_TEXT } from './plainText';

/**
 * How long a period lasts: `30 min`.
 * @param isAtLeast true if it may have begun earlier, or may end later, than is known
 */
export function periodDuration(durationMs: number, isAtLeast: boolean): string {
  const duration = durationText(durationMs);
  return isAtLeast ? t('periods.lastsAtLeast', 'at least {{duration}}', { duration, ...PLAIN_TEXT }) : duration;
}

/** A duration of a saved query in words; a variable stays as it is. */
export function wordedDuration(text: string): string {
  const durationMs = parseDuration(text);
  return durationMs === undefined ? text : durationText(durationMs);
}
