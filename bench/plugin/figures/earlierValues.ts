import type { LatestQuery } from '../../../src/kinds/latest/latestQuery.ts';
import { startClock } from '../clock.ts';
import { openDataSource } from '../panels.ts';
import { DAY_MS, DEVICES, HOUR_MS, NOW_MS } from '../plant.ts';
import type { FigureResult, BenchServers } from './figure.ts';

/** A hundred tags at each, so five hundred values: when they had a reading a minute, and when most had one an hour. */
const INSTANTS_AGO_MS: Readonly<Record<string, readonly number[]>> = {
  'a reading a minute': [1.01, 2.02, 3.03, 4.04, 5.05].map((days) => days * DAY_MS),
  'a reading an hour': [21.01, 22.02, 23.03, 24.04, 25.05].map((days) => days * DAY_MS),
};
const RUNS = 5;

/** Opens tables of the values at the end of past time ranges. */
export async function earlierValues(servers: BenchServers): Promise<FigureResult> {
  const connection = servers.openNearConnection();
  const measured = [];
  for (const [name, instantsAgoMs] of Object.entries(INSTANTS_AGO_MS)) {
    const secondsOfRuns: number[] = [];
    let requests = 0;
    let again = 0;
    for (let run = 0; run < RUNS; run++) {
      const dataSource = openDataSource(connection.transport, startClock(NOW_MS).nowEpochMs);
      const open = () =>
        Promise.all(
          instantsAgoMs.map((agoMs, index) => {
            const toEpochMs = NOW_MS - agoMs;
            const query: Partial<LatestQuery> = {
              kind: 'latest',
              format: 'table',
              at: 'rangeEnd',
              devices: [...DEVICES],
            };
            const window = { fromEpochMs: toEpochMs - HOUR_MS, toEpochMs };
            return dataSource.open({ window, query, panelId: index + 1 });
          })
        );
      const startedMs = performance.now();
      await open();
      secondsOfRuns.push((performance.now() - startedMs) / 1000);
      requests = connection.takeTraffic().pages.length;
      await open();
      again = Math.max(again, connection.takeTraffic().pages.length);
    }
    const suffix = name.endsWith('minute') ? '' : '-hourly';
    measured.push(
      {
        figure: `earlier-values-500${suffix}-s`,
        value: Math.min(...secondsOfRuns),
        limit: 2,
        better: 'lower' as const,
        detail: `${name}; ${requests} requests; the fastest of ${RUNS}, the slowest ${Math.max(...secondsOfRuns).toFixed(2)} s`,
      },
      {
        figure: `earlier-values-500${suffix}-again-requests`,
        value: again,
        limit: 0,
        better: 'lower' as const,
        detail: 'requests for history when all panels are opened again',
      }
    );
  }
  connection.close();
  return { measured };
}
