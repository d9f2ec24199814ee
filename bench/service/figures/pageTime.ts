import { pagePaths } from '../historyPaths.ts';
import { timeBothHistories } from './bothHistories.ts';
import type { Measured } from '../../kit/figure.ts';
import type { BenchServers } from './figure.ts';

/** Compares the time of the same page in a long and in a short history. */
export async function pageTime(servers: BenchServers): Promise<Measured[]> {
  servers.log('the same page in both histories');
  const { smallMs, largeMs } = await timeBothHistories(servers, pagePaths());
  return [
    {
      figure: 'page time with 20 million readings against 1 million',
      ...{ value: largeMs / smallMs, limit: 1.3, better: 'lower' },
      detail: `${largeMs.toFixed(2)} ms against ${smallMs.toFixed(2)} ms, one client`,
    },
  ];
}
