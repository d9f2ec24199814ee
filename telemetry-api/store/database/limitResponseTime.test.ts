import { hasPostgres15, startPostgres15 } from '../../test/support/databases/postgres15.ts';
import { openPool } from './database.ts';
import { isStatementTimeout } from './databaseErrors.ts';
import { limitResponseTime } from './limitResponseTime.ts';

// The embedded server ends with its supervisor, so it cannot be suspended alone.
const withPostgres15 = hasPostgres15 ? test : test.skip;

withPostgres15(
  'a statement on a frozen server is a statement timeout, and the next one works once the server does',
  async () => {
    const server = await startPostgres15();
    const pool = openPool({ connectionString: server.url }, { statementTimeoutMs: 500 });
    const db = limitResponseTime(pool, 500);
    try {
      await db.query('SELECT 1');
      server.freeze(true);
      const error: unknown = await db.query('SELECT 1').catch((error: unknown) => error);
      server.freeze(false);
      expect(isStatementTimeout(error)).toBe(true);
      expect((await db.query('SELECT $1::int AS n', [2])).rows).toEqual([{ n: 2 }]);
    } finally {
      await pool.end();
      await server.close();
    }
  }
);
