import { Temporal } from 'temporal-polyfill';
import type { EpochMs } from './window';

/** The rule of a zone at an instant. */
export interface ZoneRule {
  /** Local time minus UTC. */
  readonly utcOffsetMs: number;
  /** The instant after the given one at which the UTC offset changes; Infinity if it never does. */
  readonly nextChangeEpochMs: EpochMs;
}

/** True for an IANA name (or `UTC`) that this runtime knows. */
export function isKnownZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * The only place that reads the time zone database. The backend, whose JavaScript engine has none, puts its own module here.
 * @throws RangeError for an unknown zone
 */
export function zoneRuleAt(epochMs: EpochMs, zone: string): ZoneRule {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zone);
  return {
    utcOffsetMs: at.offsetNanoseconds / 1e6,
    nextChangeEpochMs: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
  };
}
