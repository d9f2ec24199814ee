import { setImmediate as nextTask } from 'node:timers/promises';
import type { Transport } from '../../../src/core/api/transport.ts';
import { startClock } from '../clock.ts';
import { interleave, timed } from '../../kit/interleave.ts';
import { addressOf } from '../apiConnection.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, MINUTE_MS, NOW_MS, TAGS } from '../plant.ts';
import type { FigureResult, BenchServers } from './figure.ts';

const SERIES = 8;
const ROWS = 1_000_000;
const ROUNDS = { warmUps: 1, counted: 9 };
const WINDOW = { fromEpochMs: NOW_MS - (ROWS / SERIES) * MINUTE_MS, toEpochMs: NOW_MS };

/**
 * Builds frames from a million rows whose JSON pages are in memory; compared with parsing the same JSON, the lower bound for
 * any JavaScript client. All series get the pages of the first one, whose averages have as many digits as those of real
 * plants.
 */
export async function framesFromMemory(servers: BenchServers): Promise<FigureResult> {
  const connection = servers.openNearConnection();
  const recordedPages = new Map<string, string>();
  const recording: Transport = async (request) => {
    const text = recordedPages.get(addressOf(request)) ?? (await connection.fetchText(request));
    recordedPages.set(addressOf(request), text);
    return { status: 200, body: JSON.parse(text), header: () => undefined };
  };
  const texts: string[] = [];
  const fromMemory: Transport = async ({ path, params }) => {
    const text = recordedPages.get(
      addressOf({ path, params: 'tag' in params ? { ...params, tag: TAGS[0] ?? '' } : params })
    );
    if (text === undefined) {
      throw new Error(`No page was recorded for ${path} ${JSON.stringify(params)}.`);
    }
    texts.push(text);
    // In a separate task, like responses from a network.
    await nextTask();
    const body = JSON.parse(text) as object;
    // The plugin rejects a page of another tag.
    return { status: 200, body: 'tag' in body ? { ...body, tag: params.tag } : body, header: () => undefined };
  };
  const open = (transport: Transport, tags: number) =>
    openDataSource(transport, startClock(NOW_MS).nowEpochMs).open({
      window: WINDOW,
      query: { devices: [BUSY_DEVICE], tags: TAGS.slice(0, tags), interval: '1m' },
    });
  await open(recording, 1);
  connection.close();
  await open(fromMemory, SERIES);
  const pages = [...texts];
  const medianMs = await interleave(ROUNDS, {
    frames: timed(() => open(fromMemory, SERIES)),
    parse: timed(async () => pages.forEach((text) => JSON.parse(text))),
  });
  const megabytes = pages.reduce((sum, text) => sum + text.length, 0) / 1e6;
  return {
    measured: [
      {
        figure: 'frames-vs-parse',
        value: medianMs.frames / medianMs.parse,
        limit: 1.5,
        better: 'lower',
        detail: `${SERIES} series, ${pages.length} pages of JSON, ${megabytes.toFixed(0)} MB in total: ${medianMs.frames.toFixed(0)} ms, JSON.parse alone ${medianMs.parse.toFixed(0)} ms`,
      },
    ],
  };
}
