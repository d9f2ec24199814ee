import { startClock } from '../clock.ts';
import { timed } from '../../kit/interleave.ts';
import { median } from '../../kit/median.ts';
import { openDataSource } from '../panels.ts';
import { DAY_MS, DEVICES, NOW_MS, TAGS } from '../plant.ts';
import type { Measured, Table } from '../../kit/figure.ts';
import type { FigureResult, BenchServers } from './figure.ts';

const SERIES = [1, 10, 100] as const;
const DAYS = [1, 10, 100] as const;
/** Loads with more rows at 1m are unrealistic and transfer gigabytes of JSON. */
const MAX_ROWS = 2_000_000;

/** How time, requests and bytes of a first load grow with the number of series and days, with latency. */
export async function growth(servers: BenchServers): Promise<FigureResult> {
  const measured: Measured[] = [];
  const tables: Table[] = [];
  for (const interval of ['auto', '1m'] as const) {
    const cells = new Map<string, string>();
    for (const series of SERIES) {
      for (const days of DAYS) {
        const cell = await measureCell(servers, interval, series, days);
        cells.set(`${series}/${days}`, cell?.text ?? 'not measured');
        measured.push(...(cell?.measured ?? []));
      }
    }
    tables.push({
      title: `First load with ${interval === 'auto' ? 'interval auto and 1,000 points' : 'interval 1m'}, ${servers.roundTripMs} ms round trip: time, requests, JSON`,
      columns: ['', ...DAYS.map((days) => `${days} ${days === 1 ? 'day' : 'days'}`)],
      rows: SERIES.map((series) => [`${series} series`, ...DAYS.map((days) => cells.get(`${series}/${days}`) ?? '')]),
    });
  }
  return { measured, tables };
}

async function measureCell(
  servers: BenchServers,
  interval: string,
  series: number,
  days: number
): Promise<{ text: string; measured: Measured[] } | undefined> {
  const minutes = series * days * (DAY_MS / 60_000);
  // Only the first device has readings every minute before the last days.
  if (interval === '1m' && (minutes > MAX_ROWS || (series > TAGS.length && days > 10))) {
    return undefined;
  }
  const connection = servers.openDistantConnection();
  const query = {
    devices: DEVICES.slice(0, Math.ceil(series / TAGS.length)),
    tags: TAGS.slice(0, Math.min(series, TAGS.length)),
    interval,
  };
  const window = { fromEpochMs: NOW_MS - days * DAY_MS, toEpochMs: NOW_MS };
  const load = timed(() => openDataSource(connection.transport, startClock(NOW_MS).nowEpochMs).open({ window, query }));
  const times: number[] = [];
  const rounds = minutes > 100_000 ? 1 : 3;
  for (let round = 0; round < rounds; round++) {
    connection.takeTraffic();
    times.push(await load());
  }
  const { pages, bytes } = connection.takeTraffic();
  connection.close();
  const cost = { ms: median(times), requests: pages.length, bytes };
  return {
    text: `${seconds(cost.ms)}, ${cost.requests}, ${megabytes(bytes)}`,
    measured: Object.entries(cost).map(([unit, value]) => ({
      figure: `growth-${interval}-${series}-series-${days}-days-${unit}`,
      value,
      limit: null,
      better: 'lower',
    })),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
