import { type Rows, rowsOfLength } from '../core/api/rows';

interface Row {
  readonly at: number;
  readonly avg: number;
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

/** Rows as columns, from rows as a person writes them. */
export function rowsOf(list: readonly Row[]): Rows {
  const rows = rowsOfLength(list.length);
  list.forEach((row, index) => {
    rows.timeEpochMs[index] = row.at;
    rows.avg[index] = row.avg;
    rows.min[index] = row.min;
    rows.max[index] = row.max;
    rows.n[index] = row.n;
  });
  return rows;
}

/** Readings, one at each instant, whose value is the instant unless said otherwise. */
export function readingRows(instants: readonly number[], valueAt: (at: number) => number = (at) => at): Rows {
  return rowsOf(instants.map((at) => ({ at, avg: valueAt(at), min: valueAt(at), max: valueAt(at), n: 1 })));
}
