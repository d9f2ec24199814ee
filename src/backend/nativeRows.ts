import { decodeJsonRows, type DecodedRows, type DecodeRows } from '../core/history/historyPage';
import type { Level } from '../core/time/level';
import { bucketColumns, readingColumns } from '../core/history/rows';
import type { HostRows } from './host';

/** The property of a page that has the rows that the host decoded. */
export const NATIVE_ROWS = Symbol('rows');

/** Rows that the host decoded, without a copy; those of JSON if it found no rows, so that errors are the same everywhere. */
export const decodeNativeRows: DecodeRows = (page, level) => {
  const native = (page as { readonly [NATIVE_ROWS]?: HostRows })[NATIVE_ROWS];
  return native === undefined ? decodeJsonRows(page, level) : decodeHostRows(native, level);
};

function decodeHostRows({ columns, receivedRows, emptyRows, unusableBuckets }: HostRows, level: Level): DecodedRows {
  const values = new Float64Array(columns);
  const pairs = new Float64Array(unusableBuckets);
  return {
    rows: level === 'raw' ? readingColumns(values) : bucketColumns(values),
    receivedRows,
    emptyRows,
    unusableBuckets: Array.from({ length: pairs.length / 2 }, (_none, index) => {
      const startEpochMs = pairs[2 * index]!;
      return {
        startEpochMs: Number.isNaN(startEpochMs) ? undefined : startEpochMs,
        rowsBefore: pairs[2 * index + 1]!,
      };
    }),
  };
}
