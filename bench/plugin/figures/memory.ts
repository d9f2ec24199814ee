import { startClock } from '../clock.ts';
import { retainedBytes } from '../../kit/collectGarbage.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, HOUR_MS, NOW_MS, TAGS } from '../plant.ts';
import type { Measured } from '../../kit/figure.ts';
import type { FigureResult, BenchServers } from './figure.ts';

const REFRESHES = 1000;
/** By then all code is compiled and hash tables have reached their final size. */
const SETTLED_AFTER = 200;
const EVERY_MS = 5000;
/** Allows for late compilation and table growth; a leak of two kilobytes per refresh would exceed it. */
const MAX_GROWTH = 1.02;
const CACHE_MEGABYTES = 16;

/** Memory retained after a thousand refreshes, and after loading much more than the cache size. */
export async function memory(servers: BenchServers): Promise<FigureResult> {
  return { measured: [await retainedByRefreshes(servers), await retainedByCache(servers)] };
}

async function retainedByRefreshes(servers: BenchServers): Promise<Measured> {
  const connection = servers.openNearConnection();
  const clock = startClock(NOW_MS);
  const dataSource = openDataSource(connection.transport, clock.nowEpochMs);
  const query = { devices: [BUSY_DEVICE], tags: TAGS.slice(0, 4) };
  let settledBytes = 0;
  let requests = 0;
  for (let count = 0; count < REFRESHES; count++) {
    if (count === SETTLED_AFTER) {
      settledBytes = retainedBytes();
      requests = 0;
    }
    const toEpochMs = NOW_MS + count * EVERY_MS;
    await dataSource.open({ window: { fromEpochMs: toEpochMs - 6 * HOUR_MS, toEpochMs }, query });
    clock.advance(EVERY_MS);
    requests += connection.takeTraffic().pages.length;
  }
  const endBytes = retainedBytes();
  connection.close();
  return {
    figure: 'heap-after-1000-refreshes',
    value: endBytes / settledBytes,
    limit: MAX_GROWTH,
    better: 'lower',
    detail: `6 h of 4 series; ${megabytes(settledBytes)} retained after ${SETTLED_AFTER} refreshes, ${megabytes(endBytes)} after ${REFRESHES} (${requests} requests in between)`,
  };
}

async function retainedByCache(servers: BenchServers): Promise<Measured> {
  const connection = servers.openNearConnection();
  const clock = startClock(NOW_MS);
  const dataSource = openDataSource(connection.transport, clock.nowEpochMs, { cacheMegabytes: CACHE_MEGABYTES });
  const window = { fromEpochMs: NOW_MS - 100 * DAY_MS, toEpochMs: NOW_MS };
  const openDay = () => dataSource.open({ window: { ...window, fromEpochMs: NOW_MS - DAY_MS }, query: seriesQuery(0) });
  // The first load adds memory that is not part of the cache: code, connections, the inventory.
  await openDay();
  const beforeBytes = retainedBytes();
  for (const index of TAGS.keys()) {
    await dataSource.open({ window, query: seriesQuery(index) });
  }
  const { rows } = connection.takeTraffic();
  // A new response releases the previous one.
  await openDay();
  const cachedBytes = retainedBytes() - beforeBytes;
  connection.close();
  return {
    figure: 'cache-held-of-bound',
    value: cachedBytes / (CACHE_MEGABYTES * 2 ** 20),
    limit: 1,
    better: 'lower',
    detail: `${megabytes(cachedBytes)} retained after ${rows} rows with a cache size of ${CACHE_MEGABYTES} MiB`,
  };
}

function seriesQuery(index: number) {
  return { devices: [BUSY_DEVICE], tags: TAGS.slice(index, index + 1), interval: '1m' };
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
