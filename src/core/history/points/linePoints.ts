import { type EpochMs, firstAfter, type TimeWindow } from '../../time/window';
import { type Shift, TimeShift } from '../../time/shift';
import { type Rows, rowCount } from '../rows';

/** What stands in an empty step: `gap` breaks the line once per gap, the others apply to every empty step. */
export type Fill = 'gap' | 'null' | 'previous' | 'linear';
export const FILLS: readonly Fill[] = ['gap', 'null', 'previous', 'linear'];

/**
 * The points of a line: which row each of them shows. Decided once for all columns, each of which is then one loop over
 * plain numbers, because a million points must pass between two frames of the screen.
 */
export interface LinePoints {
  readonly timeEpochMs: EpochMs[];
  /** Undefined: the rows themselves, in their order. */
  readonly origins: PointOrigins | undefined;
}

interface PointOrigins {
  /** The index of the row; of an interpolated point, of the row before it; -1 for a null, which breaks the line. */
  readonly row: Int32Array;
  /** Of an interpolated point: how far it is on the way to the next row, 0 to 1. NaN for a point that is a row. */
  readonly fraction: Float64Array;
}

/** The values of a column at the points of a line; null breaks it. */
export type Column = Array<number | null>;

/**
 * Lays rows out over their steps. Every row is rendered at its own time, wherever in its step that is.
 * - `gap`: one null in the first step of a distance longer than `gapMs`; shorter ones are connected, and so are those after a row
 *   whose value holds
 * - `null`: a null in every empty step
 * - `previous`, `linear`: interpolated points between the first and the last row
 */
export function fillSteps(rows: Rows, edges: Float64Array, gapMs: number, fill: Fill, holdMs = 0): LinePoints {
  if (fill === 'gap') {
    return breakLine(rows, firstEmptySteps(rows, edges, gapMs, holdMs));
  }
  const builder = new PointsBuilder(rowCount(rows) + edges.length);
  const total = rowCount(rows);
  let row = 0;
  for (let step = 0; step + 1 < edges.length; step++) {
    const edge = edges[step]!;
    const firstOfStep = row;
    for (; row < total && rows.timeEpochMs[row]! < edges[step + 1]!; row++) {
      builder.add(rows.timeEpochMs[row]!, row, NaN);
    }
    if (row > firstOfStep) {
      continue;
    }
    if (fill === 'null') {
      builder.add(edge, -1, NaN);
    } else if (row > 0 && row < total) {
      builder.add(edge, row - 1, fill === 'previous' ? 0 : fractionOfWay(rows, row, edge));
    }
  }
  return builder.build();
}

/**
 * Lays rows out with a null at each of the breaks, and nothing else between them.
 * @param breaks where the line breaks, ascending, between rows; see `breakTimes`
 */
export function breakLine(rows: Rows, breaks: readonly EpochMs[]): LinePoints {
  if (breaks.length === 0) {
    return { timeEpochMs: plainNumbers(rows.timeEpochMs), origins: undefined };
  }
  const builder = new PointsBuilder(rowCount(rows) + breaks.length);
  let next = 0;
  for (let row = 0; row < rowCount(rows); row++) {
    for (; next < breaks.length && breaks[next]! < rows.timeEpochMs[row]!; next++) {
      builder.add(breaks[next]!, -1, NaN);
    }
    builder.add(rows.timeEpochMs[row]!, row, NaN);
  }
  return builder.build();
}

/** True for a point that is a row, and neither a null nor interpolated. */
export function isRow({ origins }: LinePoints, point: number): boolean {
  return origins === undefined || (origins.row[point]! >= 0 && Number.isNaN(origins.fraction[point]!));
}

/** Some of the points, in their order, at other times. */
function pickPoints(line: LinePoints, points: readonly number[], timeEpochMs: EpochMs[]): LinePoints {
  const { origins } = line;
  if (origins === undefined && points.length === line.timeEpochMs.length) {
    return { timeEpochMs, origins };
  }
  const row = Int32Array.from(points, (point) => origins?.row[point] ?? point);
  const fraction = Float64Array.from(points, (point) => origins?.fraction[point] ?? NaN);
  return { timeEpochMs, origins: { row, fraction } };
}

/** The values of a column of rows at the points. */
export function columnAt({ timeEpochMs, origins }: LinePoints, values: Float64Array): Column {
  if (origins === undefined) {
    return plainNumbers(values);
  }
  const { row, fraction } = origins;
  const column = new Array<number | null>(timeEpochMs.length);
  for (let point = 0; point < column.length; point++) {
    const from = row[point]!;
    const way = fraction[point]!;
    column[point] = from < 0 ? null : way > 0 ? between(values[from]!, values[from + 1]!, way) : values[from]!;
  }
  return column;
}

/** How many readings each point stands for: none where it is interpolated, null where the server sent no usable count. */
export function countsAt({ timeEpochMs, origins }: LinePoints, n: Float64Array): Column {
  return Array.from(timeEpochMs, (_, point) => {
    const row = origins === undefined ? point : origins.row[point]!;
    const isInterpolated = origins !== undefined && !Number.isNaN(origins.fraction[point]!);
    const count = row < 0 ? NaN : n[row]!;
    return isInterpolated ? 0 : Number.isNaN(count) ? null : count;
  });
}

