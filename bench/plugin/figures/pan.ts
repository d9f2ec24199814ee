import type { TimeWindow } from '../../../src/core/time/window.ts';
import { startClock } from '../clock.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, HOUR_MS, NOW_MS, TAGS } from '../plant.ts';
import type { FigureResult, BenchServers } from './figure.ts';

/** One window of buckets and one of readings; both end before the late-arrival window. */
const WINDOWS: Readonly<Record<string, TimeWindow>> = {
  '7 days': { fromEpochMs: NOW_MS - 9 * DAY_MS, toEpochMs: NOW_MS - 2 * DAY_MS },
  '6 hours': { fromEpochMs: NOW_MS - 12 * HOUR_MS, toEpochMs: NOW_MS - 6 * HOUR_MS },
};

/** Pans by a quarter of the window to the left and to the right. */
export async function pan(servers: BenchServers): Promise<FigureResult> {
  const shares: number[] = [];
  const details: string[] = [];
  for (const [name, window] of Object.entries(WINDOWS)) {
    for (const direction of [-1, 1]) {
      const { firstRows, rows } = await panOnce(servers, window, direction);
      shares.push(rows / firstRows);
      details.push(`${name} ${direction < 0 ? 'left' : 'right'} ${rows} of ${firstRows}`);
    }
  }
  return {
    measured: [
      {
        figure: 'pan-rows',
        value: Math.max(...shares),
        limit: 0.3,
        better: 'lower',
        detail: `rows loaded after panning by a quarter of the window, worst case counts: ${details.join(', ')}`,
      },
    ],
  };
}

async function panOnce(servers: BenchServers, window: TimeWindow, direction: number) {
  const connection = servers.openNearConnection();
  const dataSource = openDataSource(connection.transport, startClock(NOW_MS).nowEpochMs);
  const query = { devices: [BUSY_DEVICE], tags: TAGS.slice(0, 1) };
  await dataSource.open({ window, query });
  const firstRows = connection.takeTraffic().rows;
  const byMs = (direction * (window.toEpochMs - window.fromEpochMs)) / 4;
  await dataSource.open({
    window: { fromEpochMs: window.fromEpochMs + byMs, toEpochMs: window.toEpochMs + byMs },
    query,
  });
  const { rows } = connection.takeTraffic();
  connection.close();
  return { firstRows, rows };
}
