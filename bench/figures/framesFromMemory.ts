import { setImmediate as nextTask } from 'node:timers/promises';
import type { Transport } from '../../src/core/api/transport.ts';
import { startClock } from '../clock.ts';
import { interleave } from '../interleave.ts';
import { addressOf } from '../line.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, MINUTE_MS, NOW_MS, TAGS } from '../plant.ts';
import type { FigureResult, Stage } from './figure.ts';

const SERIES = 8;
const ROWS = 1_000_000;
const ROUNDS = 9;
const WINDOW = { fromEpochMs: NOW_MS - (ROWS / SERIES) * MINUTE_MS, toEpochMs: NOW_MS };

/**
 * A million rows of pages that are in memory as the text that came, to finished frames; against the parsing of that
 * text alone, which no client in JavaScript can do without. All series are given the pages of the first, whose buckets
 * have averages with as many digits as those of real plants.
 */
export async function framesFromMemory(stage: Stage): Promise<FigureResult> {
  const line = stage.openNearLine();
  const kept = new Map<string, string>();
  const recording: Transport = async (request) => {
    const text = kept.get(addressOf(request)) ?? (await line.fetchText(request));
    kept.set(addressOf(request), text);
    return { status: 200, body: JSON.parse(text), header: () => undefined };
  };
  const texts: string[] = [];
  const fromMemory: Transport = async ({ path, params }) => {
    const text = kept.get(addressOf({ path, params: 'tag' in params ? { ...params, tag: TAGS[0] ?? '' } : params }));
    if (text === undefined) {
      throw new Error(`No page was recorded for ${path} ${JSON.stringify(params)}.`);
    }
    texts.push(text);
    // Each in a task of its own, as answers come from a network.
    await nextTask();
    return { status: 200, body: JSON.parse(text), header: () => undefined };
  };
  const open = (transport: Transport, tags: number) =>
    openDataSource(transport, startClock(NOW_MS).nowEpochMs).open({
      window: WINDOW,
      query: { devices: [BUSY_DEVICE], tags: TAGS.slice(0, tags), interval: '1m' },
    });
  await open(recording, 1);
  line.close();
  await open(fromMemory, SERIES);
  const parsed = [...texts];
  const took = await interleave(ROUNDS, {
    frames: () => open(fromMemory, SERIES),
    parse: async () => parsed.forEach((text) => JSON.parse(text)),
  });
  const megabytes = parsed.reduce((sum, text) => sum + text.length, 0) / 1e6;
  return {
    measured: [
      {
        figure: 'frames-vs-parse',
        value: took.frames / took.parse,
        limit: 1.5,
        better: 'lower',
        detail: `${SERIES} series, ${parsed.length} pages of JSON, ${megabytes.toFixed(0)} MB in total: ${took.frames.toFixed(0)} ms, JSON.parse alone ${took.parse.toFixed(0)} ms`,
      },
    ],
  };
}
