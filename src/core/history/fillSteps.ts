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
 * Lays rows out over their steps.
 * - `gap`: one null after the last row before a silence longer than `gapMs`; shorter silences are drawn through
 * - `null`: a null in every empty step
 * - `previous`, `linear`: made-up values between the first and the last row, with n = 0 so that they can be told apart
 * @param edges edges of the steps, or undefined for raw readings, which know only `gap` and being drawn through
 */
export function fillSteps(rows: Rows, edges: Float64Array | undefined, gapMs: number, fill: FillMode): DrawnRows {
  if (edges === undefined || fill === 'gap') {
    return breakAtGaps(rows, fill === 'previous' || fill === 'linear' ? Infinity : gapMs);
  }
  const drawn: DrawnRows = { timeEpochMs: [], avg: [], min: [], max: [], n: [] };
  let row = 0;
  for (const edge of edges.subarray(0, -1)) {
    if (row < rowCount(rows) && rows.timeEpochMs[row] === edge) {
      push(drawn, edge, rows.avg[row]!, rows.min[row]!, rows.max[row]!, rows.n[row]!);
      row++;
    } else if (fill === 'null') {
      push(drawn, edge, null, null, null, null);
    } else if (row > 0 && row < rowCount(rows)) {
      const share = fill === 'previous' ? 0 : shareOfWay(rows, row, edge);
      const between = (column: Float64Array) => column[row - 1]! + (column[row]! - column[row - 1]!) * share;
      push(drawn, edge, between(rows.avg), between(rows.min), between(rows.max), 0);
    }
  }
  return drawn;
}

function breakAtGaps(rows: Rows, gapMs: number): DrawnRows {
  const drawn: DrawnRows = { timeEpochMs: [], avg: [], min: [], max: [], n: [] };
  for (let row = 0; row < rowCount(rows); row++) {
    const time = rows.timeEpochMs[row]!;
    const previous = row > 0 ? rows.timeEpochMs[row - 1]! : time;
    if (time - previous > gapMs) {
      push(drawn, previous + Math.min(gapMs, (time - previous) / 2), null, null, null, null);
    }
    push(drawn, time, rows.avg[row]!, rows.min[row]!, rows.max[row]!, rows.n[row]!);
  }
  return drawn;
}

/** How far `edge` is on the way from the row before `row` to it, 0 to 1. */
function shareOfWay(rows: Rows, row: number, edge: EpochMs): number {
  const from = rows.timeEpochMs[row - 1]!;
  return (edge - from) / (rows.timeEpochMs[row]! - from);
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
  drawn.n.push(Number.isNaN(n) ? null : n);
}
