import type { Queryable } from './queryable.ts';

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
