import { DAY_MS, HOUR_MS } from '../../durations.ts';
import type { Queryable } from '../database/queryable.ts';
import type { TimeRange } from '../readings/timeRange.ts';
import type { StoredTable } from './storedTables.ts';

/** Count and sum of hashes of rows; equal for equal rows in any order, whatever the version and engine. */
interface Digest {
  readonly rows: number;
  readonly sum: string | null;
}

/** A table with `ts`, which is compared and copied by slices of time. */
export interface SlicedTable extends StoredTable {
  /** What differs by one row is copied by so much. */
  readonly sliceMs: number;
}

const SLICES_MS: Readonly<Record<string, number>> = {
  reading: HOUR_MS,
  bucket_1m: DAY_MS,
  bucket_1h: DAY_MS,
  bucket_1d: 30 * DAY_MS,
};

/** A table in slices; undefined for one that is copied whole. */
export function sliced(table: StoredTable): SlicedTable | undefined {
  const sliceMs = SLICES_MS[table.name];
  return sliceMs === undefined ? undefined : { ...table, sliceMs };
}

const digestOf = ({ columns }: StoredTable) =>
  `count(*)::int8 AS rows, sum(hash_record_extended(ROW(${columns.join(', ')}), 0))::text AS sum`;

/** The digest of a whole table. */
export async function readDigest(db: Queryable, table: StoredTable): Promise<Digest> {
  const { rows } = await db.query<Digest>(`SELECT ${digestOf(table)} FROM ${table.name}`);
  return rows[0] ?? { rows: 0, sum: null };
}

/** The digest of each slice that has rows, by its start in ms since 1970. Reads the whole table. */
export async function readDigests(db: Queryable, table: SlicedTable): Promise<Map<number, Digest>> {
  const { rows } = await db.query<Digest & { readonly fromMs: number }>(
    `SELECT ts - ts % ${table.sliceMs} AS "fromMs", ${digestOf(table)} FROM ${table.name} GROUP BY 1`
  );
  return new Map(rows.map(({ fromMs, ...digest }) => [fromMs, digest]));
}

export function isSameDigest(one: Digest | undefined, other: Digest | undefined): boolean {
  return one?.rows === other?.rows && one?.sum === other?.sum;
}

/**
 * The times in which two tables differ, ascending. Slices beside each other are one range, which ends with its day or month.
 */
export function differingRanges(
  table: SlicedTable,
  source: ReadonlyMap<number, Digest>,
  target: ReadonlyMap<number, Digest>
): TimeRange[] {
  const starts = [...new Set([...source.keys(), ...target.keys()])]
    .filter((fromMs) => !isSameDigest(source.get(fromMs), target.get(fromMs)))
    .sort((a, b) => a - b);
  const ranges: TimeRange[] = [];
  for (const fromMs of starts) {
    const toMs = fromMs + table.sliceMs;
    const last = ranges.at(-1);
    if (last?.toMs === fromMs && unitOf(table, last.fromMs) === unitOf(table, fromMs)) {
      ranges[ranges.length - 1] = { fromMs: last.fromMs, toMs };
    } else {
      ranges.push({ fromMs, toMs });
    }
  }
  return ranges;
}

/** The UTC day of a range of readings, the UTC month of others: no partition is longer, and a range is a transaction. */
function unitOf({ partitions }: SlicedTable, ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), partitions === 'reading' ? date.getUTCDate() : 1);
}
