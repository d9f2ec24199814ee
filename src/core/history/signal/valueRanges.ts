import type { EpochMs, TimeWindow } from '../../time/window';
import { bucketRows, type Rows } from '../rows';
import type { Cell } from '../mosaic/cells';
import type { SignalQuestion } from './trace';

/** Between which values a signal lay. */
export interface ValueRange extends TimeWindow {
  /** Equal to `high` where the value is exactly known; NaN where there is none, or nothing is known of it. */
  readonly low: number;
  readonly high: number;
  readonly isDecided: boolean;
}

/** As `ValuesQuestion`; where the value changes too often to know it, between which ones it lies. */
export class ValueRangesQuestion implements SignalQuestion<readonly ValueRange[]> {
  readonly toRefine = new Set<Cell>();
  private readonly ranges: ValueRange[] = [];

  constructor(private readonly window: TimeWindow) {}

  line(from: EpochMs, to: EpochMs, value: number): void {
    this.add(from, to, value, value, true);
  }

  between(from: EpochMs, to: EpochMs, low: number, high: number, toRefine: readonly Cell[]): void {
    this.addUndecided(from, to, low, high, toRefine);
  }

  unknown(from: EpochMs, to: EpochMs): void {
    this.add(from, to, NaN, NaN, true);
  }

  /** It may be that there is no value, so what readings there are say nothing about all of the time. */
  open(from: EpochMs, to: EpochMs, toRefine: readonly Cell[]): void {
    this.addUndecided(from, to, NaN, NaN, toRefine);
  }

  decides(low: number, high: number): boolean {
    return low === high;
  }

  /** From the beginning of the window as far as anything is traced, without gaps; neighbours differ. */
  answer(): readonly ValueRange[] {
    return this.ranges;
  }

  private addUndecided(from: EpochMs, to: EpochMs, low: number, high: number, toRefine: readonly Cell[]): void {
    if (this.add(from, to, low, high, false)) {
      toRefine.forEach((cell) => this.toRefine.add(cell));
    }
  }

  /** @returns false for what lies outside the window */
  private add(from: EpochMs, to: EpochMs, low: number, high: number, isDecided: boolean): boolean {
    const range = {
      fromEpochMs: Math.max(from, this.window.fromEpochMs),
      toEpochMs: Math.min(to, this.window.toEpochMs),
      low,
      high,
      isDecided,
    };
    if (range.fromEpochMs >= range.toEpochMs) {
      return false;
    }
    const last = this.ranges.at(-1);
    if (last !== undefined && areAlike(last, range)) {
      this.ranges[this.ranges.length - 1] = { ...last, toEpochMs: range.toEpochMs };
    } else {
      this.ranges.push(range);
    }
    return true;
  }
}

function areAlike(a: ValueRange, b: ValueRange): boolean {
  return Object.is(a.low, b.low) && Object.is(a.high, b.high) && a.isDecided === b.isDecided;
}

/**
 * Ranges as rows: one where each begins, whose average is the value, or NaN where it is not exactly known, and one in the last
 * millisecond of a value that no other value follows, so that a line through the rows ends where it is known. How many readings
 * there are is not known. What is unknown at the beginning and at the end has no rows, as it has no readings.
 */
export function rangeRows(ranges: readonly ValueRange[]): Rows {
  const isValue = ({ low, high }: ValueRange) => low === high;
  const shown = withoutUnknownStart(ranges);
  const points = shown.flatMap((range, index) => {
    const next = shown[index + 1];
    const isLast = isValue(range) && (next === undefined || !isValue(next));
    const endEpochMs = range.toEpochMs - 1;
    return isLast && endEpochMs > range.fromEpochMs ? [range, { ...range, fromEpochMs: endEpochMs }] : [range];
  });
  const rows = bucketRows(points.length);
  points.forEach(({ fromEpochMs, low, high }, row) => {
    rows.timeEpochMs[row] = fromEpochMs;
    rows.avg[row] = low === high ? low : NaN;
    rows.min[row] = low;
    rows.max[row] = high;
    rows.n[row] = NaN;
  });
  return rows;
}

function withoutUnknownStart(ranges: readonly ValueRange[]): readonly ValueRange[] {
  const [first] = ranges;
  return first !== undefined && first.isDecided && Number.isNaN(first.low) ? ranges.slice(1) : ranges;
}
