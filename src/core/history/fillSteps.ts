import { type Rows, rowCount } from '../api/rows';
import { type EpochMs } from '../time/window';

/** Rows as they are drawn: null breaks the line. */
export interface DrawnRows {
  readonly timeEpochMs: EpochMs[];
  readonly avg: Array<number | null>;
  readonly min: Array<number | null>;
  readonly max: Array<number | null>;
  readonly n: Array<number | null>;
}

/** What stands in an empty step; see `Fill` of the query. */
export type FillMode = 'gap' | 'null' | 'previous' | 'linear';

/**
 * Lays rows out over their steps. Every row is drawn at its own time, wherever in its step that is.
 * - `gap`: one null in the first step of a silence longer than `gapMs`; shorter silences are drawn through
 * - `null`: a null in every empty step
 * - `previous`, `linear`: made-up values between the first and the last row, with n = 0 so that they can be told apart
 */
export function fillSteps(rows: Rows, edges: Float64Array, gapMs: number, fill: FillMode): DrawnRows {
  const drawn: DrawnRows = { timeEpochMs: [], avg: [], min: [], max: [], n: [] };
  const total = rowCount(rows);
  let row = 0;
  let wasEmpty = false;
  for (let step = 0; step + 1 < edges.length; step++) {
    const edge = edges[step]!;
    const firstOfStep = row;
    for (; row < total && rows.timeEpochMs[row]! < edges[step + 1]!; row++) {
      pushRow(drawn, rows, row);
    }
    const isEmpty = row === firstOfStep;
    const isBetweenRows = row > 0 && row < total;
    if (isEmpty && fill === 'null') {
      pushNull(drawn, edge);
    } else if (isEmpty && isBetweenRows && fill === 'gap') {
      if (!wasEmpty && rows.timeEpochMs[row]! - rows.timeEpochMs[row - 1]! > gapMs) {
        pushNull(drawn, edge);
      }
    } else if (isEmpty && isBetweenRows) {
      pushMadeUp(drawn, rows, row, edge, fill === 'previous' ? 0 : shareOfWay(rows, row, edge));
    }
    wasEmpty = isEmpty;
  }
  return drawn;
}

/**
 * Lays raw readings out, which have no steps, with a null at each of the breaks.
 * @param breaks where the line breaks, ascending (see `breakTimes`); known from all readings, of which `rows` may be
 *   those that thinning left, whose distances say nothing about gaps any more
 */
export function drawReadings(rows: Rows, breaks: readonly EpochMs[]): DrawnRows {
  const drawn: DrawnRows = { timeEpochMs: [], avg: [], min: [], max: [], n: [] };
  let next = 0;
  for (let row = 0; row < rowCount(rows); row++) {
    for (; next < breaks.length && breaks[next]! < rows.timeEpochMs[row]!; next++) {
      pushNull(drawn, breaks[next]!);
    }
    pushRow(drawn, rows, row);
  }
  return drawn;
}

/** How far `edge` is on the way from the row before `row` to it, 0 to 1. */
function shareOfWay(rows: Rows, row: number, edge: EpochMs): number {
  const from = rows.timeEpochMs[row - 1]!;
  return (edge - from) / (rows.timeEpochMs[row]! - from);
}

function pushMadeUp(drawn: DrawnRows, rows: Rows, row: number, edge: EpochMs, share: number): void {
  const between = (column: Float64Array) => column[row - 1]! + (column[row]! - column[row - 1]!) * share;
  push(drawn, edge, between(rows.avg), between(rows.min), between(rows.max), 0);
}

function pushRow(drawn: DrawnRows, rows: Rows, row: number): void {
  const n = rows.n[row]!;
  push(drawn, rows.timeEpochMs[row]!, rows.avg[row]!, rows.min[row]!, rows.max[row]!, Number.isNaN(n) ? null : n);
}

function pushNull(drawn: DrawnRows, time: EpochMs): void {
  push(drawn, time, null, null, null, null);
}

function push(
  drawn: DrawnRows,
  time: EpochMs,
  avg: number | null,
  min: number | null,
  max: number | null,
  n: number | null
): void {
  drawn.timeEpochMs.push(time);
  drawn.avg.push(avg);
  drawn.min.push(min);
  drawn.max.push(max);
  drawn.n.push(n);
}
