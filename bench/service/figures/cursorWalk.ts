import { cursorOf, openClient } from '../askService.ts';
import { historyPath, PAGE_ROWS } from '../historyPaths.ts';
import { median } from '../../kit/median.ts';
import { HOT_READINGS, PLANT_FROM_MS } from '../plant.ts';
import { startService } from '../startProcess.ts';
import type { Measured } from '../../kit/figure.ts';
import type { BenchServers } from './figure.ts';

/** Pages at the start and at the end of a walk that are compared by their median. */
const SAMPLE = 20;

/** Compares the last pages with the first ones while following all cursors of a million readings. */
export async function cursorWalk({ large, folder, rounds, log }: BenchServers): Promise<Measured[]> {
  const service = await startService(large.url, folder);
  const client = openClient(service.port, large.key);
  const firstMs: number[] = [];
  const lastMs: number[] = [];
  try {
    // The first walk is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      log(`walk through a million readings, ${round === 0 ? 'to warm up' : `${round} of ${rounds}`}`);
      const times = await walk(client);
      if (round > 0) {
        firstMs.push(...times.slice(0, SAMPLE));
        lastMs.push(...times.slice(-SAMPLE));
      }
    }
  } finally {
    client.close();
    await service.stop();
  }
  const [first, last] = [median(firstMs), median(lastMs)];
  return [
    {
      figure: 'following all cursors of a million readings: time of the last pages against the first',
      ...{ value: last / first, limit: 1.1, better: 'lower' },
      detail: `${last.toFixed(2)} ms against ${first.toFixed(2)} ms, ${SAMPLE} pages each of ${rounds} walks`,
    },
  ];
}

async function walk(client: ReturnType<typeof openClient>): Promise<number[]> {
  const times: number[] = [];
  const toMs = PLANT_FROM_MS + HOT_READINGS * 1000;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { text, durationMs } = await client.ask(historyPath(PLANT_FROM_MS, toMs, cursor));
    cursor = cursorOf(text);
    times.push(durationMs);
  }
  if (times.length !== HOT_READINGS / PAGE_ROWS) {
    throw new Error(`The walk had ${times.length} pages, not ${HOT_READINGS / PAGE_ROWS}.`);
  }
  return times;
}
