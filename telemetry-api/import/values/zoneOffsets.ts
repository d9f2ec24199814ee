import { Temporal } from 'temporal-polyfill';
import { InputError, quoted } from './importErrors.ts';

/** A time range [fromEpochMs, toEpochMs) in which the UTC offset of a zone is constant. */
interface OffsetSpan {
  readonly fromEpochMs: number;
  readonly toEpochMs: number;
  readonly offsetMs: number;
}

/** The UTC offsets of a zone. A time zone lookup takes microseconds per row, which is too slow for millions of rows; a cached span covers months. */
export interface ZoneOffsets {
  readonly zone: string;
  /** UTC offset at an instant, in ms (positive east). */
  offsetAt(epochMs: number): number;
  /**
   * The instants of a wall time: usually one, two (earlier first) in the hour that a DST change repeats, none in the hour
   * that it skips.
   * @param wallMs the wall time read as if it were UTC, in ms
   */
  instantsOf(wallMs: number): number[];
}

/** No UTC offset has ever been larger than this. */
const MAX_OFFSET_MS = 26 * 3_600_000;

/**
 * Returns the offsets of a zone, with a cache of its spans.
 * @param zone IANA name, such as `Europe/Madrid`
 * @throws InputError if the zone is unknown
 */
export function zoneOffsets(zone: string): ZoneOffsets {
  const spans: OffsetSpan[] = [];
  let last = findSpan(zone, Date.now());
  spans.push(last);

  function spanAt(epochMs: number): OffsetSpan {
    if (epochMs < last.fromEpochMs || epochMs >= last.toEpochMs) {
      const known = spans.find((span) => epochMs >= span.fromEpochMs && epochMs < span.toEpochMs);
      last = known ?? findSpan(zone, epochMs);
      if (!known) {
        spans.push(last);
      }
    }
    return last;
  }

  function instantsOf(wallMs: number): number[] {
    const likely = wallMs - last.offsetMs;
    if (likely >= last.fromEpochMs + MAX_OFFSET_MS && likely < last.toEpochMs - MAX_OFFSET_MS) {
      return [likely];
    }
    const around = new Set([wallMs - MAX_OFFSET_MS, wallMs, wallMs + MAX_OFFSET_MS].map((epochMs) => spanAt(epochMs)));
    return [...around]
      .map((span) => ({ span, epochMs: wallMs - span.offsetMs }))
      .filter(({ span, epochMs }) => epochMs >= span.fromEpochMs && epochMs < span.toEpochMs)
      .map(({ epochMs }) => epochMs)
      .sort((a, b) => a - b);
  }

  return { zone, offsetAt: (epochMs) => spanAt(epochMs).offsetMs, instantsOf };
}

/** @throws InputError if the zone is unknown */
export function checkZone(zone: string): void {
  zonedAt(zone, 0);
}

function findSpan(zone: string, epochMs: number): OffsetSpan {
  const at = zonedAt(zone, epochMs);
  // "previous" is exclusive: add one nanosecond, so that a transition at this instant counts as past.
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = at.getTimeZoneTransition('next');
  return {
    fromEpochMs: previous?.epochMilliseconds ?? -Infinity,
    toEpochMs: next?.epochMilliseconds ?? Infinity,
    offsetMs: at.offsetNanoseconds / 1_000_000,
  };
}

function zonedAt(zone: string, epochMs: number): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(zone);
  } catch {
    throw new InputError(`the time zone ${quoted(zone)} is unknown; use an IANA name such as Europe/Madrid or UTC`);
  }
}
