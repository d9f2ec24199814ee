import { firstAfter } from '../../time/sortedTimes';
import type { EpochMs } from '../../time/window';
import { type Rows, rowCount } from '../rows';
import type { Fill } from './seriesStyle';

/**
 * The points of a line: which row each of them shows. Decided once for all columns, each of which is then one loop over
 * plain numbers, because a million points must pass between two frames of the screen.
 */
export interface LinePoints {
  readonly timeEpochMs: EpochMs[];
  /** Undefined: the rows themselves, in their order. */
  readonly sources: PointSources | undefined;
}

interface PointSources {
  /** The index of the row; of an interpolated point, of the row before it; -1 for a null, which breaks the line. */
  readonly row: Int32Array;
  /** Of an interpolated point: how far it is on the way to the next row, 0 to 1. NaN for a point that is a row. */
  readonly fraction: Float64Array;
}

/** The values of a column at the points of a line; null breaks it. */
export type Column = Array<number | null>;

/**
 * Lays rows out over their steps. Every row is rendered at its own time, wherever in its step that is.
 * - `gap`: one null in the first step of a distance longer than `gapMs`; shorter ones are connected
 * - `null`: a null in every empty step
 * - `previous`, `linear`: interpolated points between the first and the last row
 */
export function fillSteps(rows: Rows, edges: Float64Array, gapMs: number, fill: Fill): LinePoints {
  if (fill === 'gap') {
    return breakLine(rows, firstEmptySteps(rows, edges, gapMs));
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
    return { timeEpochMs: plainNumbers(rows.timeEpochMs), sources: undefined };
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
export function isRow({ sources }: LinePoints, point: number): boolean {
  return sources === undefined || (sources.row[point]! >= 0 && Number.isNaN(sources.fraction[point]!));
}

/** Some of the points, in their order, at other times. */
export function pickPoints(line: LinePoints, points: readonly number[], timeEpochMs: EpochMs[]): LinePoints {
  const { sources } = line;
  if (sources === undefined && points.length === line.timeEpochMs.length) {
    return { timeEpochMs, sources };
  }
  const row = Int32Array.from(points, (point) => sources?.row[point] ?? point);
  const fraction = Float64Array.from(points, (point) => sources?.fraction[point] ?? NaN);
  return { timeEpochMs, sources: { row, fraction } };
}

/** The values of a column of rows at the points. */
export function columnAt({ timeEpochMs, sources }: LinePoints, values: Float64Array): Column {
  if (sources === undefined) {
    return plainNumbers(values);
  }
  const { row, fraction } = sources;
  const column = new Array<number | null>(timeEpochMs.length);
  for (let point = 0; point < column.length; point++) {
    const source = row[point]!;
    const way = fraction[point]!;
    column[point] = source < 0 ? null : way > 0 ? between(values[source]!, values[source + 1]!, way) : values[source]!;
  }
  return column;
}

/** How many readings each point stands for: none where it is interpolated, null where the server sent no usable count. */
export function countsAt({ timeEpochMs, sources }: LinePoints, n: Float64Array): Column {
  return Array.from(timeEpochMs, (_, point) => {
    const source = sources === undefined ? point : sources.row[point]!;
    const isInterpolated = sources !== undefined && !Number.isNaN(sources.fraction[point]!);
    const count = source < 0 ? NaN : n[source]!;
    return isInterpolated ? 0 : Number.isNaN(count) ? null : count;
  });
}

/** The increase at each point: null where nothing was read, or where it is not known. */
export function increasesAt({ timeEpochMs, sources }: LinePoints, increase: Float64Array): Column {
  return Array.from(timeEpochMs, (_, point) => {
    const source = sources === undefined ? point : sources.row[point]!;
    const isRow = sources === undefined || (source >= 0 && Number.isNaN(sources.fraction[point]!));
    const value = increase[source]!;
    return isRow && !Number.isNaN(value) ? value : null;
  });
}

/** The first empty step of every distance longer than `gapMs`. */
function firstEmptySteps(rows: Rows, edges: Float64Array, gapMs: number): EpochMs[] {
  const { timeEpochMs } = rows;
  const starts: EpochMs[] = [];
  for (let row = 1; row < timeEpochMs.length; row++) {
    if (timeEpochMs[row]! - timeEpochMs[row - 1]! > gapMs) {
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
  const plain = new Array<number>(column.length);
  for (let index = 0; index < column.length; index++) {
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
    const sources = { row: this.row.subarray(0, length), fraction: this.fraction.subarray(0, length) };
    return { timeEpochMs: plainNumbers(this.time.subarray(0, length)), sources };
  }
}
