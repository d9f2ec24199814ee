import { type Rows, rowCount } from '../api/rows';
import { firstAfter } from '../time/sortedTimes';
import type { EpochMs } from '../time/window';

/**
 * The points of a line: which row each of them shows. Decided once for all columns, each of which is then one loop over
 * plain numbers, because a million points go through here between two frames of the screen.
 */
export interface DrawnPoints {
  readonly timeEpochMs: EpochMs[];
  /** Undefined: just the rows, in their order. */
  readonly sources: PointSources | undefined;
}

interface PointSources {
  /** The index of the row; of a made-up point, of the row before it; -1 for a null, which breaks the line. */
  readonly row: Int32Array;
  /** Of a made-up point: how far it is on the way to the next row, 0 to 1. NaN for a point that is a row. */
  readonly share: Float64Array;
}

/** What stands in an empty step; see `Fill` of the query. */
export type FillMode = 'gap' | 'null' | 'previous' | 'linear';

/**
 * Lays rows out over their steps. Every row is drawn at its own time, wherever in its step that is.
 * - `gap`: one null in the first step of a silence longer than `gapMs`; shorter silences are drawn through
 * - `null`: a null in every empty step
 * - `previous`, `linear`: made-up points between the first and the last row
 */
export function fillSteps(rows: Rows, edges: Float64Array, gapMs: number, fill: FillMode): DrawnPoints {
  if (fill === 'gap') {
    return breakLine(rows, emptyStepsOfGaps(rows, edges, gapMs));
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
      builder.add(edge, row - 1, fill === 'previous' ? 0 : shareOfWay(rows, row, edge));
    }
  }
  return builder.build();
}

/**
 * Lays rows out with a null at each of the breaks, and nothing else between them.
 * @param breaks where the line breaks, ascending, between rows; see `breakTimes`
 */
export function breakLine(rows: Rows, breaks: readonly EpochMs[]): DrawnPoints {
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

/** The values of a column at the points. */
export function drawColumn({ timeEpochMs, sources }: DrawnPoints, column: Float64Array): Array<number | null> {
  if (sources === undefined) {
    return plainNumbers(column);
  }
  const { row, share } = sources;
  const drawn = new Array<number | null>(timeEpochMs.length);
  for (let point = 0; point < drawn.length; point++) {
    const source = row[point]!;
    const way = share[point]!;
    drawn[point] = source < 0 ? null : way > 0 ? between(column[source]!, column[source + 1]!, way) : column[source]!;
  }
  return drawn;
}

/** How many readings each point stands for: none where it is made up, null where the server told nothing. */
export function drawCounts({ timeEpochMs, sources }: DrawnPoints, n: Float64Array): Array<number | null> {
  return Array.from(timeEpochMs, (_, point) => {
    const source = sources === undefined ? point : sources.row[point]!;
    const isMadeUp = sources !== undefined && !Number.isNaN(sources.share[point]!);
    const count = source < 0 ? NaN : n[source]!;
    return isMadeUp ? 0 : Number.isNaN(count) ? null : count;
  });
}

/** The first empty step of every silence longer than `gapMs`. */
function emptyStepsOfGaps(rows: Rows, edges: Float64Array, gapMs: number): EpochMs[] {
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
function shareOfWay(rows: Rows, row: number, edge: EpochMs): number {
  const from = rows.timeEpochMs[row - 1]!;
  return (edge - from) / (rows.timeEpochMs[row]! - from);
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
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
  private readonly share: Float64Array;
  private length = 0;

  constructor(capacity: number) {
    this.time = new Float64Array(capacity);
    this.row = new Int32Array(capacity);
    this.share = new Float64Array(capacity);
  }

  add(timeEpochMs: EpochMs, row: number, share: number): void {
    this.time[this.length] = timeEpochMs;
    this.row[this.length] = row;
    this.share[this.length] = share;
    this.length++;
  }

  build(): DrawnPoints {
    const { length } = this;
    const sources = { row: this.row.subarray(0, length), share: this.share.subarray(0, length) };
    return { timeEpochMs: plainNumbers(this.time.subarray(0, length)), sources };
  }
}
