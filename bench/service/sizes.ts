import type { Table } from '../kit/figure.ts';
import { withPool, type BenchDatabase } from './benchDatabase.ts';

const PARTS = [
  ['readings', 'reading'],
  ['buckets of a minute', 'bucket_1m'],
  ['buckets of an hour', 'bucket_1h'],
  ['buckets of a day', 'bucket_1d'],
] as const;

/** A table of the disk space per row after an import, including indexes. */
export async function measureSizes({ url }: BenchDatabase, engine: string): Promise<Table> {
  return withPool(url, async (pool) => {
    const sizes: string[][] = [];
    for (const [what, table] of PARTS) {
      const { rows } = await pool.query<{ n: number; bytes: number; indexBytes: number }>(
        `SELECT (SELECT count(*) FROM ${table}) AS n, sum(pg_total_relation_size(relid))::int8 AS bytes,
           sum(pg_indexes_size(relid))::int8 AS "indexBytes"
         FROM (SELECT relid FROM pg_partition_tree('${table}') UNION SELECT '${table}') AS parts`
      );
      const { n = 0, bytes = 0, indexBytes = 0 } = rows[0] ?? {};
      sizes.push([what, String(n), (bytes / n).toFixed(1), (indexBytes / n).toFixed(1)]);
    }
    return { columns: [`Size (${engine})`, 'rows', 'bytes per row', 'of which index'], rows: sizes };
  });
}
