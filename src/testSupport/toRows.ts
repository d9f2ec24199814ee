import { bucketRows, readingRows, type Rows } from '../core/history/rows';

interface Row {
  readonly at: number;
  readonly avg: number;
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

/** Converts a list of buckets to columns. */
export function toRows(list: readonly Row[]): Rows {
  const rows = bucketRows(list.length);
  list.forEach((row, index) => {
    rows.timeEpochMs[index] = row.at;
    rows.avg[index] = row.avg;
    rows.min[index] = row.min;
    rows.max[index] = row.max;
    rows.n[index] = row.n;
  });
  return rows;
}

/** Readings at the given instants. By default, the value of each reading is its instant. */
export function readingsAt(instants: readonly number[], valueAt: (at: number) => number = (at) => at): Rows {
  const rows = readingRows(instants.length);
  instants.forEach((at, index) => {
    rows.timeEpochMs[index] = at;
    rows.avg[index] = valueAt(at);
  });
  return rows;
}
