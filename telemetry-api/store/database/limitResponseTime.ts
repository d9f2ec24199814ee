import type pg from 'pg';
import type { Queryable } from './queryable.ts';

/** A working server cancels a statement at its own timeout and reports it well within this time. */
const GRACE_MS = 1000;

/** What a statement does next: it waits for a connection, it runs, or it has ended. */
export type StatementPhase = 'waiting' | 'statement' | 'answered';

/** A statement whose time is measured. */
export interface TimedStatement extends pg.QueryConfig {
  readonly onPhase?: (phase: StatementPhase) => void;
}

/**
 * Gives up a statement that a server has not answered, nor cancelled, shortly after its statement timeout, and closes its connection:
 * a frozen server cancels nothing, and TCP keeps the connection open.
 */
export function limitResponseTime(pool: pg.Pool, statementTimeoutMs: number): Queryable {
  const query = async (statement: string | TimedStatement, values?: unknown[]) => {
    const config: TimedStatement = typeof statement === 'string' ? { text: statement, values } : statement;
    const limited = { ...config, query_timeout: statementTimeoutMs + GRACE_MS };
    config.onPhase?.('waiting');
    try {
      const client = await pool.connect();
      config.onPhase?.('statement');
      return await queryAndRelease(client, limited);
    } finally {
      config.onPhase?.('answered');
    }
  };
  return { query: query as Queryable['query'] };
}

/** As `pool.query`, which does not tell when it has its connection. */
async function queryAndRelease(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  let failure: Error | undefined;
  try {
    return await client.query(statement);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection whose statement failed is closed.
    client.release(failure);
  }
}
