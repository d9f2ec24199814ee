import { DAY_MS, type EpochMs, type TimeWindow } from './window';
import { zoneRuleAt } from './zoneRules';

/** A time range in which a zone has one UTC offset. */
export interface ZoneSegment extends TimeWindow {
  /** Local time minus UTC. */
  readonly utcOffsetMs: number;
}

export const UTC = 'UTC';

/** Cuts a window where the zone's UTC offset changes: DST, or a new law. */
export function zoneSegments(window: TimeWindow, zone: string): ZoneSegment[] {
  if (zone === UTC) {
    return [{ ...window, utcOffsetMs: 0 }];
  }
  const segments: ZoneSegment[] = [];
  let fromEpochMs = window.fromEpochMs;
  while (fromEpochMs < window.toEpochMs) {
    const { utcOffsetMs, nextChangeEpochMs } = zoneRuleAt(fromEpochMs, zone);
    const toEpochMs = Math.min(nextChangeEpochMs, window.toEpochMs);
    segments.push({ fromEpochMs, toEpochMs, utcOffsetMs });
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
  const first = new Date(dayBefore + zoneRuleAt(dayBefore, zone).utcOffsetMs);
  const monthsSinceYearZero = first.getUTCFullYear() * 12 + first.getUTCMonth();
  let month = monthsSinceYearZero - (monthsSinceYearZero % everyMonths);
  const starts: EpochMs[] = [];
  for (;;) {
    const startEpochMs = firstInstantAt(Date.UTC(0, month - MONTHS_TO_1900) + offsetMs, zone);
    starts.push(startEpochMs);
    if (startEpochMs >= window.toEpochMs) {
      return starts;
    }
    month += everyMonths;
  }
}

/** `Date.UTC` takes the year 0 for 1900. */
const MONTHS_TO_1900 = 1900 * 12;

/** More than the largest UTC offset and the largest change of one. */
const LARGEST_OFFSET_MS = 2 * DAY_MS;

/**
 * When the local clock first shows a time; where it skips that time, the instant of the change.
 * @param localMs the shown date and time as if it were UTC
 */
function firstInstantAt(localMs: number, zone: string): EpochMs {
  const around = { fromEpochMs: localMs - LARGEST_OFFSET_MS, toEpochMs: localMs + LARGEST_OFFSET_MS };
  // The clock of a segment shows the time at `localMs - utcOffsetMs`; the first segment that does not end before has it.
  for (const { fromEpochMs, toEpochMs, utcOffsetMs } of zoneSegments(around, zone)) {
    if (localMs - utcOffsetMs < toEpochMs) {
      return Math.max(fromEpochMs, localMs - utcOffsetMs);
    }
  }
  return localMs;
}
