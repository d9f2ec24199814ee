import type pg from 'pg';
import type { Queryable } from './queryable.ts';

/** A working server cancels a statement at its own timeout and reports it well within this time. */
const GRACE_MS = 1000;

/**
 * Gives up a statement that a server has not answered, nor cancelled, shortly after its statement timeout, and closes its connection:
 * a frozen server cancels nothing, and TCP keeps the connection open.
 */
export function limitResponseTime(pool: pg.Pool, statementTimeoutMs: number): Queryable {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const limited = { ...config, query_timeout: statementTimeoutMs + GRACE_MS };
    return pool.query(limited);
  };
  return { query: query as Queryable['query'] };
}
