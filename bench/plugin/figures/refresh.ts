import { SETTINGS } from '../../../src/query/dataSourceSettings.ts';
import { startClock } from '../clock.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, HOUR_MS, MINUTE_MS, NOW_MS, TAGS } from '../plant.ts';
import type { FigureResult, BenchServers } from './figure.ts';

const RANGE_MS = 6 * HOUR_MS;
const EVERY_MS = 5000;
/** One minute, so that a bucket ends in between. */
const REFRESHES = 12;
const SERIES = 4;

/** Wide enough to show every reading, and narrow enough to re-aggregate buckets of 1m into steps. */
const WIDTHS = { readings: 1000, buckets: 150 };

/** A dashboard with six hours of four tags at interval auto that refreshes every five seconds. */
export async function refresh(servers: BenchServers): Promise<FigureResult> {
  const cases = await Promise.all(
    Object.entries(WIDTHS).map(async ([name, points]) => ({ name, ...(await refreshPanel(servers, points)) }))
  );
  const rows = cases.map(({ name, firstRows, maxRows }) => `${name}: at most ${maxRows} rows after ${firstRows}`);
  const requests = cases.map(({ name, maxRequests }) => `${name}: at most ${maxRequests} requests`);
  const how = `${SERIES} series, ${REFRESHES} refreshes, worst case counts`;
  return {
    measured: [
      {
        figure: 'refresh-rows',
        value: Math.max(...cases.map(({ firstRows, maxRows }) => maxRows / firstRows)),
        limit: (SETTINGS.lateArrivalMinutes.default * MINUTE_MS) / RANGE_MS + 0.01,
        better: 'lower',
        detail: `${how}; ${rows.join('; ')}`,
      },
      {
        figure: 'refresh-requests-per-series',
        value: Math.max(...cases.map(({ maxRequests }) => maxRequests / SERIES)),
        limit: 1,
        better: 'lower',
        detail: `${how}; ${requests.join('; ')}`,
      },
    ],
  };
}

async function refreshPanel(servers: BenchServers, points: number) {
  const clock = startClock(NOW_MS);
  const connection = servers.openNearConnection(clock.nowEpochMs);
  const dataSource = openDataSource(connection.transport, clock.nowEpochMs);
  const query = { devices: [BUSY_DEVICE], tags: TAGS.slice(0, SERIES) };
  const open = (toEpochMs: number) =>
    dataSource.open({ window: { fromEpochMs: toEpochMs - RANGE_MS, toEpochMs }, query, points });
  await open(NOW_MS);
  const firstRows = connection.takeTraffic().rows;
  let maxRows = 0;
  let maxRequests = 0;
  for (let count = 1; count <= REFRESHES; count++) {
    clock.advance(EVERY_MS);
    await open(NOW_MS + count * EVERY_MS);
    const { rows, pages } = connection.takeTraffic();
    maxRows = Math.max(maxRows, rows);
    maxRequests = Math.max(maxRequests, pages.length);
  }
  connection.close();
  return { firstRows, maxRows, maxRequests };
}
