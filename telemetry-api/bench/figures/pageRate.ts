import type { LoadJob, LoadResult } from '../children/loadJob.ts';
import { runJob } from '../children/job.ts';
import type { StatementJob, StatementResult } from '../children/statementJob.ts';
import { withPool } from '../benchDatabase.ts';
import { pagePaths, pageRequests } from '../historyPaths.ts';
import { median } from '../median.ts';
import { HOT_TAG } from '../plant.ts';
import { startDecodedServer, startService } from '../startProcess.ts';
import { findTag } from '../../store/findTag.ts';
import type { Measurement, Stage } from './figure.ts';

const CLIENTS = 16;
const WARM_UP_MS = 1000;
/** A server that was just started compiles what it does often for some thousand requests; afterwards it runs for months. */
const COMPILE_MS = 8000;

/**
 * Pages of 5,000 raw readings a second: by the service, by a server that decodes rows, and by the bare statement without any server.
 * They take turns, so that what else the machine does falls on all of them alike.
 */
export async function pageRate({ large, folder, rounds, seconds, log }: Stage): Promise<Measurement[]> {
  const service = await startService(large.url, folder);
  const decoded = await startDecodedServer(large.url);
  try {
    const times = { warmUpMs: WARM_UP_MS, measureMs: seconds * 1000 };
    const tag = await withPool(large.url, (pool) => findTag(pool, null, HOT_TAG.device, HOT_TAG.tag));
    if (typeof tag === 'string') {
      throw new Error(`The plant has ${tag} of the long history.`);
    }
    const load = (port: number, warmUpMs = WARM_UP_MS) =>
      runJob<LoadJob, LoadResult>('./loadJob.ts', {
        ...{ port, key: large.key, paths: pagePaths(), clients: CLIENTS },
        ...times,
        warmUpMs,
      });
    log('pages a second, to warm up');
    await load(decoded.port, COMPILE_MS);
    await load(service.port, COMPILE_MS);
    const rates = { service: [] as number[], decoded: [] as number[], statement: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      log(`pages a second, round ${round + 1} of ${rounds}`);
      rates.decoded.push(rateOf(await load(decoded.port)));
      rates.service.push(rateOf(await load(service.port)));
      const { statementsPerS } = await runJob<StatementJob, StatementResult>('./statementJob.ts', {
        ...{ databaseUrl: large.url, pages: pageRequests(tag.id), connections: CLIENTS },
        ...times,
      });
      rates.statement.push(statementsPerS);
    }
    const [byService, byDecoding, bare] = [rates.service, rates.decoded, rates.statement].map(median) as [
      number,
      number,
      number,
    ];
    return [
      {
        figure: 'page of 5,000 readings, 16 clients: times the rate of decoded rows',
        ...{ value: byService / byDecoding, limit: 2, better: 'higher' },
        detail: `${byService.toFixed(0)} pages/s against ${byDecoding.toFixed(0)}`,
      },
      {
        figure: 'page of 5,000 readings, 16 clients: share of the rate of the bare statement',
        ...{ value: byService / bare, limit: 0.7, better: 'higher' },
        detail: `${byService.toFixed(0)} pages/s against ${bare.toFixed(0)} statements/s`,
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
