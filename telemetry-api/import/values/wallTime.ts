import { EARLIEST_MS, LATEST_MS } from '../../store/readings/readings.ts';
import { type RowError, quoted } from './importErrors.ts';
import { DAY_MS } from '../../durations.ts';
import type { ZoneOffsets } from './zoneOffsets.ts';

/**
 * How to resolve a wall time that occurs twice because the clocks are set back: by the order of the rows, use the first or second occurrence, or
 * reject the row.
 */
export type RepeatedHour = 'order' | 'earlier' | 'later' | 'reject';

/** Both instants of a wall time that occurs twice. */
export interface RepeatedTime {
  readonly earlierMs: number;
  readonly laterMs: number;
}

/** A date and time of day as written in a file, with its UTC offset if there is one. */
export type WallTime = {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  milli: number;
  offsetMs: number | undefined;
};

/**
 * Converts a wall time to an instant.
 * @param zone of times without an offset; undefined if no zone was specified
 * @returns epoch ms, both instants with `order`, or the error
 */
export function toEpochMs(
  wall: WallTime,
  text: string,
  zone: ZoneOffsets | undefined,
  repeatedHour: RepeatedHour,
  onRepeatedHour: () => void
): number | RepeatedTime | RowError {
  const wallMs = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second, wall.milli);
  if (wall.hour === 24 && isOnCalendar({ ...wall, hour: 0 }, wallMs - DAY_MS)) {
    return hour24(wallMs, text);
  }
  if (!isOnCalendar(wall, wallMs)) {
    return { reason: 'invalid timestamp', detail: `timestamp ${quoted(text)} is not a valid date and time` };
  }
  if (wall.offsetMs !== undefined) {
    return inRange(wallMs - wall.offsetMs, text);
  }
  if (!zone) {
    return {
      reason: 'timestamp without time zone',
      detail: `timestamp ${quoted(text)} has no offset; choose its time zone, for example --zone Europe/Madrid (or --zone UTC)`,
    };
  }
  const instants = zone.instantsOf(wallMs);
  if (instants.length > 1) {
    onRepeatedHour();
  }
  const chosen = chooseInstant(instants, text, zone, repeatedHour);
  return typeof chosen === 'number' ? inRange(chosen, text) : chosen;
}

/** ISO 8601 writes the end of a day so; programs that count hours from 1 to 24 write its start. */
function hour24(wallMs: number, text: string): RowError {
  const [end, start] = [wallMs, wallMs - DAY_MS].map((ms) => new Date(ms).toISOString().slice(0, 16).replace('T', ' '));
  return {
    reason: 'hour 24',
    detail: `timestamp ${quoted(text)} has the hour 24, with which some programs mean the end of the day and others its start; write ${end} or ${start}`,
  };
}

function inRange(epochMs: number, text: string): number | RowError {
  return epochMs >= EARLIEST_MS && epochMs <= LATEST_MS
    ? epochMs
    : {
        reason: 'timestamp out of range',
        detail: `timestamp ${quoted(text)} is outside the years 1970 to 2199 in UTC`,
      };
}

function chooseInstant(
  instants: number[],
  text: string,
  zone: ZoneOffsets,
  repeatedHour: RepeatedHour
): number | RepeatedTime | RowError {
  const [earlier, later] = instants;
  if (earlier === undefined) {
    return {
      reason: 'nonexistent local time',
      detail: `timestamp ${quoted(text)} does not exist in ${zone.zone}: the clocks were set forward`,
    };
  }
  if (later === undefined || repeatedHour === 'earlier') {
    return earlier;
  }
  if (repeatedHour === 'later') {
    return later;
  }
  return repeatedHour === 'order'
    ? { earlierMs: earlier, laterMs: later }
    : {
        reason: 'ambiguous local time',
        detail: `timestamp ${quoted(text)} occurs twice in ${zone.zone} (clocks set back); choose --repeated-hour earlier or later`,
      };
}

/** Date.UTC turns 31 April into 1 May, so a valid date is one that survives the round trip. */
function isOnCalendar(wall: WallTime, wallMs: number): boolean {
  const date = new Date(wallMs);
  return (
    date.getUTCFullYear() === wall.year &&
    date.getUTCMonth() === wall.month - 1 &&
    date.getUTCDate() === wall.day &&
    wall.hour < 24 &&
    wall.minute < 60 &&
    wall.second < 60
  );
}
