import { dashboardFiles } from '../../../scripts/dashboards/dashboardFiles.ts';
import type { TelemetryQuery } from '../../../src/kinds/kinds.ts';
import { startClock } from '../clock.ts';
import { openDataSource, type PanelQuery } from '../panels.ts';
import { BUSY_DEVICE, DEVICES, HOUR_MS, NOW_MS, TAGS } from '../plant.ts';
import type { FigureResult, BenchServers } from './figure.ts';

/** The overview, which names no devices, and the examples of the demo plant, which are trends of several devices. */
const FILES = ['dashboards/en/plant-overview.json', 'dashboards/demo/en/what-it-can-show.json'];
const RANGE_MS = 6 * HOUR_MS;
const REFRESH_MS = 10_000;
const REFRESHES = 6;

/**
 * Opens the overview and the examples of the demo plant, with all of their panels, and refreshes them. Every device and tag of
 * the dashboards stands for one of the benchmark's plant, which has no counters, for example: what is counted are requests.
 */
export async function overview(servers: BenchServers): Promise<FigureResult> {
  const clock = startClock(NOW_MS);
  const connection = servers.openNearConnection(clock.nowEpochMs);
  const dataSource = openDataSource(connection.transport, clock.nowEpochMs);
  const queries = overviewQueries();
  const open = async (toEpochMs: number) => {
    const window = { fromEpochMs: toEpochMs - RANGE_MS, toEpochMs };
    await Promise.all(
      queries.map((query, index): Promise<unknown> => {
        const panel: PanelQuery = { window, query, panelId: index + 1, mayBeEmpty: true };
        return dataSource.open(panel);
      })
    );
    return connection.takeTraffic().requests;
  };
  const first = await open(NOW_MS);
  const shares: number[] = [];
  let requests = 0;
  for (let count = 1; count <= REFRESHES; count++) {
    clock.advance(REFRESH_MS);
    const sent = await open(NOW_MS + count * REFRESH_MS);
    requests = Math.max(requests, sent.length);
    shares.push(sent.length / new Set(sent).size);
  }
  connection.close();
  return {
    measured: [
      {
        figure: 'overview-requests-per-distinct',
        value: Math.max(...shares),
        limit: 1,
        better: 'lower',
        detail: `${queries.length} queries of panels; ${first.length} requests at first, at most ${requests} per refresh`,
      },
    ],
  };
}

interface Dashboard {
  readonly panels: ReadonlyArray<{ readonly targets?: ReadonlyArray<Partial<TelemetryQuery>> }>;
}

/** One query for each target of a panel. */
function overviewQueries(): ReadonlyArray<Partial<TelemetryQuery>> {
  const device = substitute(DEVICES);
  const tag = substitute(TAGS);
  const ofPlant = (query: Partial<TelemetryQuery>) => ({
    ...query,
    ...('sites' in query && { sites: [] }),
    ...('devices' in query && {
      devices: query.devices?.map((code) => (code === '$device' ? BUSY_DEVICE : device(code))),
    }),
    ...('tags' in query && { tags: query.tags?.map(tag) }),
    ...('at' in query && { at: 'now' as const }),
  });
  const dashboards = dashboardFiles();
  return FILES.flatMap((file) => {
    const { panels } = dashboards.get(file) as unknown as Dashboard;
    return panels.flatMap(({ targets = [] }) => targets);
  }).map(ofPlant);
}

/** The same stand-in for the same text. */
function substitute(standIns: readonly string[]): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const standIn = known.get(text) ?? standIns[known.size % standIns.length]!;
    known.set(text, standIn);
    return standIn;
  };
}
