import { type TimeWindow, windowMs } from '../../time/window';
import { firstRowAtOrAfter, pickRows, type Rows, rowCount } from '../rows';

/**
 * Reduces readings to what a screen can show without losing a peak (M4): of every pixel column the first, the last, the
 * lowest and the highest reading stay. The line through them is, pixel by pixel, the line through all of them.
 * @param columns how many pixel columns the window has
 * @returns the same rows when they fit
 */
export function downsample(rows: Rows, window: TimeWindow, columns: number): Rows {
  if (rowCount(rows) <= 4 * columns) {
    return rows;
  }
  const columnMs = windowMs(window) / columns;
  const kept: number[] = [];
  let start = 0;
  while (start < rowCount(rows)) {
    const column = Math.floor((rows.timeEpochMs[start]! - window.fromEpochMs) / columnMs);
    const end = Math.max(start + 1, firstRowAtOrAfter(rows, window.fromEpochMs + (column + 1) * columnMs));
    kept.push(...extremes(rows, start, end));
    start = end;
  }
  return pickRows(rows, kept);
}

/** First, lowest, highest and last row of a range, each once, in order of time. */
function extremes(rows: Rows, start: number, end: number): number[] {
  let lowest = start;
  let highest = start;
  for (let row = start; row < end; row++) {
    if (rows.min[row]! < rows.min[lowest]!) {
      lowest = row;
    }
    if (rows.max[row]! > rows.max[highest]!) {
      highest = row;
    }
  }
  return [...new Set([start, Math.min(lowest, highest), Math.max(lowest, highest), end - 1])];
}

/**
 * The increases of the readings that stay, each from the one that stays before it: none of the total is lost.
 * @param increase of all readings
 * @param shown those of the readings that stay
 */
export function sumToShown(increase: Float64Array, rows: Rows, shown: Rows): Float64Array {
  let row = 0;
  return shown.timeEpochMs.map((time, index) => {
    let sum = 0;
    let isShown = false;
    for (; !isShown && row < rowCount(rows); row++) {
      sum += increase[row]!;
      isShown = rows.timeEpochMs[row] === time && rows.avg[row] === shown.avg[index];
    }
    return sum;
  });
}
