import { setTimeout as sleep } from 'node:timers/promises';
import type { Measured } from '../../kit/figure.ts';
import { readTagIds } from '../../../telemetry-api/store/inventory/inventory.ts';
import { createKey, PERMISSIONS } from '../../../telemetry-api/store/keys/keys.ts';
import { writeReadings } from '../../../telemetry-api/store/readings/readings.ts';
import { percentile } from '../../../telemetry-api/test/load/percentile.ts';
import { openClient } from '../askService.ts';
import { makePlantDatabase, withPool, type BenchDatabase } from '../benchDatabase.ts';
import type { FloodJob, FloodResult } from '../children/floodJob.ts';
import { runJob } from '../children/job.ts';
import { historyPath, pagePaths } from '../historyPaths.ts';
import { BUSY_FROM_MS, HOT_TAG, valueAt } from '../plant.ts';
import { startService } from '../startProcess.ts';
import type { BenchServers } from './figure.ts';

const READINGS = 6000;
const PAUSE_MS = 20;
const LIMIT_MS = 500;
/** A client that waits for a flood notices it within this time. */
const MIN_SECONDS = 8;

type Flood = Pick<FloodJob, 'connections' | 'inFlight' | 'mode'> & { readonly name: string; readonly hasKey: boolean };

const FLOODS: readonly Flood[] = [
  { name: '1 connection of 2,000 requests in flight', connections: 1, inFlight: 2000, mode: 'keep', hasKey: false },
  { name: '40 connections of 500', connections: 40, inFlight: 500, mode: 'keep', hasKey: false },
  { name: '100 connections of 800, sent once', connections: 100, inFlight: 800, mode: 'once', hasKey: false },
  {
    name: 'a key with 300 connections of 4 unread histories',
    connections: 300,
    inFlight: 4,
    mode: 'unread',
    hasKey: true,
  },
];

/**
 * The longest that other clients wait while some send more requests at once than the service can answer: a key that reads a history of
 * its own, and the health check, each on a new connection.
 */
export async function otherClients({ engine, folder, seconds, log }: BenchServers): Promise<Measured[]> {
  const database = await makePlantDatabase(engine, 'flooded');
  const otherKey = await writePlant(database);
  const service = await startService(database.url, folder);
  const durationMs = Math.max(seconds, MIN_SECONDS) * 1000;
  const path = pagePaths()[0] ?? '';
  const measured: Measured[] = [];
  try {
    // Uncounted: the compiler of the service and its connections to the database.
    await waitsDuring(service.port, otherKey, sleep(2000));
    const idle = await waitsDuring(service.port, otherKey, sleep(2000));
    for (const { name, hasKey, ...flood } of FLOODS) {
      log(`other clients: ${name}`);
      const key = hasKey ? database.key : undefined;
      const job = runJob<FloodJob, FloodResult>('./floodJob.ts', {
        ...flood,
        port: service.port,
        path,
        key,
        durationMs,
      });
      const waits = await waitsDuring(service.port, otherKey, job);
      const { sent, answered } = await job;
      measured.push({
        figure: `longest wait of other clients, ms: ${name}`,
        ...{ value: Math.max(...waits), limit: LIMIT_MS, better: 'lower' },
        detail:
          `median ${percentile(waits, 0.5).toFixed(0)}, of ${waits.length}; idle ${percentile(idle, 0.5).toFixed(0)}, at most ` +
          `${Math.max(...idle).toFixed(0)}; flood: ${sent} sent${flood.mode === 'unread' ? '' : `, ${answered} answered`}`,
      });
    }
  } finally {
    await service.stop();
  }
  return measured;
}

/** Milliseconds of the answers to a client that asks until the work is done. */
async function waitsDuring(port: number, key: string, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  void work.catch(() => undefined).then(() => (isDone = true));
  const path = historyPath(BUSY_FROM_MS, BUSY_FROM_MS + 60_000);
  while (!isDone) {
    for (const url of [path, '/health/live']) {
      const client = openClient(port, key);
      waits.push((await client.ask(url)).durationMs);
      client.close();
    }
    await sleep(PAUSE_MS);
  }
  return waits;
}

/** Writes readings, and returns the secret of another key. */
async function writePlant(database: BenchDatabase): Promise<string> {
  return withPool(database.url, async (pool) => {
    const id = (await readTagIds(pool)).get(HOT_TAG.device)?.get(HOT_TAG.tag) ?? NaN;
    const steps = Array.from({ length: READINGS }, (_, step) => step);
    const batch = {
      tagIds: steps.map(() => id),
      tsEpochMs: steps.map((step) => BUSY_FROM_MS + step * 1000),
      values: steps.map((step) => valueAt(0, step)),
    };
    await writeReadings(pool, batch, { onConflict: 'keep' });
    const key = {
      name: 'other',
      family: 'integration',
      permissions: PERMISSIONS,
      siteCodes: null,
      expiresMs: null,
    } as const;
    return (await createKey(pool, key, Date.now())).secret;
  });
}
