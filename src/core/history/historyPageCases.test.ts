import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../api/fields';
import { decodeJsonRows } from './historyPage';

/** A body, and the rows in it. The decoder of the backend is tested with the same cases, see pkg/telemetry. */
interface PageCase {
  readonly name: string;
  /** The wire's name of the level. */
  readonly level: string;
  readonly body: string;
  /** Null: the body is no page of history. */
  readonly rows: Rows | null;
}

/** Columns as JSON, which has no NaN: it is null. */
interface Rows {
  readonly receivedRows: number;
  readonly emptyRows: number;
  readonly columns: ReadonlyArray<ReadonlyArray<number | null>>;
  readonly unusableBuckets: ReadonlyArray<readonly [number | null, number]>;
}

const FILE = path.join(__dirname, '../../../pkg/telemetry/testdata/historyPageCases.json');
const CASES = JSON.parse(readFileSync(FILE, 'utf8')) as PageCase[];

// UPDATE_CASES=1 writes the rows that the decoder returns; read the difference before you commit it.
if (process.env.UPDATE_CASES) {
  const updated = CASES.map(({ name, level, body }) => ({ name, level, body, rows: decoded(body, level) }));
  writeFileSync(FILE, `${JSON.stringify(updated, null, 2)}\n`);
}

it.each(CASES.map((one) => [one.name, one] as const))('decodes %s', (_, { level, body, rows }) => {
  expect(decoded(body, level)).toEqual(rows);
});

function decoded(body: string, level: string): Rows | null {
  try {
    const page = JSON.parse(body) as JsonObject;
    const { rows, receivedRows, emptyRows, unusableBuckets } = decodeJsonRows(page, level === 'crudo' ? 'raw' : '1h');
    const columns = level === 'crudo' ? [rows.timeEpochMs, rows.avg] : Object.values(rows);
    return {
      receivedRows,
      emptyRows,
      columns: columns.map((column: Float64Array) => Array.from(column, withoutNaN)),
      unusableBuckets: unusableBuckets.map(({ startEpochMs, rowsBefore }) => [startEpochMs ?? null, rowsBefore]),
    };
  } catch {
    return null;
  }
}

/** JSON has no NaN, and no -0, which is 0 for everything here. */
function withoutNaN(value: number): number | null {
  return Number.isNaN(value) ? null : value + 0;
}
