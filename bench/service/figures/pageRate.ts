import type { LoadJob, LoadResult } from '../children/loadJob.ts';
import { runJob } from '../children/job.ts';
import type { StatementJob, StatementResult } from '../children/statementJob.ts';
import { withPool } from '../benchDatabase.ts';
import { pagePaths, pageRequests } from '../historyPaths.ts';
import { interleave } from '../../kit/interleave.ts';
import { HOT_TAG } from '../plant.ts';
import { startDecodedServer, startService } from '../startProcess.ts';
import { findTag } from '../../../telemetry-api/store/inventory/findTag.ts';
import type { Measured } from '../../kit/figure.ts';
import type { BenchServers } from './figure.ts';

const CLIENTS = 16;
const WARM_UP_MS = 1000;
/** The JIT compiler needs some thousand requests; a server in production runs for months after that. */
const JIT_WARM_UP_MS = 8000;

/**
 * Pages of 5,000 raw readings per second: by the service, by a server that decodes rows, and by the statement alone.
 * The measurements are interleaved, so that other load on the machine affects all of them equally.
 */
export async function pageRate({ large, folder, rounds, seconds, log }: BenchServers): Promise<Measured[]> {
  const service = await startService(large.url, folder);
  const decoded = await startDecodedServer(large.url);
  try {
    const times = { warmUpMs: WARM_UP_MS, measureMs: seconds * 1000 };
    const tag = await withPool(large.url, (pool) => findTag(pool, null, HOT_TAG.device, HOT_TAG.tag));
    if (typeof tag === 'string') {
      throw new Error(`The hot tag was not found: ${tag}.`);
    }
    const load = (port: number, warmUpMs = WARM_UP_MS) =>
      runJob<LoadJob, LoadResult>('./loadJob.ts', {
        ...{ port, key: large.key, paths: pagePaths(), clients: CLIENTS },
        ...times,
        warmUpMs,
      });
    log('pages per second, warm-up');
    await load(decoded.port, JIT_WARM_UP_MS);
    await load(service.port, JIT_WARM_UP_MS);
    const perS = await interleave(
      { warmUps: 0, counted: rounds },
      {
        decoded: async (round) => {
          log(`pages per second, round ${round + 1} of ${rounds}`);
          return rateOf(await load(decoded.port));
        },
        service: async () => rateOf(await load(service.port)),
        statement: async () => {
          const job = { databaseUrl: large.url, pages: pageRequests(tag.id), connections: CLIENTS, ...times };
          return (await runJob<StatementJob, StatementResult>('./statementJob.ts', job)).statementsPerS;
        },
      }
    );
    return [
      {
        figure: 'page of 5,000 readings, 16 clients: times the rate of decoded rows',
        ...{ value: perS.service / perS.decoded, limit: 2, better: 'higher' },
        detail: `${perS.service.toFixed(0)} pages/s against ${perS.decoded.toFixed(0)}`,
      },
      {
        figure: 'page of 5,000 readings, 16 clients: share of the rate of the bare statement',
        ...{ value: perS.service / perS.statement, limit: 0.7, better: 'higher' },
        detail: `${perS.service.toFixed(0)} pages/s against ${perS.statement.toFixed(0)} statements/s`,
      },
    ];
  } finally {
    await Promise.all([service.stop(), decoded.stop()]);
  }
}

function rateOf({ requestsPerS, failures }: LoadResult): number {
  if (failures > 0) {
    throw new Error(`${failures} requests failed under load.`);
  }
  return requestsPerS;
}
