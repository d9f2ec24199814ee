import { type EpochMs, MINUTE_MS, overlaps, type TimeWindow } from '../../time/window';
import { type Condition, cutLine, holdsBetween } from './condition';
import type { Level } from '../../time/step';
import type { Cell } from '../mosaic/cells';
import type { SignalQuestion } from './trace';
import { FALSE, type Spans, SpansBuilder, TRUE, UNDECIDED, UNKNOWN } from './spans';

/*
 * The questions that are asked of a signal. Each is a sink of a trace: it decides what follows from what is known, and collects
 * what has to be looked at more closely.
 */

/** Whether a part has to be decided, by what is known so far. */
export type NeededParts = (spans: Spans) => (part: TimeWindow) => boolean;

/** A question whose answer cuts a window into spans. */
export abstract class SpansQuestion implements SignalQuestion<Spans> {
  private readonly builder: SpansBuilder;
  private readonly openParts: Array<TimeWindow & { readonly toRefine: readonly Cell[] }> = [];
  private spans: Spans | undefined;
  private cells: ReadonlySet<Cell> | undefined;

  /** @param needed which parts have to be decided, by what is known so far; absent: those in the window */
  constructor(
    protected readonly window: TimeWindow,
    private readonly needed: NeededParts = () => (part) => overlaps(part, window)
  ) {
    this.builder = new SpansBuilder(window);
  }

  abstract line(from: EpochMs, to: EpochMs, fromValue: number, toValue: number): void;

  abstract between(from: EpochMs, to: EpochMs, low: number, high: number, toRefine: readonly Cell[]): void;

  abstract decides(low: number, high: number): boolean;

  unknown(from: EpochMs, to: EpochMs): void {
    this.add(from, to, UNKNOWN);
  }

  open(from: EpochMs, to: EpochMs, toRefine: readonly Cell[]): void {
    this.add(from, to, UNDECIDED);
    if (from < to) {
      this.openParts.push({ fromEpochMs: from, toEpochMs: to, toRefine });
    }
  }

  protected add(from: EpochMs, to: EpochMs, value: number): void {
    this.builder.add(from, to, value);
  }

  answer(): Spans {
    this.spans ??= this.builder.spans();
    return this.spans;
  }

  get toRefine(): ReadonlySet<Cell> {
    this.cells ??= this.cellsToRefine();
    return this.cells;
  }

  private cellsToRefine(): ReadonlySet<Cell> {
    const cells = new Set<Cell>();
    if (this.openParts.length > 0) {
      const isNeeded = this.needed(this.answer());
      for (const part of this.openParts) {
        if (isNeeded(part)) {
          part.toRefine.forEach((cell) => cells.add(cell));
        }
      }
    }
    return cells;
  }
}

/** When a condition holds: `TRUE`, `FALSE`, `UNKNOWN` and `UNDECIDED`. */
export class ConditionQuestion extends SpansQuestion {
  constructor(
    private readonly condition: Condition,
    window: TimeWindow,
    needed?: NeededParts
  ) {
    super(window, needed);
  }

  line(from: EpochMs, to: EpochMs, fromValue: number, toValue: number): void {
    const isRising = fromValue <= toValue;
    const isTrue = holdsBetween(this.condition, isRising ? fromValue : toValue, isRising ? toValue : fromValue);
    if (isTrue === undefined) {
      cutLine(this.condition, from, to, fromValue, toValue, this.addPart);
    } else {
      this.addPart(from, to, isTrue);
    }
  }

  between(from: EpochMs, to: EpochMs, low: number, high: number, toRefine: readonly Cell[]): void {
    const isTrue = holdsBetween(this.condition, low, high);
    if (isTrue === undefined) {
      this.open(from, to, toRefine);
    } else {
      this.addPart(from, to, isTrue);
    }
  }

  private readonly addPart = (from: EpochMs, to: EpochMs, isTrue: boolean) => {
    this.add(from, to, isTrue ? TRUE : FALSE);
  };

  decides(low: number, high: number): boolean {
    return holdsBetween(this.condition, low, high) !== undefined;
  }
}

/** Which value a tag has at every instant whose values hold until the next reading. `ValueRangesQuestion` bounds it where that is undecided. */
export class ValuesQuestion extends SpansQuestion {
  line(from: EpochMs, to: EpochMs, value: number): void {
    this.add(from, to, value);
  }

  between(from: EpochMs, to: EpochMs, _low: number, _high: number, toRefine: readonly Cell[]): void {
    this.open(from, to, toRefine);
  }

  decides(low: number, high: number): boolean {
    return low === high;
  }
}

/** What a signal amounts to in each of several windows. */
export interface WindowValues {
  /** The integral of the value over the known time, divided by it; NaN where a part is undecided or nothing is known. */
  readonly average: number;
  /** The lowest and the highest reading, and the value that holds at the beginning; NaN where there is none. */
  readonly low: number;
  readonly high: number;
  /** Of values that hold, the different ones in the order of their beginning, up to `MAX_HELD` of them; none of others. */
  readonly held: readonly number[];
  readonly knownMs: number;
  readonly isDecided: boolean;
}

/** As many different values as a cell can name. */
export const MAX_HELD = 8;

/** The time-weighted average, the minimum and the maximum in windows that do not overlap. */
export class WindowValuesQuestion implements SignalQuestion<readonly WindowValues[]> {
  private readonly sums: WindowSums[];
  /** The windows before this one end before what is reported next. */
  private first = 0;
  readonly finer?: () => Level;

