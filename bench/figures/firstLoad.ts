import { startClock } from '../clock.ts';
import { interleave } from '../interleave.ts';
import type { Line } from '../line.ts';
import { openDataSource } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, NOW_MS, TAGS } from '../plant.ts';
import { DEFAULT_MAX_CONCURRENT_REQUESTS } from '../../src/query/dataSourceSettings.ts';
import type { ApiRequest } from '../../src/core/api/transport.ts';
import { toIso } from '../../src/core/time/window.ts';
import type { FigureResult, Stage } from './figure.ts';

const WINDOW = { fromEpochMs: NOW_MS - 90 * DAY_MS, toEpochMs: NOW_MS };
const QUERY = { devices: [BUSY_DEVICE], tags: TAGS.slice(0, 1), interval: '1m' };
const ROUNDS = 7;

/** 90 days at 1m of one tag, against a client that follows the cursors, and against what no client can undercut. */
export async function firstLoad(stage: Stage): Promise<FigureResult> {
  const far = stage.openFarLine();
  const near = stage.openNearLine();
  const load = (line: Line) =>
    openDataSource(line.transport, startClock(NOW_MS).nowEpochMs).open({ window: WINDOW, query: QUERY });
  await load(near);
  const pages = near.takeTraffic().pages.map(toRequest);
  const texts = await Promise.all(pages.map((page) => near.fetchText(page)));
  const places = DEFAULT_MAX_CONCURRENT_REQUESTS;
  const took = await interleave(ROUNDS, {
    plugin: () => load(far),
    cursors: () => followCursors(far),
    bare: () => fetchSideBySide(pages, places, far),
    parse: async () => texts.map((text): unknown => JSON.parse(text)),
    together: () => roundsOf(pages, places, near),
    alone: () => roundsOf(pages, 1, near),
  });
  far.close();
  near.close();
  const rounds = Math.ceil(pages.length / places);
  const floorMs = (serverMs: number) => rounds * (stage.roundTripMs + serverMs) + took.parse;
  const aloneMs = took.alone / pages.length;
  const base = `${ms(took.plugin)} for ${pages.length} pages`;
  return {
    measured: [
      {
        figure: 'first-load-speedup',
        value: took.cursors / took.plugin,
        limit: 0.8 * Math.min(pages.length, places),
        better: 'higher',
        detail: `${base}, ${ms(took.cursors)} by following the cursors`,
      },
      {
        figure: 'first-load-speedup-of-bare-client',
        value: took.cursors / took.bare,
        limit: null,
        better: 'higher',
        detail: `${ms(took.bare)} for a client that fetches the same pages, ${places} at a time, and discards them`,
      },
      {
        figure: 'first-load-vs-floor',
        value: took.plugin / floorMs(took.together / rounds),
        limit: 1.3,
        better: 'lower',
        detail: `${base}; floor: ${rounds} rounds × (${stage.roundTripMs} + ${ms(took.together / rounds)} for ${places} concurrent pages) + ${ms(took.parse)} of JSON.parse`,
      },
      {
        figure: 'first-load-vs-idle-server-floor',
        value: took.plugin / floorMs(aloneMs),
        limit: 1.3,
        better: 'lower',
        detail: `${base}; floor: ${rounds} rounds × (${stage.roundTripMs} + ${ms(aloneMs)} for a single page) + ${ms(took.parse)} of JSON.parse`,
      },
    ],
  };
}

/** What a client does that knows nothing but cursors: a page, its cursor, the next page. */
async function followCursors({ transport }: Line): Promise<unknown[]> {
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
    const { body } = await transport({ path: 'v1/lecturas', params }, new AbortController().signal);
    const page = body as { readonly datos: unknown[]; readonly siguiente: string | null };
    rows.push(...page.datos);
    cursor = page.siguiente;
  } while (cursor !== null);
  return rows;
}

/** Asks for pages `places` at a time, each round when the last one is through, and does nothing with them. */
async function roundsOf(pages: readonly ApiRequest[], places: number, line: Line): Promise<void> {
  for (let first = 0; first < pages.length; first += places) {
    await Promise.all(pages.slice(first, first + places).map((page) => line.fetchText(page)));
  }
}

/** Asks for pages with `places` always under way, and does nothing with them: what this machine and the distance allow. */
async function fetchSideBySide(pages: readonly ApiRequest[], places: number, line: Line): Promise<void> {
  const rest = [...pages];
  const workOff = async () => {
    for (let page = rest.shift(); page !== undefined; page = rest.shift()) {
      await line.fetchText(page);
    }
  };
  await Promise.all(Array.from({ length: places }, workOff));
}

function toRequest(address: string): ApiRequest {
  const [path = '', query] = address.split('?');
  return { path, params: Object.fromEntries(new URLSearchParams(query)) };
}

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}
