import { setTimeout as sleep } from 'node:timers/promises';
import { cursorOf, openClient } from '../askService.ts';
import { historyPath } from '../historyPaths.ts';
import { processMemoryBytes } from '../../../telemetry-api/test/support/processes/processMemory.ts';
import { HOT_READINGS, PLANT_FROM_MS } from '../plant.ts';
import { startService } from '../startProcess.ts';
import type { Measured } from '../../kit/figure.ts';
import type { BenchServers } from './figure.ts';

const CLIENTS = 16;
const BYTES_PER_S = 150_000;
const SPAN_MS = (HOT_READINGS * 1000) / CLIENTS;

/** Peak memory of the service while concurrent slow clients read a million readings. */
export async function slowReaders({ large, folder, log }: BenchServers): Promise<Measured[]> {
  log(`a million readings to ${CLIENTS} slow clients`);
  const service = await startService(large.url, folder);
  const startedMs = Date.now();
  try {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => readSlowly(service.port, large.key, client)));
    const peakBytes = processMemoryBytes(service.pid, 'peak');
    return peakBytes === undefined
      ? []
      : [
          {
            figure: 'memory of the service while a million readings are read slowly, MB',
            ...{ value: peakBytes / 1e6, limit: 256, better: 'lower' },
            detail: `${CLIENTS} clients of ${BYTES_PER_S / 1000} kB/s, ${((Date.now() - startedMs) / 1000).toFixed(0)} s`,
          },
        ];
  } finally {
    await service.stop();
  }
}

async function readSlowly(port: number, key: string, index: number): Promise<void> {
  const client = openClient(port, key);
  const fromMs = PLANT_FROM_MS + index * SPAN_MS;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const path = historyPath(fromMs, fromMs + SPAN_MS, cursor);
    const { text } = await client.ask(path, async (bytes) => sleep((bytes * 1000) / BYTES_PER_S));
    cursor = cursorOf(text);
  }
  client.close();
}
