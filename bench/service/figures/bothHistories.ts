import { openClient } from '../askService.ts';
import { interleave } from '../../kit/interleave.ts';
import { startService } from '../startProcess.ts';
import type { BenchServers } from './figure.ts';

const WARM_UPS = 20;

type Client = ReturnType<typeof openClient>;

/** Median times of the same requests with one million and with 20 million readings, interleaved. */
export async function timeBothHistories({ small, large, folder }: BenchServers, paths: readonly string[]) {
  const services = await Promise.all([small, large].map((database) => startService(database.url, folder)));
  const clients = services.map((service) => openClient(service.port, small.key));
  const sequence = [...paths.slice(0, WARM_UPS), ...paths];
  let lastAnswer = '';
  const ask = (client: Client) => async (round: number) => {
    const { text, durationMs } = await client.ask(sequence[round] ?? '');
    lastAnswer = text;
    return durationMs;
  };
  try {
    const [smallClient, largeClient] = clients as [Client, Client];
    const rounds = { warmUps: sequence.length - paths.length, counted: paths.length };
    const { smallMs, largeMs } = await interleave(rounds, { smallMs: ask(smallClient), largeMs: ask(largeClient) });
    return { smallMs, largeMs, lastAnswer };
  } finally {
    clients.forEach((client) => client.close());
    await Promise.all(services.map((service) => service.stop()));
  }
}
