import type { TimeWindow } from '../../../src/core/time/window.ts';
import { startClock } from '../clock.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, HOUR_MS, NOW_MS, TAGS } from '../plant.ts';
import type { FigureResult, BenchServers } from './figure.ts';

const PANELS = 12;
const SERIES = 4;

/** Those of the rows of the window, and nothing else. */
const SHARED_STATISTICS = ['avg', 'timeWeighted', 'band', 'min', 'max', 'range', 'n'] as const;

/** One window with several slices of buckets, and one of readings. */
const WINDOWS: Readonly<Record<string, TimeWindow>> = {
  '7 days': { fromEpochMs: NOW_MS - 7 * DAY_MS, toEpochMs: NOW_MS },
  '6 hours': { fromEpochMs: NOW_MS - 6 * HOUR_MS, toEpochMs: NOW_MS },
};

/** Opens a dashboard with twelve panels that show different statistics of the same four tags. */
export async function sharedPanels(servers: BenchServers): Promise<FigureResult> {
  const shares: number[] = [];
  const details: string[] = [];
  for (const [name, window] of Object.entries(WINDOWS)) {
    const alone = await openPanels(servers, window, 1);
    const together = await openPanels(servers, window, PANELS);
    const slices = new Set(alone).size;
    shares.push(together.length / slices);
    details.push(`${name}: ${together.length} requests for ${slices} slices`);
  }
  return {
    measured: [
      {
        figure: 'shared-requests-per-slice',
        value: Math.max(...shares),
        limit: 1,
        better: 'lower',
        detail: `${PANELS} panels compared with one, worst case counts; ${details.join('; ')}`,
      },
    ],
  };
}

/** @returns paths and parameters of the sent requests */
async function openPanels(servers: BenchServers, window: TimeWindow, panels: number): Promise<readonly string[]> {
  const connection = servers.openDistantConnection();
  const dataSource = openDataSource(connection.transport, startClock(NOW_MS).nowEpochMs);
  await Promise.all(
    Array.from({ length: panels }, (_, index) => {
      const statistics = SHARED_STATISTICS.slice(index % SHARED_STATISTICS.length);
      const query = { devices: [BUSY_DEVICE], tags: TAGS.slice(0, SERIES), statistics };
      return dataSource.open({ window, query, panelId: index + 1 });
    })
  );
  const { pages } = connection.takeTraffic();
  connection.close();
  return pages;
}
