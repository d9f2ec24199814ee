import { nominalMs, type Step } from './step';
import { DAY_MS, type EpochMs, intersect, type TimeWindow } from './window';
import { zoneSegments } from './zone';

/** A shift by whole days, weeks or months, and the zone on whose wall clock it is made. */
export interface Shift {
  readonly step: Step;
  readonly zone: string;
}

/**
 * Instants that are shifted by the same number of milliseconds. The pieces of a window ascend, and so do their counterparts; an
 * instant between two pieces has none.
 */
interface ShiftPiece extends TimeWindow {
  readonly addMs: number;
}

/** More than the length of months and the clock changes can make a shift differ from its usual length. */
const MARGIN_MS = 8 * DAY_MS;

/**
 * The window of exactly the instants that are shifted into `window`: from the first whose counterpart is `from` or later to
 * the first whose counterpart is `to` or later.
 */
export function shiftWindow(window: TimeWindow, shift: Shift): TimeWindow {
  return {
    fromEpochMs: earlier(window.fromEpochMs, shift),
    toEpochMs: earlier(window.toEpochMs, shift),
  };
}

function earlier(epochMs: EpochMs, shift: Shift): EpochMs {
  const about = epochMs - nominalMs(shift.step);
  const around = { fromEpochMs: about - MARGIN_MS, toEpochMs: about + MARGIN_MS };
  const piece = shiftPieces(around, shift).find(({ toEpochMs, addMs }) => toEpochMs + addMs > epochMs);
  return piece === undefined ? about : Math.max(piece.fromEpochMs, epochMs - piece.addMs);
}

/**
 * How the instants of a window are shifted: to the same time on the wall clock, some days or months later.
 *
 *     later day skips 02–03 h:   01─02 02─03 03─04   02–03 h has no counterpart
 *     earlier day repeats it:    02─03 02─03 03─04   the second 02–03 h has no counterpart
 *     later day repeats it:      all are in its first 02–03 h
 *     a month after 31 January:  no counterpart, because there is no 31 February
 */
function shiftPieces(window: TimeWindow, { step, zone }: Shift): ShiftPiece[] {
  // From two days before, because the first pass of a repeated hour may be before the window.
  const shownBefore = { ...window, fromEpochMs: window.fromEpochMs - 2 * DAY_MS };
  const shownInside = clockPieces(shownBefore, zone).flatMap(({ addMs, ...shown }): ShiftPiece[] => {
    const inside = intersect(window, shown);
    return inside === undefined ? [] : [{ ...inside, addMs }];
  });
  return shownInside.flatMap((shown) =>
    calendarPieces(onClock(shown), step).flatMap((moved) => {
      const later = { fromEpochMs: moved.fromEpochMs + moved.addMs, toEpochMs: moved.toEpochMs + moved.addMs };
      // The clock is less than a day from UTC.
      const around = { fromEpochMs: later.fromEpochMs - 2 * DAY_MS, toEpochMs: later.toEpochMs + DAY_MS };
      return clockPieces(around, zone).flatMap((clock) => {
        const common = intersect(later, onClock(clock));
        if (common === undefined) {
          return [];
        }
        const backMs = moved.addMs + shown.addMs;
        return [
          {
            fromEpochMs: common.fromEpochMs - backMs,
            toEpochMs: common.toEpochMs - backMs,
            addMs: backMs - clock.addMs,
          },
        ];
      });
    })
  );
}

/** The instants of a window, each piece with what its clock adds to UTC. Times that the clock repeats are in their first pass only. */
function clockPieces(window: TimeWindow, zone: string): ShiftPiece[] {
  const pieces: ShiftPiece[] = [];
  let shownUntil = -Infinity;
  for (const { fromEpochMs, toEpochMs, utcOffsetMs } of zoneSegments(window, zone)) {
    const from = Math.max(fromEpochMs, shownUntil - utcOffsetMs);
    if (from < toEpochMs) {
      pieces.push({ fromEpochMs: from, toEpochMs, addMs: utcOffsetMs });
    }
    shownUntil = Math.max(shownUntil, toEpochMs + utcOffsetMs);
  }
  return pieces;
}

/** The times that the clock shows in a piece, as if they were UTC. */
function onClock({ fromEpochMs, toEpochMs, addMs }: ShiftPiece): TimeWindow {
  return { fromEpochMs: fromEpochMs + addMs, toEpochMs: toEpochMs + addMs };
}

/** How far times of the clock are moved: days and weeks all the same, the days of a month to the same days of a later one. */
function calendarPieces(clock: TimeWindow, step: Step): ShiftPiece[] {
  if (step.unit !== 'M') {
    return [{ ...clock, addMs: nominalMs(step) }];
  }
  const pieces: ShiftPiece[] = [];
  const first = new Date(clock.fromEpochMs);
  const year = first.getUTCFullYear();
  for (let month = first.getUTCMonth(); Date.UTC(year, month) < clock.toEpochMs; month++) {
    const start = Date.UTC(year, month);
    const target = Date.UTC(year, month + step.count);
    const lengthMs = Math.min(Date.UTC(year, month + 1) - start, Date.UTC(year, month + step.count + 1) - target);
    const existing = intersect(clock, { fromEpochMs: start, toEpochMs: start + lengthMs });
    if (existing !== undefined) {
      pieces.push({ ...existing, addMs: target - start });
    }
  }
  return pieces;
}

/** The counterpart of the first instant at or after `epochMs` that has one. */
export function shiftLater(epochMs: EpochMs, shift: Shift): EpochMs {
  const window = { fromEpochMs: epochMs, toEpochMs: epochMs + MARGIN_MS };
  return new TimeShift(window, shift).map(epochMs, Infinity);
}

/** The same for ascending instants. */
export function shiftAllLater(epochMs: Float64Array, shift: Shift): Float64Array {
  const window = { fromEpochMs: epochMs[0] ?? 0, toEpochMs: (epochMs.at(-1) ?? 0) + MARGIN_MS };
  const timeShift = new TimeShift(window, shift);
  return epochMs.map((instant) => timeShift.map(instant, Infinity));
}

/** Maps the steps or instants of a window, in ascending order, to their counterparts. */
export class TimeShift {
  private readonly pieces: readonly ShiftPiece[];
  private next = 0;

  constructor(window: TimeWindow, shift: Shift) {
    this.pieces = shiftPieces(window, shift);
  }

  /**
   * The counterpart of the first part of a step that has one, so that a day that begins in a skipped hour begins after it. An
   * instant has no length: `toEpochMs` equals `fromEpochMs`.
   * @returns NaN when no part of the step has a counterpart
   */
  map(fromEpochMs: EpochMs, toEpochMs: EpochMs): EpochMs {
    const { pieces } = this;
    while (this.next < pieces.length && pieces[this.next]!.toEpochMs <= fromEpochMs) {
      this.next++;
    }
    const piece = pieces[this.next];
    const exists = piece !== undefined && (fromEpochMs >= piece.fromEpochMs || toEpochMs > piece.fromEpochMs);
    return exists ? Math.max(fromEpochMs, piece.fromEpochMs) + piece.addMs : NaN;
  }
}
