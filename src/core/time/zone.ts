import { Temporal } from 'temporal-polyfill';
import { DAY_MS, type EpochMs, type TimeWindow } from './window';

/** A time range in which a zone has one UTC offset. */
export interface ZoneSegment extends TimeWindow {
  /** Local time minus UTC. */
  readonly utcOffsetMs: number;
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

/** Cuts a window where the zone's UTC offset changes: DST, or a new law. */
export function zoneSegments(window: TimeWindow, zone: string): ZoneSegment[] {
  if (zone === UTC) {
    return [{ ...window, utcOffsetMs: 0 }];
  }
  const segments: ZoneSegment[] = [];
  let fromEpochMs = window.fromEpochMs;
  while (fromEpochMs < window.toEpochMs) {
    const start = Temporal.Instant.fromEpochMilliseconds(Math.floor(fromEpochMs)).toZonedDateTimeISO(zone);
    const transition = start.getTimeZoneTransition('next');
    const toEpochMs = Math.min(transition?.epochMilliseconds ?? Infinity, window.toEpochMs);
    segments.push({ fromEpochMs, toEpochMs, utcOffsetMs: start.offsetNanoseconds / 1e6 });
    fromEpochMs = toEpochMs;
  }
  return segments;
}

/**
 * The starts of the local months from one at or before `fromEpochMs` to the first one at or after `toEpochMs`.
 * @param offsetMs how late on the clock of its first day a month begins, less than a day
 */
export function monthStarts(window: TimeWindow, zone: string, everyMonths: number, offsetMs: number): EpochMs[] {
  const dayBefore = Math.floor(window.fromEpochMs) - offsetMs - DAY_MS;
  const first = Temporal.Instant.fromEpochMilliseconds(dayBefore).toZonedDateTimeISO(zone);
  const monthsSinceYearZero = first.year * 12 + first.month - 1;
  let month = monthsSinceYearZero - (monthsSinceYearZero % everyMonths);
  const starts: EpochMs[] = [];
  for (;;) {
    const date = Temporal.PlainDate.from({ year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 });
    const startEpochMs = firstInstantOf(date, offsetMs, zone);
    starts.push(startEpochMs);
    if (startEpochMs >= window.toEpochMs) {
      return starts;
    }
    month += everyMonths;
  }
}

/** When the local clock first shows the time of day; where it skips that time, the instant of the change. */
function firstInstantOf(date: Temporal.PlainDate, timeOfDayMs: number, zone: string): EpochMs {
  const shown = date.toPlainDateTime().add({ milliseconds: timeOfDayMs });
  const before = shown.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isShown = before.toPlainDateTime().equals(shown);
  return (isShown ? before : (before.getTimeZoneTransition('next') ?? before)).epochMilliseconds;
}
