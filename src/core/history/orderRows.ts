import { type Rows, rowCount, rowsOfLength } from '../api/rows';
import type { Level } from '../time/level';
import type { TimeWindow } from '../time/window';

/** Rows as the rest may rely on them, and what had to be done for it. */
export interface OrderedRows {
  /** Ascending, none twice, all inside the window. */
  readonly rows: Rows;
  readonly duplicateRows: number;
  readonly outsideRows: number;
}

/**
 * Puts the rows of a window in order. The specification promises neither an order nor that a row comes once, so both
 * are made here: rows are sorted by time, of those that came twice the first stays, and what lies outside the window
 * is left out, because the slice that owns it brings it.
 * A bucket comes twice when its start does. A reading comes twice when its value does, too: a tag that is read faster than
 * the server's clock ticks has several readings at one instant.
 */
export function orderRows(received: Rows, window: TimeWindow, level: Level): OrderedRows {
  if (isAsItShouldBe(received, window)) {
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
    } else if (cameBefore(sorted, row, kept, level)) {
      duplicateRows++;
    } else {
      kept.push(row);
    }
  }
  return { rows: pick(sorted, kept), duplicateRows, outsideRows };
}

/** By far the most common case, and the one of a million rows. */
function isAsItShouldBe({ timeEpochMs }: Rows, window: TimeWindow): boolean {
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

function cameBefore(rows: Rows, row: number, kept: readonly number[], level: Level): boolean {
  const time = rows.timeEpochMs[row]!;
  for (let index = kept.length - 1; index >= 0 && rows.timeEpochMs[kept[index]!] === time; index--) {
    if (level !== 'raw' || rows.avg[kept[index]!] === rows.avg[row]) {
      return true;
    }
  }
  return false;
}

/** True when no row is earlier than the one before it. */
export function isAscending({ timeEpochMs }: Rows): boolean {
  return timeEpochMs.every((time, row) => row === 0 || time >= timeEpochMs[row - 1]!);
}

/** True when no row is later than the one before it. */
export function isDescending({ timeEpochMs }: Rows): boolean {
  return timeEpochMs.every((time, row) => row === 0 || time <= timeEpochMs[row - 1]!);
}

function sortByTime(rows: Rows): Rows {
  const order = Array.from(rows.timeEpochMs.keys()).sort((a, b) => rows.timeEpochMs[a]! - rows.timeEpochMs[b]!);
  return pick(rows, order);
}

/** The rows at the given indices, in their order. */
export function pick(rows: Rows, indices: readonly number[]): Rows {
  const picked = rowsOfLength(indices.length);
  indices.forEach((from, to) => {
    picked.timeEpochMs[to] = rows.timeEpochMs[from]!;
    picked.avg[to] = rows.avg[from]!;
    picked.min[to] = rows.min[from]!;
    picked.max[to] = rows.max[from]!;
    picked.n[to] = rows.n[from]!;
  });
  return picked;
}
