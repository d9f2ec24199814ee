import type { Queryable } from '../queryable.ts';

/** Whether a table is distributed by Citus. */
export async function isDistributed(db: Queryable, table: string): Promise<boolean> {
  const { rows } = await db.query<{ isThere: boolean }>(
    `SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS "isThere"`
  );
  if (rows[0]?.isThere !== true) {
    return false;
  }
  const { rowCount } = await db.query('SELECT 1 FROM pg_dist_partition WHERE logicalrelid = $1::regclass', [table]);
  return (rowCount ?? 0) > 0;
}

/**
 * Runs a statement that returns one JSON value on all nodes of Citus, the coordinator included.
 * @throws if a node does not answer
 */
export async function readFromNodes<T>(db: Queryable, sql: string): Promise<T[]> {
  const { rows } = await db.query<{ success: boolean; result: string }>(
    'SELECT success, result FROM run_command_on_all_nodes($1)',
    [sql]
  );
  return rows.map(({ success, result }) => {
    if (!success) {
      throw new Error(`A node of Citus failed: ${result}`);
    }
    return JSON.parse(result) as T;
  });
}

/** Estimated rows and size on disk of a partition. */
interface PartitionSize {
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
