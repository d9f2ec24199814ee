import { firstRowAtOrAfter, type Rows, rowCount } from '../api/rows';
import { type TimeWindow, windowMs } from '../time/window';
import { pick } from './orderRows';

/**
 * Thins readings to what a screen can show without losing any peak (M4): of every pixel column the first, the last,
 * the lowest and the highest reading stay. The line that they draw is, pixel by pixel, the line of all of them.
 * @param columns how many pixel columns the window has
 * @returns the same rows when there is nothing to thin
 */
export function thinToColumns(rows: Rows, window: TimeWindow, columns: number): Rows {
  if (rowCount(rows) <= 4 * columns) {
    return rows;
  }
  const columnMs = windowMs(window) / columns;
  const kept: number[] = [];
  let start = 0;
  while (start < rowCount(rows)) {
    const column = Math.floor((rows.timeEpochMs[start]! - window.fromEpochMs) / columnMs);
    const end = Math.max(start + 1, firstRowAtOrAfter(rows, window.fromEpochMs + (column + 1) * columnMs));
    kept.push(...outstanding(rows, start, end));
    start = end;
  }
  return pick(rows, kept);
}

/** First, lowest, highest and last row of a range, each once, in order of time. */
function outstanding(rows: Rows, start: number, end: number): number[] {
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
