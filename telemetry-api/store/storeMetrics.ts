import { isDistributed, readFromNodes, readShardSizes } from './database/placement/citus.ts';
import type { Queryable } from './database/queryable.ts';
import type { ExportState } from './exports/exports.ts';

/** Size and state of the stored data, for monitoring. */
export interface StoreMetrics {
  /** Estimated from the database's statistics, because counting does not scale. */
  readonly readings: number;
  readonly sizeBytes: number;
  /** Time of the newest reading; null if there is none. */
  readonly newestMs: number | null;
  readonly exports: Readonly<Partial<Record<ExportState, number>>>;
}

export async function readStoreMetrics(db: Queryable): Promise<StoreMetrics> {
  const { rows } = await db.query<StoreMetrics>({
    name: 'store-metrics',
    text: `
SELECT
  (SELECT coalesce(sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)), 0)::float8
   FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'reading'::regclass) AS readings,
  pg_database_size(current_database()) AS "sizeBytes",
  (SELECT max(ts) FROM latest) AS "newestMs",
  (SELECT coalesce(json_object_agg(state, count), '{}') FROM (SELECT state, count(*) FROM export GROUP BY state) AS by_state) AS exports`,
  });
  const metrics = rows[0];
  if (metrics === undefined) {
    throw new Error('A SELECT without FROM must return one row.');
  }
  return (await isDistributed(db, 'reading')) ? { ...metrics, ...(await readClusterSize(db)) } : metrics;
}

/** The same figures for all nodes of Citus. */
async function readClusterSize(db: Queryable): Promise<Pick<StoreMetrics, 'readings' | 'sizeBytes'>> {
  const shards = await readShardSizes(db, 'reading');
  const databases = await readFromNodes<number>(db, 'SELECT pg_database_size(current_database())');
  return {
    readings: [...shards.values()].reduce((sum, { rows }) => sum + rows, 0),
    sizeBytes: databases.reduce((sum, bytes) => sum + bytes, 0),
  };
}
