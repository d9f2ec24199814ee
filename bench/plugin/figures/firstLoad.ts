import { startClock } from '../clock.ts';
import { interleave, timed } from '../../kit/interleave.ts';
import type { ApiConnection } from '../apiConnection.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, NOW_MS, TAGS } from '../plant.ts';
import { SETTINGS } from '../../../src/query/dataSourceSettings.ts';
import { OPERATIONS } from '../../../src/core/api/operations.ts';
import type { ApiRequest } from '../../../src/core/api/transport.ts';
import { toIso } from '../../../src/core/time/window.ts';
import type { FigureResult, BenchServers } from './figure.ts';

const WINDOW = { fromEpochMs: NOW_MS - 90 * DAY_MS, toEpochMs: NOW_MS };
const QUERY = { devices: [BUSY_DEVICE], tags: TAGS.slice(0, 1), interval: '1m' };
const ROUNDS = { warmUps: 1, counted: 7 };

/**
 * Loads 90 days of one tag at 1m; compared with a client that follows the cursors, and with the lower bound for any client. Both clients
 * are also measured on a replay of the same responses, where the database does not need the cores that they need.
 */
export async function firstLoad(servers: BenchServers): Promise<FigureResult> {
  const far = servers.openDistantConnection();
  const near = servers.openNearConnection();
  const load = (connection: ApiConnection) =>
    openDataSource(connection.transport, startClock(NOW_MS).nowEpochMs).open({ window: WINDOW, query: QUERY });
  await load(near);
  const loaded = near.takeTraffic();
  const pages = loaded.pages.map(toRequest);
  const texts = await Promise.all(pages.map((page) => near.fetchText(page)));
  await followCursors(near);
  const responses = new Map<string, string>();
  for (const address of [...loaded.requests, ...near.takeTraffic().requests]) {
    responses.set(address, await near.fetchText(toRequest(address)));
  }
  const replay = await servers.openReplayConnection(responses);
  const maxConcurrent = SETTINGS.maxConcurrentRequests.default;
  const medianMs = await interleave(ROUNDS, {
    plugin: timed(() => load(far)),
    cursors: timed(() => followCursors(far)),
    bare: timed(() => fetchConcurrently(pages, maxConcurrent, far)),
    replayPlugin: timed(() => load(replay)),
    replayCursors: timed(() => followCursors(replay)),
    parse: timed(async () => texts.map((text): unknown => JSON.parse(text))),
    concurrent: timed(() => fetchInRounds(pages, maxConcurrent, near)),
    single: timed(() => fetchInRounds(pages, 1, near)),
  });
  [far, near, replay].forEach((connection) => connection.close());
  const rounds = Math.ceil(pages.length / maxConcurrent);
  const concurrentMs = medianMs.concurrent / rounds;
  const singleMs = medianMs.single / pages.length;
  const base = `${ms(medianMs.plugin)} for ${pages.length} pages`;
  const limit = 0.8 * Math.min(pages.length, maxConcurrent);
  return {
    measured: [
      {
        figure: 'first-load-speedup',
        value: medianMs.cursors / medianMs.plugin,
        limit,
        better: 'higher',
        detail: `${base}, ${ms(medianMs.cursors)} by following the cursors`,
      },
      {
        figure: 'first-load-speedup-on-replay',
        value: medianMs.replayCursors / medianMs.replayPlugin,
        limit,
        better: 'higher',
        detail: `${ms(medianMs.replayPlugin)}, ${ms(medianMs.replayCursors)} by following the cursors, from a replay of the responses`,
      },
      {
        figure: 'first-load-speedup-of-bare-client',
        value: medianMs.cursors / medianMs.bare,
        limit: null,
        better: 'higher',
        detail: `${ms(medianMs.bare)} for a client that fetches the same pages, ${maxConcurrent} at a time, and discards them`,
      },
      ...[
        { figure: 'first-load-vs-floor', serverMs: concurrentMs, how: `${maxConcurrent} concurrent pages` },
        { figure: 'first-load-vs-idle-server-floor', serverMs: singleMs, how: 'a single page' },
      ].map(({ figure, serverMs, how }) => ({
        figure,
        value: medianMs.plugin / (rounds * (servers.roundTripMs + serverMs) + medianMs.parse),
        limit: 1.3,
        better: 'lower' as const,
        detail: `${base}; floor: ${rounds} rounds × (${servers.roundTripMs} + ${ms(serverMs)} for ${how}) + ${ms(medianMs.parse)} of JSON.parse`,
      })),
    ],
  };
}

/** A client that requests one page after the other by cursor. */
async function followCursors({ transport }: ApiConnection): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  do {
    const params: Record<string, string> = {
      dispositivo: BUSY_DEVICE,
      tag: TAGS[0] ?? '',
      desde: toIso(WINDOW.fromEpochMs),
      hasta: toIso(WINDOW.toEpochMs),
      intervalo: '1m',
      limite: '5000',
      ...(cursor !== null && { siguiente: cursor }),
    };
    const { body } = await transport({ path: OPERATIONS.history.path, params }, new AbortController().signal);
    const page = body as { readonly datos: unknown[]; readonly siguiente: string | null };
    rows.push(...page.datos);
    cursor = page.siguiente;
  } while (cursor !== null);
  return rows;
}

/** Requests pages in rounds of `maxConcurrent` and discards them. */
async function fetchInRounds(
  pages: readonly ApiRequest[],
  maxConcurrent: number,
  connection: ApiConnection
): Promise<void> {
  for (let first = 0; first < pages.length; first += maxConcurrent) {
    await Promise.all(pages.slice(first, first + maxConcurrent).map((page) => connection.fetchText(page)));
  }
}

/** Requests pages with `maxConcurrent` always in flight and discards them: the limit of this machine and the latency. */
async function fetchConcurrently(
  pages: readonly ApiRequest[],
  maxConcurrent: number,
  connection: ApiConnection
): Promise<void> {
  const queue = [...pages];
  const worker = async () => {
    for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
      await connection.fetchText(page);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
}

function toRequest(address: string): ApiRequest {
  const [path = '', query] = address.split('?');
  return { path, params: Object.fromEntries(new URLSearchParams(query)) };
}

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}
