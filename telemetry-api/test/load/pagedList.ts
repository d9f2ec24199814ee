import type { Level } from '../../store/readings/levels.ts';
import type { KeyClass, Kind } from './clients/loadJob.ts';
import {
  alertIds,
  DEVICES,
  expectedRows,
  HISTORY,
  LIVE_SITE,
  type PlantTag,
  SITES,
  siteOf,
} from './historicalPlant.ts';
import { DAY_MS, HOUR_MS } from '../../durations.ts';

/** A list that takes several pages, and what all of them together must contain. */
export interface PagedList {
  readonly kind: Kind;
  /** Path and query of the first page. */
  readonly path: string;
  /** The rows of a page, in the form of `expected`. */
  readonly rowsOf: (page: Page) => readonly unknown[];
  readonly expected: readonly unknown[];
}

export type Page = Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>> & {
  readonly siguiente: string | null;
};

/** Histories that are paged: level, window and rows per page. */
const HISTORIES: ReadonlyArray<readonly [Kind & Level, number, number, number]> = [
  ['raw', HISTORY.fromMs, HISTORY.fromMs + DAY_MS, 5000],
  ...[3, 9, 15, 21, 27, 33, 39, 45].map(
    (hour) => ['raw', HISTORY.fromMs + hour * HOUR_MS, HISTORY.fromMs + (hour + 1) * HOUR_MS, 200] as const
  ),
  ['1m', HISTORY.fromMs, HISTORY.toMs, 1000],
  ['1m', HISTORY.fromMs + DAY_MS, HISTORY.fromMs + DAY_MS + 6 * HOUR_MS, 120],
  ['1h', HISTORY.fromMs, HISTORY.toMs, 24],
  ['1d', HISTORY.fromMs, HISTORY.toMs, 1],
];

/** The lists that a key of the class can read and whose rows do not change during a run, though last contacts may. */
export function pagedLists(keyClass: KeyClass, tags: readonly PlantTag[]): PagedList[] {
  const sites = keyClass.siteCodes ?? SITES;
  const visible = tags.filter(({ site }) => sites.includes(site));
  const lists: PagedList[] = visible.flatMap((tag) =>
    HISTORIES.map(([level, fromMs, toMs, limite]) => ({
      kind: level,
      path: historyPath(tag, level, fromMs, toMs, limite),
      rowsOf: ({ datos = [] }: Page) => datos,
      expected: expectedRows(tag, level, fromMs, toMs),
    }))
  );
  const devices = [...new Set(visible.map(({ device }) => device))];
  for (const device of devices) {
    lists.push({
      kind: 'latest',
      path: `/v1/valores?dispositivo=${device}&limite=1`,
      rowsOf: ({ valores = [] }) => valores.map(({ tag, valor, ts }) => ({ tag, valor, ts })),
      expected: visible
        .filter((tag) => tag.device === device)
        .map((tag) => ({ tag: tag.key, ...expectedRows(tag, 'raw', HISTORY.toMs - HOUR_MS, HISTORY.toMs).at(-1) })),
    });
  }
  lists.push({
    kind: 'devices',
    path: '/v1/dispositivos?limite=1',
    rowsOf: ({ dispositivos = [] }) => dispositivos.map(({ codigo }) => codigo),
    expected: DEVICES.filter((device) => keyClass.siteCodes?.includes(siteOf(device)) ?? true),
  });
  if (keyClass.permissions.includes('alertas:leer')) {
    lists.push({
      kind: 'alerts',
      path: `/v1/alertas?desde=${isoOf(HISTORY.fromMs)}&hasta=${isoOf(HISTORY.toMs)}&limite=50`,
      rowsOf: ({ alertas = [] }) => alertas.map(({ id }) => id),
      // Opened at the same times in each site, so in the order of their ids.
      expected: alertIds(sites[0] ?? '').flatMap((_, i) => sites.map((site) => alertIds(site)[i])),
    });
  }
  return lists;
}

/** Path and query of a history of a tag. */
export function historyPath({ device, key }: PlantTag, level: Level, fromMs: number, toMs: number, limite: number) {
  const intervalo = level === 'raw' ? 'crudo' : level;
  return `/v1/lecturas?dispositivo=${device}&tag=${key}&desde=${isoOf(fromMs)}&hasta=${isoOf(toMs)}&intervalo=${intervalo}&limite=${limite}`;
}

/** The class that reads all sites, and with them the readings that are being imported. */
export function liveTagsOf(keyClass: KeyClass, tags: readonly PlantTag[]): PlantTag[] {
  return keyClass.siteCodes === null ? tags.filter(({ site }) => site === LIVE_SITE) : [];
}

function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