  /** @param windows ascending */
  constructor(
    private readonly windows: readonly TimeWindow[],
    /** Whether values are joined by lines, so that a value at the beginning of a window need not be one that a reading had. */
    private readonly isLinear: boolean,
    /** Only the windows are looked at more closely that can be decided with so many rows, the latest first. */
    private readonly maxRows = Infinity,
    /** Whether readings are requested at once: buckets do not show the line between two readings of a measure. */
    needsReadings = isLinear
  ) {
    if (needsReadings) {
      this.finer = () => 'raw';
    }
    this.sums = windows.map(() => ({
      integral: 0,
      lost: 0,
      knownMs: 0,
      low: Infinity,
      high: -Infinity,
      held: new Set(),
      least: Infinity,
      most: -Infinity,
      isDecided: true,
      toRefine: new Set(),
    }));
  }

  line(from: EpochMs, to: EpochMs, fromValue: number, toValue: number): void {
    const isFlat = fromValue === toValue;
    this.forEachWindow(from, to, (sums, start, end) => {
      const first = isFlat ? fromValue : fromValue + (toValue - fromValue) * ((start - from) / (to - from));
      const last = isFlat ? fromValue : fromValue + (toValue - fromValue) * ((end - from) / (to - from));
      add(sums, (first / 2 + last / 2) * (end - start), end - start);
      sums.least = Math.min(sums.least, first, last);
      sums.most = Math.max(sums.most, first, last);
      if (start === from || !this.isLinear || isFlat) {
        widen(sums, fromValue, fromValue);
      }
      if (!this.isLinear && sums.held.size < MAX_HELD) {
        sums.held.add(fromValue);
      }
    });
  }

  between(from: EpochMs, to: EpochMs, _low: number, _high: number, toRefine: readonly Cell[], bucket?: Cell): void {
    this.forEachWindow(from, to, (sums) => {
      sums.isDecided = false;
      if (bucket !== undefined) {
        widen(sums, bucket.low, bucket.high);
      }
    });
    this.collect(toRefine, from, to);
  }

  unknown(): void {
    // It adds nothing to the known time.
  }

  open(from: EpochMs, to: EpochMs, toRefine: readonly Cell[]): void {
    this.forEachWindow(from, to, (sums) => (sums.isDecided = false));
    this.collect(toRefine, from, to);
  }

  decides(low: number, high: number): boolean {
    return low === high;
  }

  answer(): readonly WindowValues[] {
    return this.sums.map(({ integral, lost, knownMs, low, high, held, least, most, isDecided }) => ({
      // A mean lies between the values, so the last rounding must not take it out.
      average: isDecided && knownMs > 0 ? Math.min(most, Math.max(least, (integral + lost) / knownMs)) : NaN,
      low: low <= high ? low : NaN,
      high: low <= high ? high : NaN,
      held: [...held],
      knownMs,
      isDecided,
    }));
  }

  /** A window of which only a part is known has no average, so that what is read of it would be of no use. */
  get toRefine(): ReadonlySet<Cell> {
    const affordable = new Set<Cell>();
    let rows = 0;
    for (const { toRefine } of [...this.sums].reverse()) {
      const canBeFiner = ({ piece }: Cell) => piece.level !== piece.finest;
      const others = [...toRefine].filter((cell) => canBeFiner(cell) && !affordable.has(cell));
      const cost = others.reduce((sum, cell) => sum + rowsOf(cell, this.isLinear), 0);
      if (rows + cost <= this.maxRows) {
        rows += cost;
        others.forEach((cell) => affordable.add(cell));
      }
    }
    // If there is none, whoever decides what to request finds out why.
    return affordable.size > 0 ? affordable : new Set(this.sums.flatMap(({ toRefine }) => [...toRefine]));
  }

  private collect(toRefine: readonly Cell[], from: EpochMs, to: EpochMs): void {
    this.forEachWindow(from, to, (sums) => toRefine.forEach((cell) => sums.toRefine.add(cell)));
  }

  private forEachWindow(from: EpochMs, to: EpochMs, visit: (sums: WindowSums, start: EpochMs, end: EpochMs) => void) {
    while (this.first < this.windows.length && this.windows[this.first]!.toEpochMs <= from) {
      this.first++;
    }
    for (let index = this.first; index < this.windows.length && this.windows[index]!.fromEpochMs < to; index++) {
      const start = Math.max(from, this.windows[index]!.fromEpochMs);
      const end = Math.min(to, this.windows[index]!.toEpochMs);
      if (start < end) {
        visit(this.sums[index]!, start, end);
      }
    }
  }
}

/** About how many rows decide a cell: its readings, or, of values that hold, mostly its minutes. */
function rowsOf({ fromEpochMs, toEpochMs, n }: Cell, isLinear: boolean): number {
  const minutes = Math.max(1, (toEpochMs - fromEpochMs) / MINUTE_MS);
  const rows = isLinear || minutes === 1 ? n : Math.min(n, 2 * minutes);
  return Number.isNaN(rows) ? 0 : rows;
}

type WindowSums = {
  integral: number;
  /** What additions lost by rounding (Knuth's TwoSum). */
  lost: number;
  knownMs: number;
  low: number;
  high: number;
  held: Set<number>;
  least: number;
  most: number;
  isDecided: boolean;
  /** What has to be looked at more closely to decide it. */
  toRefine: Set<Cell>;
};

function add(sums: WindowSums, area: number, lengthMs: number): void {
  const next = sums.integral + area;
  const added = next - sums.integral;
  sums.lost += sums.integral - (next - added) + (area - added);
  sums.integral = next;
  sums.knownMs += lengthMs;
}

function widen(sums: WindowSums, low: number, high: number): void {
  sums.low = Math.min(sums.low, low);
  sums.high = Math.max(sums.high, high);
}
