import type { Queryable } from '../../store/database/queryable.ts';
import { BATCH_STEP_MS } from '../support/batches.ts';
import { countWrongBuckets } from '../support/testImports.ts';

export interface Comparison {
  /** Different rows whose write was acknowledged. */
  readonly acknowledged: number;
  /** Those of them that are stored, with their value. */
  readonly found: number;
  /** What must not be there: each is a description with a count. */
  readonly problems: readonly string[];
}

/** `batchValueAt` in SQL. */
const VALUE_SQL = '((ts / 1000 * 31 + tag_id * 7) % 1009) / 8.0::float8';

/** Rows whose write a program has acknowledged, as time ranges of tags. Their times and values are those of `batchValueAt`. */
export class Ledger {
  private readonly tagIds: number[] = [];
  private readonly fromMs: number[] = [];
  private readonly toMs: number[] = [];

  /** Adds a row every `BATCH_STEP_MS` in [fromMs, toMs). Ranges may overlap. */
  add(tagId: number, fromMs: number, toMs: number): void {
    this.tagIds.push(tagId);
    this.fromMs.push(fromMs);
    this.toMs.push(toMs);
  }

  /** Compares a database with what was acknowledged until now. Writers may continue. */
  async compare(db: Queryable): Promise<Comparison> {
    const query = async <T>(sql: string, values: unknown[] = []) => (await db.query(sql, values)).rows as T[];
    const count = async (sql: string) => (await query<{ n: number }>(`SELECT count(*)::int AS n ${sql}`))[0]?.n ?? NaN;
    const [{ acknowledged, found } = { acknowledged: NaN, found: NaN }] = await query<{
      acknowledged: number;
      found: number;
    }>(
      `WITH acknowledged AS MATERIALIZED (
         SELECT tag_id, range_agg(int8range(from_ms, to_ms)) AS times
         FROM unnest($1::int[], $2::int8[], $3::int8[]) AS one (tag_id, from_ms, to_ms) GROUP BY 1
       )
       SELECT
         (SELECT coalesce(sum(upper(range) - lower(range)) / ${BATCH_STEP_MS}, 0)::int FROM acknowledged, unnest(times) AS range) AS acknowledged,
         (SELECT count(*)::int FROM acknowledged JOIN reading USING (tag_id)
           WHERE ts <@ times AND value = ${VALUE_SQL}) AS found`,
      [this.tagIds, this.fromMs, this.toMs]
    );
    const problems = {
      'readings with another value': await count(`FROM reading WHERE value <> ${VALUE_SQL}`),
      'readings stored twice': await count(
        'FROM (SELECT FROM reading GROUP BY tag_id, ts HAVING count(*) > 1) AS repeated'
      ),
      'wrong buckets': await countWrongBuckets(query, 1e-12),
      'wrong latest values': await count(
        `FROM latest FULL JOIN (SELECT DISTINCT ON (tag_id) tag_id, ts, value FROM reading ORDER BY tag_id, ts DESC) AS newest
           USING (tag_id) WHERE (latest.ts, latest.value) IS DISTINCT FROM (newest.ts, newest.value)`
      ),
    };
    return {
      acknowledged,
      found,
      problems: Object.entries(problems).flatMap(([what, times]) => (times === 0 ? [] : [`${times} ${what}`])),
    };
  }
}

/** Checks with PostgreSQL's amcheck that every index has an entry for each row of its table, and none twice. @throws if not */
export async function checkIndexes(db: Queryable): Promise<void> {
  await db.query('CREATE SCHEMA IF NOT EXISTS crash_check');
  await db.query('CREATE EXTENSION IF NOT EXISTS amcheck SCHEMA crash_check');
  await db.query(
    `SELECT crash_check.bt_index_check(index => c.oid, heapallindexed => true, checkunique => true)
     FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'btree' AND c.relkind = 'i' AND c.relpersistence = 'p'`
  );
}
