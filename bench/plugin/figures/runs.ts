import type { RunsQuery } from '../../../src/kinds/runs/runsQuery.ts';
import { startClock } from '../clock.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, NOW_MS, TAGS } from '../plant.ts';
import type { BenchServers, FigureResult } from './figure.ts';

const RUNS = 20;
const COMPARED_TAGS = TAGS.slice(1, 5);
const REPEATS = 5;

/** A value is high for a third of each day: the last twenty days of four tags with a reading a minute. */
const QUERY: Partial<RunsQuery> = {
  kind: 'runs',
  devices: [BUSY_DEVICE],
  tags: COMPARED_TAGS,
  runTag: COMPARED_TAGS[0]!,
  condition: { operator: '>', value: '72.5', upper: '' },
  minDuration: '1h',
  joinWithin: '1h',
  count: RUNS,
  format: 'envelope',
};

/** Lays runs over each other that nothing is known of, and once more. */
export async function runs(servers: BenchServers): Promise<FigureResult> {
  const connection = servers.openNearConnection();
  const seconds: number[] = [];
  let requests = 0;
  let again = 0;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const dataSource = openDataSource(connection.transport, startClock(NOW_MS).nowEpochMs);
    const window = { fromEpochMs: NOW_MS - DAY_MS, toEpochMs: NOW_MS };
    const startedMs = performance.now();
    await dataSource.open({ window, query: QUERY });
    seconds.push((performance.now() - startedMs) / 1000);
    requests = connection.takeTraffic().pages.length;
    await dataSource.open({ window, query: QUERY });
    again = Math.max(again, connection.takeTraffic().pages.length);
  }
  connection.close();
  return {
    measured: [
      {
        figure: 'runs-20-of-4-tags-s',
        value: Math.min(...seconds),
        limit: 1.5,
        better: 'lower',
        detail: `the fastest of ${REPEATS}, the slowest ${Math.max(...seconds).toFixed(2)} s`,
      },
      {
        figure: 'runs-20-of-4-tags-requests',
        value: requests,
        limit: 2 * RUNS * COMPARED_TAGS.length,
        better: 'lower',
        detail: 'requests for history; at most two per run and tag',
      },
      {
        figure: 'runs-20-of-4-tags-again-requests',
        value: again,
        limit: 2 * (COMPARED_TAGS.length + 1),
        better: 'lower',
        detail: 'requests for history when they are laid over each other again: of the present alone',
      },
    ],
  };
}
