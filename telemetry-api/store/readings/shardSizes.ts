import { readFromNodes } from '../database/citus.ts';
import type { Queryable } from '../database/queryable.ts';

/** Estimated rows and size on disk of a partition. */
export interface PartitionSize {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * The partitions of a table that Citus distributes, by name. The coordinator has only empty tables with these names; their rows are
 * in shards named `partition_shard` on the nodes.
 */
export async function readShardSizes(db: Queryable, parent: string): Promise<Map<string, PartitionSize>> {
  const nodes = await readFromNodes<Array<PartitionSize & { readonly name: string }>>(
    db,
    `SELECT coalesce(json_agg(json_build_object('name', regexp_replace(relname, '_[0-9]+$', ''),
       'rows', greatest(reltuples, pg_stat_get_live_tuples(oid), 0), 'bytes', pg_total_relation_size(oid))), '[]')
     FROM pg_class WHERE relkind = 'r' AND relname ~ '^${parent}_[0-9]{4}(_[0-9]{2}){1,2}_[0-9]{3,}$'`
  );
  const sizes = new Map<string, PartitionSize>();
  for (const { name, rows, bytes } of nodes.flat()) {
    const sum = sizes.get(name) ?? { rows: 0, bytes: 0 };
    sizes.set(name, { rows: sum.rows + rows, bytes: sum.bytes + bytes });
  }
  return sizes;
}