/** The increase at each point: null where nothing was read, or where it is not known. */
export function increasesAt(line: LinePoints, increase: Float64Array): Column {
  return Array.from(line.timeEpochMs, (_, point) => {
    const value = isRow(line, point) ? increase[line.origins?.row[point] ?? point]! : NaN;
    return Number.isNaN(value) ? null : value;
  });
}

/** The points of a shifted series where the panel shows them. */
interface ShiftedPoints {
  readonly line: LinePoints;
  /** The rows that have no counterpart on the later days, in their own time. */
  readonly leftOutEpochMs: readonly EpochMs[];
  /** The longest distance between two points without a null between them; 0 when there is none. */
  readonly longestLineMs: number;
}

/**
 * Moves the points of a line to a later time. What is a gap has been decided before, on the data's own clock: neighbours stay
 * connected also where the later clock is set back between them, and a null stays between the same two rows. It is left out
 * where these touch, because all the time between them has no counterpart.
 * @param edges of the steps, which a point represents from its time on; undefined for readings
 */
export function shiftPoints(line: LinePoints, edges: Float64Array | undefined, shift: Shift): ShiftedPoints {
  const { timeEpochMs, origins } = line;
  const isNull = (point: number) => origins !== undefined && origins.row[point]! < 0;
  const timeShift = new TimeShift(pointsWindow(timeEpochMs, edges), shift);
  const kept: number[] = [];
  const laterEpochMs: EpochMs[] = [];
  const leftOutEpochMs: EpochMs[] = [];
  let longestLineMs = 0;
  let edge = 0;
  for (let point = 0; point < timeEpochMs.length; point++) {
    const at = timeEpochMs[point]!;
    while (edges !== undefined && edges[edge]! <= at) {
      edge++;
    }
    // Several rows within a step, which a server may send, are distinguished by their own times.
    const stepEnd = Math.min(edges?.[edge] ?? at, timeEpochMs[point + 1] ?? Infinity);
    const later = timeShift.map(at, isNull(point) ? Infinity : stepEnd);
    if (Number.isNaN(later)) {
      if (isRow(line, point)) {
        leftOutEpochMs.push(at);
      }
      continue;
    }
    if (isNull(point) && later <= (laterEpochMs.at(-1) ?? -Infinity)) {
      continue;
    }
    if (!isNull(point) && isNull(kept.at(-1) ?? -1) && later <= laterEpochMs.at(-1)!) {
      kept.pop();
      laterEpochMs.pop();
    }
    if (!isNull(point) && kept.length > 0 && !isNull(kept.at(-1)!)) {
      longestLineMs = Math.max(longestLineMs, later - laterEpochMs.at(-1)!);
    }
    kept.push(point);
    laterEpochMs.push(later);
  }
  return { line: pickPoints(line, kept, laterEpochMs), leftOutEpochMs, longestLineMs };
}

function pointsWindow(timeEpochMs: readonly EpochMs[], edges: Float64Array | undefined): TimeWindow {
  const last = timeEpochMs.at(-1) ?? 0;
  return { fromEpochMs: timeEpochMs[0] ?? 0, toEpochMs: Math.max(last + 1, edges?.at(-1) ?? 0) };
}

/** The first empty step of every distance longer than `gapMs`, and than the time for which the value before it holds. */
function firstEmptySteps(rows: Rows, edges: Float64Array, gapMs: number, holdMs: number): EpochMs[] {
  const { timeEpochMs, min, max } = rows;
  const total = rowCount(rows);
  const starts: EpochMs[] = [];
  for (let row = 1; row < total; row++) {
    const distanceMs = timeEpochMs[row]! - timeEpochMs[row - 1]!;
    if (distanceMs > gapMs && (distanceMs > holdMs || min[row - 1] !== max[row - 1])) {
      const step = firstAfter(edges, timeEpochMs[row - 1]!);
      if ((edges[step + 1] ?? Infinity) <= timeEpochMs[row]!) {
        starts.push(edges[step]!);
      }
    }
  }
  return starts;
}

/** How far `edge` is on the way from the row before `row` to it, 0 to 1. */
function fractionOfWay(rows: Rows, row: number, edge: EpochMs): number {
  const from = rows.timeEpochMs[row - 1]!;
  return (edge - from) / (rows.timeEpochMs[row]! - from);
}

function between(from: number, to: number, fraction: number): number {
  return from + (to - from) * fraction;
}

/** Panels want plain arrays. `Array.from` walks an iterator, which takes several times as long. */
function plainNumbers(column: Float64Array): number[] {
  const { length } = column;
  const plain = new Array<number>(length);
  for (let index = 0; index < length; index++) {
    plain[index] = column[index]!;
  }
  return plain;
}

class PointsBuilder {
  private readonly time: Float64Array;
  private readonly row: Int32Array;
  private readonly fraction: Float64Array;
  private length = 0;

  constructor(capacity: number) {
    this.time = new Float64Array(capacity);
    this.row = new Int32Array(capacity);
    this.fraction = new Float64Array(capacity);
  }

  add(timeEpochMs: EpochMs, row: number, fraction: number): void {
    this.time[this.length] = timeEpochMs;
    this.row[this.length] = row;
    this.fraction[this.length] = fraction;
    this.length++;
  }

  build(): LinePoints {
    const { length } = this;
    const origins = { row: this.row.subarray(0, length), fraction: this.fraction.subarray(0, length) };
    return { timeEpochMs: plainNumbers(this.time.subarray(0, length)), origins };
  }
}
