import { Temporal } from 'temporal-polyfill';
import { type EpochMs, type TimeWindow } from './window';

/** A stretch of time in which a zone keeps one offset to UTC. */
export interface ZoneSegment extends TimeWindow {
  /** Local time minus UTC. */
  readonly offsetMs: number;
}

export const UTC = 'UTC';

/** True for an IANA name (or `UTC`) that this runtime knows. */
export function isKnownZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Cuts a window where the zone's offset changes: DST, or a country that changed its mind. */
export function zoneSegments(window: TimeWindow, zone: string): ZoneSegment[] {
  if (zone === UTC) {
    return [{ ...window, offsetMs: 0 }];
  }
  const segments: ZoneSegment[] = [];
  let fromEpochMs = window.fromEpochMs;
  while (fromEpochMs < window.toEpochMs) {
    const start = Temporal.Instant.fromEpochMilliseconds(Math.floor(fromEpochMs)).toZonedDateTimeISO(zone);
    const transition = start.getTimeZoneTransition('next');
    const toEpochMs = Math.min(transition?.epochMilliseconds ?? Infinity, window.toEpochMs);
    segments.push({ fromEpochMs, toEpochMs, offsetMs: start.offsetNanoseconds / 1e6 });
    fromEpochMs = toEpochMs;
  }
  return segments;
}

/** The starts of the local months from the one that holds `fromEpochMs` to the first one at or after `toEpochMs`. */
export function monthStarts(window: TimeWindow, zone: string, everyMonths: number): EpochMs[] {
  const first = Temporal.Instant.fromEpochMilliseconds(Math.floor(window.fromEpochMs)).toZonedDateTimeISO(zone);
  const monthsSinceYearZero = first.year * 12 + first.month - 1;
  let month = monthsSinceYearZero - (monthsSinceYearZero % everyMonths);
  const starts: EpochMs[] = [];
  for (;;) {
    const date = Temporal.PlainDate.from({ year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 });
    const startEpochMs = date.toZonedDateTime(zone).epochMilliseconds;
    starts.push(startEpochMs);
    if (startEpochMs >= window.toEpochMs) {
      return starts;
    }
    month += everyMonths;
  }
}
