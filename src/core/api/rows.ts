import { firstAtOrAfter } from '../time/sortedTimes';
import type { EpochMs } from '../time/window';

/**
 * Rows of one series as columns of equal length, in ascending time. A raw reading is a row whose
 * avg, min and max are its value and whose n is 1, so that readings and buckets go the same way from here on.
 */
export interface Rows {
  /** The instant of a reading, or the start of a bucket. */
  readonly timeEpochMs: Float64Array;
  readonly avg: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** How many readings the row stands for; NaN where the server did not say it in a way that can be used. */
  readonly n: Float64Array;
}

const COLUMNS = 5;

export const NO_ROWS: Rows = rowsOfLength(0);

/** Columns of zeros, to be filled. They share one buffer: a load of a million rows makes hundreds of pages. */
export function rowsOfLength(length: number): Rows {
  const columns = new Float64Array(length * COLUMNS);
  const column = (index: number) => columns.subarray(index * length, (index + 1) * length);
  return { timeEpochMs: column(0), avg: column(1), min: column(2), max: column(3), n: column(4) };
}

/** How much memory the rows keep, which is that of the longer ones they are a part of. */
export function heldBytes({ timeEpochMs }: Rows): number {
  return timeEpochMs.buffer.byteLength;
}

/** How much memory the rows need. */
export function neededBytes(rows: Rows): number {
  return rowCount(rows) * COLUMNS * Float64Array.BYTES_PER_ELEMENT;
}

export function rowCount(rows: Rows): number {
  return rows.timeEpochMs.length;
}

/** The rows from index `start` (inside) to `end` (outside), sharing memory with the original. */
export function sliceRows(rows: Rows, start: number, end: number): Rows {
  return mapColumns(rows, (column) => column.subarray(start, end));
}

/** The same rows in memory of their own. */
export function copyRows(rows: Rows): Rows {
  return joinInto(rowsOfLength(rowCount(rows)), [rows]);
}

/** Joins parts that follow each other in time. */
export function concatRows(parts: readonly Rows[]): Rows {
  const filled = parts.filter((part) => rowCount(part) > 0);
  const [first] = filled;
  if (first === undefined || filled.length === 1) {
    return first ?? NO_ROWS;
  }
  return joinInto(rowsOfLength(filled.reduce((sum, part) => sum + rowCount(part), 0)), filled);
}

function joinInto(whole: Rows, parts: readonly Rows[]): Rows {
  let offset = 0;
  for (const part of parts) {
    whole.timeEpochMs.set(part.timeEpochMs, offset);
    whole.avg.set(part.avg, offset);
    whole.min.set(part.min, offset);
    whole.max.set(part.max, offset);
    whole.n.set(part.n, offset);
    offset += rowCount(part);
  }
  return whole;
}

/** The index of the first row at or after the instant; the length when there is none. */
export function firstRowAtOrAfter(rows: Rows, epochMs: EpochMs): number {
  return firstAtOrAfter(rows.timeEpochMs, epochMs);
}

function mapColumns(rows: Rows, map: (column: Float64Array) => Float64Array): Rows {
  return {
    timeEpochMs: map(rows.timeEpochMs),
    avg: map(rows.avg),
    min: map(rows.min),
    max: map(rows.max),
    n: map(rows.n),
  };
}
