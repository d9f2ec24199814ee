import { openClient } from '../askService.ts';
import { median } from '../median.ts';
import { startService } from '../startProcess.ts';
import type { Stage } from './figure.ts';

const WARM_UPS = 20;

/** Median times of the same requests with one million and with 20 million readings, interleaved. */
export async function timeBothHistories({ small, large, folder }: Stage, paths: readonly string[]) {
  const services = await Promise.all([small, large].map((database) => startService(database.url, folder)));
  const clients = services.map((service) => openClient(service.port, small.key));
  const times: number[][] = [[], []];
  let rows = '';
  try {
    for (const [turn, path] of [...paths.slice(0, WARM_UPS), ...paths].entries()) {
      for (const [index, client] of clients.entries()) {
        const { text, durationMs } = await client.ask(path);
        rows = text;
        if (turn >= WARM_UPS) {
          times[index]?.push(durationMs);
        }
      }
    }
  } finally {
    clients.forEach((client) => client.close());
    await Promise.all(services.map((service) => service.stop()));
  }
  return { smallMs: median(times[0] ?? []), largeMs: median(times[1] ?? []), lastAnswer: rows };
}
