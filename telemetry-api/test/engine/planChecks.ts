import assert from 'node:assert/strict';
import pg from 'pg';
import { inTransaction } from '../../store/database/database.ts';
import type { Queryable } from '../../store/database/queryable.ts';
import { readDevicePage } from '../../store/inventory/devicePage.ts';
import { correctReadings } from '../../store/readings/correctReadings.ts';
import { readHistoryPage } from '../../store/readings/pages/historyPage.ts';
import { readLatestPage } from '../../store/readings/pages/latestPage.ts';
import { LEVELS } from '../../store/readings/levels.ts';
import { END_MS, FIRST_MS, HISTORY_MS, type Engine, type EngineCheck } from './plant.ts';

const LAYOUT = { before: '', labels: ['', '', '', ''], after: '' };
/** Of a sequential scan, in units of the planner: tables of a few pages are always scanned. */
const MAX_SCAN_COST = 200;
/** Readings, buckets and their partitions, shards and chunks. */
const HISTORY_TABLE = /^(reading|bucket_1[mhd]|_hyper)/;

type Statement = { readonly text: string; readonly values?: readonly unknown[] };

export const PLAN_CHECKS: readonly EngineCheck[] = [
  {
    name: 'pages of a history: no scan of a table, one shard',
    run: async (engine) => {
      await engine.database.pool.query('ANALYZE');
      for (const level of LEVELS) {
        for (const fromMs of [FIRST_MS, HISTORY_MS]) {
          const statements = await recorded(engine.database.pool, (db) =>
            readHistoryPage(db, { tagId: 1, level, fromMs, toMs: END_MS, limit: 500 }, LAYOUT)
          );
          for (const plan of await explain(engine, statements)) {
            const tasks = find(plan, 'Task Count');
            assert.ok(
              tasks.every((count) => count === 1),
              `a page of ${level} uses ${tasks.join()} shards`
            );
          }
        }
      }
      return '';
    },
  },
  {
    name: 'pages of devices and latest values: no scan of a history table',
    run: async (engine) => {
      const { pool } = engine.database;
      const statements = await recorded(pool, async (db) => {
        await readDevicePage(db, null, undefined, 20);
        await readLatestPage(db, null, undefined, 20);
      });
      assert.equal((await explain(engine, statements)).length, 2);
      return '';
    },
  },
  {
    name: 'corrections: stored rows are found by index',
    run: async (engine) => {
      const times = Array.from(
        { length: 5000 },
        (_, i) => FIRST_MS + Math.floor((i * (END_MS - FIRST_MS)) / 5000 / 20_000) * 20_000
      );
      const columns = [times.map((_, i) => 1 + (i % 20)), times, times.map((_, i) => -i - 0.5)];
      const batch = {
        columns: columns.map((column) => `{${column.join()}}`) as [string, string, string],
        tagIds: new Set<number>(),
        count: times.length,
        firstMs: FIRST_MS,
        lastMs: END_MS,
      };
      const undo = new Error('undo');
      const statements: Statement[] = [];
      await inTransaction(engine.database.pool, async (client) => {
        const write = (db: Queryable) => correctReadings(db as pg.PoolClient, batch);
        statements.push(...(await recorded(client, write)));
        throw undo;
      }).catch((error: unknown) => assert.equal(error, undo));
      const joins = statements.filter(({ text }) => /r\.ts BETWEEN|AS k\b/.test(text));
      // Counting, updating, and one statement per level of buckets.
      assert.equal((await explain(engine, joins)).length, 5);
      return '';
    },
  },
];

/** The statements that `work` runs. */
async function recorded(db: Queryable, work: (db: Queryable) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = (statement: string | Statement, values?: unknown[]) => {
    const one = typeof statement === 'string' ? { text: statement, values } : statement;
    statements.push({ text: one.text, values: one.values });
    return db.query(one.text, [...(one.values ?? [])]);
  };
  await work({ query: query as Queryable['query'] });
  return statements;
}

/** The plans of statements. @throws if one scans a history table */
async function explain({ database }: Engine, statements: readonly Statement[]): Promise<unknown[]> {
  const plans: unknown[] = [];
  for (const { text, values } of statements) {
    // Citus does not explain all statements with parameters.
    const inlined = text.replace(/\$(\d+)/g, (_, position) => literal(values?.[Number(position) - 1]));
    const { rows } = await database.pool.query<Record<string, unknown>>(`EXPLAIN (FORMAT JSON) ${inlined}`);
    const plan = rows[0]?.['QUERY PLAN'];
    for (const node of nodes(plan)) {
      const isScan = node['Node Type'] === 'Seq Scan' && HISTORY_TABLE.test(String(node['Relation Name']));
      const cost = Number(node['Total Cost']);
      assert.ok(!isScan || cost < MAX_SCAN_COST, `${node['Relation Name']} is scanned (cost ${cost}) by ${text}`);
    }
    plans.push(plan);
  }
  return plans;
}

function literal(value: unknown): string {
  return value === null || value === undefined
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : pg.escapeLiteral(String(value));
}

/** All objects inside a plan; Citus nests the plans of its tasks. */
function nodes(plan: unknown): Array<Record<string, unknown>> {
  if (plan === null || typeof plan !== 'object') {
    return [];
  }
  return [plan as Record<string, unknown>, ...Object.values(plan).flatMap(nodes)];
}

function find(plan: unknown, field: string): unknown[] {
  return nodes(plan).flatMap((node) => (field in node ? [node[field]] : []));
}
