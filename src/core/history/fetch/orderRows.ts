import type { Level } from '../../time/level';
import type { TimeWindow } from '../../time/window';
import { isAscending, pickRows, type Rows, rowCount } from '../rows';
import type { FetchResult } from './fetchResult';

/**
 * Sorts the rows of a window. The specification promises neither an order nor that a row is sent only once, so both are
 * ensured here: rows are sorted by time, the first of two duplicates stays, and rows outside the window are left out,
 * because the slice they belong to has them.
 * A bucket is a duplicate when its start is. A reading is one only when its value is too: a tag that is sampled faster than
 * the server's clock ticks has several readings at one instant.
 */
export function orderRows(
  received: Rows,
  window: TimeWindow,
  level: Level
): Pick<FetchResult, 'rows' | 'duplicateRows' | 'outsideRows'> {
  if (isOrdered(received, window)) {
    return { rows: received, duplicateRows: 0, outsideRows: 0 };
  }
  const sorted = isAscending(received) ? received : sortByTime(received);
  const total = rowCount(sorted);
  const kept: number[] = [];
  let duplicateRows = 0;
  let outsideRows = 0;
  for (let row = 0; row < total; row++) {
    const time = sorted.timeEpochMs[row]!;
    if (time < window.fromEpochMs || time >= window.toEpochMs) {
      outsideRows++;
    } else if (isDuplicate(sorted, row, kept, level)) {
      duplicateRows++;
    } else {
      kept.push(row);
    }
  }
  return { rows: pickRows(sorted, kept), duplicateRows, outsideRows };
}

/** True in by far the most common case, which a million rows must pass quickly: nothing to do. */
function isOrdered({ timeEpochMs }: Rows, window: TimeWindow): boolean {
  let previous = -Infinity;
  for (let row = 0; row < timeEpochMs.length; row++) {
    const time = timeEpochMs[row]!;
    if (time <= previous || time < window.fromEpochMs || time >= window.toEpochMs) {
      return false;
    }
    previous = time;
  }
  return true;
}

function isDuplicate(rows: Rows, row: number, kept: readonly number[], level: Level): boolean {
  const time = rows.timeEpochMs[row]!;
  for (let index = kept.length - 1; index >= 0 && rows.timeEpochMs[kept[index]!] === time; index--) {
    if (level !== 'raw' || rows.avg[kept[index]!] === rows.avg[row]) {
      return true;
    }
  }
  return false;
}

function sortByTime(rows: Rows): Rows {
  const order = Array.from(rows.timeEpochMs.keys()).sort((a, b) => rows.timeEpochMs[a]! - rows.timeEpochMs[b]!);
  return pickRows(rows, order);
}
