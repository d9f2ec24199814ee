import type { Level } from '../time/step';
import { type EpochMs, firstAtOrAfter, type TimeWindow } from '../time/window';
import { areAllPositive, areOrderedWithin, type Rows } from './rowLoops';

export type { Rows };

export const BUCKET_COLUMNS = 5;
export const READING_COLUMNS = 2;

export const NO_ROWS: Rows = bucketRows(0);

/** Columns of zeros to be filled with buckets. They share one buffer: a load of a million rows has hundreds of pages. */
export function bucketRows(length: number): Rows {
  return bucketColumns(new Float64Array(length * BUCKET_COLUMNS));
}

/** Buckets whose columns follow each other in one buffer: time, avg, min, max, n. */
export function bucketColumns(columns: Float64Array): Rows {
  const length = columns.length / BUCKET_COLUMNS;
  const column = (index: number) => columns.subarray(index * length, (index + 1) * length);
  return { timeEpochMs: column(0), avg: column(1), min: column(2), max: column(3), n: column(4) };
}

/** Columns of zeros to be filled with readings: write `timeEpochMs` and `avg`; the other columns are views. */
export function readingRows(length: number): Rows {
  return readingColumns(new Float64Array(length * READING_COLUMNS));
}

/** Readings whose columns follow each other in one buffer: time, value. */
export function readingColumns(columns: Float64Array): Rows {
  const length = columns.length / READING_COLUMNS;
  return viewReadings(columns.subarray(0, length), columns.subarray(length));
}

function viewReadings(timeEpochMs: Float64Array, value: Float64Array): Rows {
  return { timeEpochMs, avg: value, min: value, max: value, n: onesOfLength(timeEpochMs.length) };
}

let ones = new Float64Array(8192).fill(1);

/** The counts of readings. All readings share the column, so nothing may write to it. */
function onesOfLength(length: number): Float64Array {
  if (length > ones.length) {
    ones = new Float64Array(Math.max(length, 2 * ones.length)).fill(1);
  }
  return ones.subarray(0, length);
}

function isReadings({ avg, min }: Rows): boolean {
  return avg === min;
}

/** How many bytes the rows keep alive: those of the longer rows that they may be a part of. */
export function heldBytes({ timeEpochMs }: Rows): number {
  return timeEpochMs.buffer.byteLength;
}

/** How many bytes the rows need. */
export function neededBytes(rows: Rows): number {
  return rowCount(rows) * (isReadings(rows) ? READING_COLUMNS : BUCKET_COLUMNS) * Float64Array.BYTES_PER_ELEMENT;
}

export function rowCount(rows: Rows): number {
  return rows.timeEpochMs.length;
}

/** How many readings the rows stand for; NaN where one has no usable count. */
export function countReadings({ n }: Rows): number {
  return n.reduce((sum, count) => sum + count, 0);
}

/** The index of the first row at or after the instant; the length when there is none. */
export function firstRowAtOrAfter(rows: Rows, epochMs: EpochMs): number {
  return firstAtOrAfter(rows.timeEpochMs, epochMs);
}

/** The first of the last rows that together hold so many readings; a row without a count holds one at least. */
export function firstOfLast({ n }: Rows, readings: number): number {
  let first = n.length;
  for (let sum = 0; first > 0 && sum < readings;) {
    sum += n[--first]! || 1;
  }
  return first;
}

/** The rows from index `start` (included) to `end` (excluded), sharing memory with the original. */
export function sliceRows(rows: Rows, start: number, end: number): Rows {
  const slice = (column: Float64Array) => column.subarray(start, end);
  return isReadings(rows)
    ? viewReadings(slice(rows.timeEpochMs), slice(rows.avg))
    : {
        timeEpochMs: slice(rows.timeEpochMs),
        avg: slice(rows.avg),
        min: slice(rows.min),
        max: slice(rows.max),
        n: slice(rows.n),
      };
}

/** The rows of a window, sharing memory with the original. */
export function rowsBetween(rows: Rows, { fromEpochMs, toEpochMs }: TimeWindow): Rows {
  return sliceRows(rows, firstRowAtOrAfter(rows, fromEpochMs), firstRowAtOrAfter(rows, toEpochMs));
}

/** The rows at the given indices, in their order. */
export function pickRows(rows: Rows, indices: readonly number[]): Rows {
  const picked = isReadings(rows) ? readingRows(indices.length) : bucketRows(indices.length);
  columnsToWrite(rows).forEach((column) => {
    const from = rows[column];
    const to = picked[column];
    indices.forEach((row, index) => (to[index] = from[row]!));
  });
  return picked;
}

/** The same rows in memory of their own. */
export function copyRows(rows: Rows): Rows {
  return join([rows]);
}

/** Joins parts that follow each other in time. */
export function concatRows(parts: readonly Rows[]): Rows {
  const filled = parts.filter((part) => rowCount(part) > 0);
  return filled.length === 1 ? filled[0]! : join(filled);
}

function join(parts: readonly Rows[]): Rows {
  const length = parts.reduce((sum, part) => sum + rowCount(part), 0);
  const whole = length > 0 && parts.every(isReadings) ? readingRows(length) : bucketRows(length);
  let offset = 0;
  for (const part of parts) {
    columnsToWrite(whole).forEach((column) => whole[column].set(part[column], offset));
    offset += rowCount(part);
  }
  return whole;
}

function columnsToWrite(rows: Rows): ReadonlyArray<keyof Rows> {
  return isReadings(rows) ? ['timeEpochMs', 'avg'] : ['timeEpochMs', 'avg', 'min', 'max', 'n'];
}

/** True when no row is earlier than the one before it. */
export function isAscending({ timeEpochMs }: Rows): boolean {
  return timeEpochMs.every((time, row) => row === 0 || time >= timeEpochMs[row - 1]!);
}

/** True when no row is later than the one before it. */
export function isDescending({ timeEpochMs }: Rows): boolean {
  return timeEpochMs.every((time, row) => row === 0 || time <= timeEpochMs[row - 1]!);
}

/** True when every row reports how many readings it stands for; without that, averages cannot be combined. */
export function hasCounts(rows: Rows): boolean {
  return areAllPositive(rows.n);
}

/** The rows of a window in their order, and how many were left out. */
export interface OrderedRows {
  readonly rows: Rows;
  readonly duplicateRows: number;
  readonly outsideRows: number;
}

/**
 * Sorts the rows of a window. The specification promises neither an order nor that a row is sent only once, so both are
 * ensured here: rows are sorted by time, the first of two duplicates stays, and rows outside the window are left out,
 * because the slice they belong to has them.
 * A bucket is a duplicate when its start is. A reading is one only when its value is too: a tag that is sampled faster than
 * the server's clock ticks has several readings at one instant.
 */
export function orderRows(received: Rows, window: TimeWindow, level: Level): OrderedRows {
  // By far the most common case: nothing to do.
  if (areOrderedWithin(received.timeEpochMs, window.fromEpochMs, window.toEpochMs)) {
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
