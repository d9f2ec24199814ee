import { historyPageStatement, type HistoryRequest } from '../../../telemetry-api/store/readings/pages/historyPage.ts';
import { withPool } from '../benchDatabase.ts';
import { handleJob } from './job.ts';

export interface StatementJob {
  readonly databaseUrl: string;
  readonly pages: readonly HistoryRequest[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface StatementResult {
  readonly statementsPerS: number;
}

/** Runs only the statement of a page: the driver receives the columns, and no page is built from them. */
handleJob<StatementJob, StatementResult>(async ({ databaseUrl, pages, connections, warmUpMs, measureMs }) => {
  const fromMs = Date.now() + warmUpMs;
  const untilMs = fromMs + measureMs;
  let statements = 0;
  await withPool(
    databaseUrl,
    async (pool) => {
      const runStatements = async (connection: number) => {
        for (let next = connection * 37, nowMs = 0; nowMs < untilMs; next++) {
          const page = pages[next % pages.length] as HistoryRequest;
          await pool.query(historyPageStatement(page));
          nowMs = Date.now();
          statements += nowMs >= fromMs && nowMs < untilMs ? 1 : 0;
        }
      };
      await Promise.all(Array.from({ length: connections }, (_, connection) => runStatements(connection)));
    },
    connections
  );
  return { statementsPerS: (statements * 1000) / measureMs };
});
