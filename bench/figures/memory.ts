import { startClock } from '../clock.ts';
import { heldBytes } from '../collectGarbage.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, HOUR_MS, NOW_MS, TAGS } from '../plant.ts';
import type { FigureResult, Measured, Stage } from './figure.ts';

const REFRESHES = 1000;
/** By then everything is compiled and every table has found its size. */
const SETTLED_AFTER = 200;
const EVERY_MS = 5000;
/** What compiling and tables that grow once still add; 800 refreshes that each held on to two kilobytes would exceed it. */
const FLAT = 1.02;
const CACHE_MEGABYTES = 16;

/** What is held after a thousand refreshes, and after much more was read than the cache may keep. */
export async function memory(stage: Stage): Promise<FigureResult> {
  return { measured: [await heldByRefreshes(stage), await heldByCache(stage)] };
}

async function heldByRefreshes(stage: Stage): Promise<Measured> {
  const line = stage.openNearLine();
  const clock = startClock(NOW_MS);
  const dataSource = openDataSource(line.transport, clock.nowEpochMs);
  const query = { devices: [BUSY_DEVICE], tags: TAGS.slice(0, 4) };
  let settledBytes = 0;
  let requests = 0;
  for (let count = 0; count < REFRESHES; count++) {
    if (count === SETTLED_AFTER) {
      settledBytes = heldBytes();
      requests = 0;
    }
    const toEpochMs = NOW_MS + count * EVERY_MS;
    await dataSource.open({ window: { fromEpochMs: toEpochMs - 6 * HOUR_MS, toEpochMs }, query });
    clock.forward(EVERY_MS);
    requests += line.takeTraffic().pages.length;
  }
  const endBytes = heldBytes();
  line.close();
  return {
    figure: 'heap-after-1000-refreshes',
    value: endBytes / settledBytes,
    limit: FLAT,
    better: 'lower',
    detail: `6 h of 4 series; ${megabytes(settledBytes)} retained after ${SETTLED_AFTER} refreshes, ${megabytes(endBytes)} after ${REFRESHES} (${requests} requests in between)`,
  };
}

async function heldByCache(stage: Stage): Promise<Measured> {
  const line = stage.openNearLine();
  const clock = startClock(NOW_MS);
  const dataSource = openDataSource(line.transport, clock.nowEpochMs, { cacheMegabytes: CACHE_MEGABYTES });
  const window = { fromEpochMs: NOW_MS - 100 * DAY_MS, toEpochMs: NOW_MS };
  const openDay = () => dataSource.open({ window: { ...window, fromEpochMs: NOW_MS - DAY_MS }, query: seriesQuery(0) });
  // The first one brings what does not belong to the cache: code, connections, the inventory.
  await openDay();
  const beforeBytes = heldBytes();
  for (const index of TAGS.keys()) {
    await dataSource.open({ window, query: seriesQuery(index) });
  }
  const { rows } = line.takeTraffic();
  // The last answer is let go of once there is a later one.
  await openDay();
  const keptBytes = heldBytes() - beforeBytes;
  line.close();
  return {
    figure: 'cache-held-of-bound',
    value: keptBytes / (CACHE_MEGABYTES * 2 ** 20),
    limit: 1,
    better: 'lower',
    detail: `${megabytes(keptBytes)} retained after ${rows} rows with a cache size of ${CACHE_MEGABYTES} MiB`,
  };
}

function seriesQuery(index: number) {
  return { devices: [BUSY_DEVICE], tags: TAGS.slice(index, index + 1), interval: '1m' };
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
