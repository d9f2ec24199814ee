import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TimeRange } from '../readings/timeRange.ts';
import type { StoredTable } from './storedTables.ts';

/** A running COPY; `rowCount` is that of the server once it has ended. */
type Copy<Stream> = Stream & { readonly rowCount: number };

/**
 * The rows of a table, or of a part of it, in PostgreSQL's text format, which has been the same in all versions and has every double exactly.
 * Rows of a history come in the order of their key, so that its index is as small in the copy as a new one.
 * @param instead SQL of values that are other ones than the stored, by column
 */
export function copyOut(
  client: pg.PoolClient,
  { name, columns }: StoredTable,
  part?: TimeRange,
  instead: Readonly<Record<string, string>> = {}
): Copy<Readable> {
  const values = columns.map((column) => instead[column] ?? column).join(', ');
  const where = part === undefined ? '' : ` WHERE ts >= ${part.fromMs} AND ts < ${part.toMs}`;
  const order = columns.includes('ts') ? ' ORDER BY tag_id, ts' : '';
  return client.query(copyTo(`COPY (SELECT ${values} FROM ${name}${where}${order}) TO STDOUT`));
}

/** Writes rows of `copyOut` into a table. @param columns those that the rows have, in their order */
export function copyIn(client: pg.PoolClient, table: string, columns: readonly string[]): Copy<Writable> {
  return client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
}

/** Values of exports that start over in the copy: the file of one that is being written is not finished, and its worker is elsewhere. */
export const RESTARTED_EXPORTS = {
  state: `CASE state WHEN 'processing' THEN 'pending' ELSE state END`,
  progress: `CASE state WHEN 'processing' THEN 0 ELSE progress END`,
};
