import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { OPERATIONS } from '../../../src/core/api/operations.ts';
import type { ApiRequest, Transport } from '../../../src/core/api/transport.ts';
import { decodePageColumns } from '../../../src/core/history/pageColumns.ts';
import { PageStreamReader } from '../../../src/core/history/pageStream.ts';
import { type TimeWindow, toIso } from '../../../src/core/time/window.ts';
import type { ApiConnection } from '../../../src/grafana/apiConnection.ts';
import type { TelemetryQuery } from '../../../src/kinds/kinds.ts';
import { BackendHost, type BackendRequest, buildBackend } from '../../../src/testSupport/backendHost.ts';
import { browserByBackend, noTraffic } from '../../../src/testSupport/browserByBackend.ts';
import { startClock } from '../clock.ts';
import { openConnection } from '../apiConnection.ts';
import { openDataSource, pluginCode } from '../panels.ts';
import { BUSY_DEVICE, DAY_MS, HOUR_MS, NOW_MS, TAGS } from '../plant.ts';
import type { Measured } from '../../kit/figure.ts';
import { interleave, timed } from '../../kit/interleave.ts';
import type { FigureResult, BenchServers } from './figure.ts';

/** A query of an alert rule, as Grafana sends it. */
const FROM_ALERT = { FromAlert: 'true' };
const DAY: TimeWindow = { fromEpochMs: NOW_MS - DAY_MS, toEpochMs: NOW_MS };

/** The executable of the plugin as Grafana starts it, on the service without added latency. */
export async function backend(servers: BenchServers): Promise<FigureResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'backend-bench-'));
  buildBackend(folder);
  const api = await startCountingProxy(servers.serviceUrl);
  try {
    const onNewBackend = async (measure: (target: Target) => Promise<Measured[]>): Promise<Measured[]> => {
      const host = new BackendHost(folder);
      try {
        return await measure({ host, api, key: servers.key, servers });
      } finally {
        await host.close();
      }
    };
    const measured = [
      ...(await onNewBackend(shortQueries)),
      ...(await onNewBackend(longQueries)),
      ...(await onNewBackend(parallelQueries)),
      ...(await onNewBackend(besideLargeQueries)),
      ...(await onNewBackend(memory)),
      ...(await onNewBackend(screens)),
      ...(await onNewBackend(columns)),
      {
        figure: 'backend-file',
        value: statSync(path.join(folder, 'gpx_telemetria')).size / 2 ** 20,
        limit: 40,
        better: 'lower' as const,
        detail: 'MB, as built for releases',
      },
    ];
    return { measured };
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

interface Target {
  readonly host: BackendHost;
  readonly api: CountingProxy;
  readonly key: string;
  readonly servers: BenchServers;
}

/** 24 hours in hours, with the cache off; interleaved with the same request without the plugin. */
async function shortQueries({ host, api, key }: Target): Promise<Measured[]> {
  const rounds = 200;
  const query = { interval: '1h', statistics: ['avg' as const] };
  const request = requestOf({ api, key, query, window: DAY, jsonData: { sharedCacheMegabytes: 0 } });
  const connection = openConnection(api.url, key);
  const backendMs: number[] = [];
  const apiMs: number[] = [];
  for (let round = -20; round < rounds; round++) {
    const { durationMs } = await answer(host, request);
    const startedMs = performance.now();
    await connection.fetchText(historyRequest(DAY, '1h'));
    if (round >= 0) {
      backendMs.push(durationMs);
      apiMs.push(performance.now() - startedMs);
    }
  }
  connection.close();
  const [p95, apiP95] = [percentile(backendMs, 0.95), percentile(apiMs, 0.95)];
  return [
    {
      figure: 'backend-24h-over-api',
      value: p95 - apiP95,
      limit: 25,
      better: 'lower',
      detail: `ms; p95 ${ms(p95)}, of the API ${ms(apiP95)}; p50 ${ms(percentile(backendMs, 0.5))} and ${ms(percentile(apiMs, 0.5))}`,
    },
  ];
}

/** 60 days of 86,400 buckets in steps of five minutes, once all pages are cached. */
async function longQueries({ host, api, key }: Target): Promise<Measured[]> {
  const window = { fromEpochMs: NOW_MS - 60 * DAY_MS, toEpochMs: NOW_MS };
  const request = requestOf({ api, key, query: { interval: '5m', statistics: ['avg'] }, window });
  const first = await answer(host, request);
  const cached: number[] = [];
  for (let round = 0; round < 20; round++) {
    cached.push((await answer(host, request)).durationMs);
  }
  return [
    {
      figure: 'backend-60d-cached',
      value: percentile(cached, 0.5),
      limit: 130,
      better: 'lower',
      detail: `ms; the first time ${ms(first.durationMs)}`,
    },
  ];
}

/** What alert rules that are due at the same time send. */
async function parallelQueries({ host, api, key }: Target): Promise<Measured[]> {
  const window = { fromEpochMs: NOW_MS - 30 * DAY_MS, toEpochMs: NOW_MS };
  const slowest = async (round: number) => {
    const durations = Array.from({ length: 24 }, async (_, index) => {
      const tags = [TAGS[index % TAGS.length]!];
      // A maximum of requests per round, so that every round starts with empty caches.
      const jsonData = { cacheMaxAgeMinutes: 60 + round, lateArrivalMinutes: 10 + (index % 4) };
      const request = requestOf({ api, key, query: { tags, statistics: ['avg'] }, window, jsonData });
      return (await answer(host, request)).durationMs;
    });
    return Math.max(...(await Promise.all(durations)));
  };
  const all: number[] = [];
  for (let round = 0; round < 7; round++) {
    all.push(await slowest(round));
  }
  return [
    {
      figure: 'backend-24-parallel',
      value: percentile(all, 0.5) / 1000,
      limit: 1.5,
      better: 'lower',
      detail: `s, the slowest of 24 queries of 30 days over 4 data sources with empty caches; worst of ${all.length} rounds ${ms(Math.max(...all))}`,
    },
  ];
}

/**
 * A small query every 100 ms while three requests of ten queries run, each for 4 tags and 15 days of 1m: 864,000 rows. The small query is
 * one of another person, then that of an alert rule.
 */
async function besideLargeQueries({ host, api, key }: Target): Promise<Measured[]> {
  const query = { interval: '1h', statistics: ['avg' as const] };
  const small = requestOf({ api, key, query, window: DAY });
  const days: TimeWindow = { fromEpochMs: NOW_MS - 15 * DAY_MS, toEpochMs: NOW_MS };
  const large = largeRequest({ api, key, window: days });
  const person = { ...small, headers: {}, user: 'viewer' };
  const results: Measured[] = [];
  for (const [figure, request] of [
    ['backend-small-beside-large', person],
    ['backend-rule-beside-large', small],
  ] as const) {
    const alone: number[] = [];
    for (let round = 0; round < 20; round++) {
      alone.push((await answer(host, request)).durationMs);
    }
    let running = 3;
    const durations = Array.from({ length: running }, async () => {
      const { durationMs } = await answer(host, large);
      running--;
      return durationMs;
    });
    const beside: number[] = [];
    while (running > 0) {
      beside.push((await answer(host, request)).durationMs);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const largest = Math.max(...(await Promise.all(durations)));
    results.push({
      figure,
      value: Math.max(...beside),
      limit: 1000,
      better: 'lower',
      detail: `ms, the slowest of ${beside.length}; p50 ${ms(percentile(beside, 0.5))}, alone ${ms(percentile(alone, 0.5))}; the large ones took ${(largest / 1000).toFixed(1)} s`,
    });
  }
  return results;
}

/** What a Viewer can send: ten queries of four tags. */
function largeRequest({ api, key, window }: Omit<HistoryRequest, 'query'>): BackendRequest {
  const [one] = requestOf({ api, key, query: { interval: '1m', statistics: ['avg'] }, window }).queries ?? [];
  const queries = Array.from({ length: 10 }, (_, index) => {
    const tags = Array.from({ length: 4 }, (__, offset) => TAGS[(index + offset) % TAGS.length]!);
    const refId = String.fromCharCode(65 + index);
    return { ...one!, refId, model: { ...one!.model, refId, tags } };
  });
  return { url: api.url, apiKey: key, jsonData: {}, user: 'viewer', queries };
}

/** Resident memory before any query, and after 2,000 queries and 20 rules. */
async function memory({ host, api, key }: Target): Promise<Measured[]> {
  const pid = await host.pid();
  const idle = residentMegabytes(pid);
  const windows = Array.from({ length: 20 }, (_, index) => ({
    fromEpochMs: NOW_MS - (index + 1) * DAY_MS,
    toEpochMs: NOW_MS - index * HOUR_MS,
  }));
  const after: number[] = [];
  for (let count = 0; count < 2000; count++) {
    const query = { tags: [TAGS[count % TAGS.length]!], interval: count % 3 === 0 ? '5m' : 'auto' };
    const jsonData = { lateArrivalMinutes: 10 + (count % 4) };
    await answer(host, requestOf({ api, key, query, window: windows[count % windows.length]!, jsonData }));
    if (count % 500 === 499) {
      after.push(residentMegabytes(pid));
    }
  }
  const last = after.at(-1)!;
  return [
    { figure: 'backend-memory-idle', value: idle, limit: 50, better: 'lower', detail: 'MB, before the first query' },
    {
      figure: 'backend-memory-used',
      value: last,
      limit: 90,
      better: 'lower',
      detail: `MB, 4 data sources; after every 500 of 2,000 queries: ${after.map((one) => one.toFixed(0)).join(', ')}`,
    },
  ];
}

/** Twenty browsers refresh the same dashboard through the shared cache. */
async function screens({ host, api, key }: Target): Promise<Measured[]> {
  const clock = startClock(NOW_MS);
  const clients = Array.from({ length: 20 }, () =>
    openDataSource(connect(browserByBackend(host, { url: api.url, apiKey: key, jsonData: {} })), clock.nowEpochMs)
  );
  const perDistinct: number[] = [];
  for (let refresh = 0; refresh < 6; refresh++) {
    api.takeRequests();
    const now = clock.nowEpochMs();
    const window = { fromEpochMs: now - 6 * HOUR_MS, toEpochMs: now };
    await Promise.all(
      clients.flatMap((client) =>
        TAGS.slice(0, 6).map((tag, index) =>
          client.open({ window, query: { devices: [BUSY_DEVICE], tags: [tag] }, panelId: index + 1 })
        )
      )
    );
    const requests = api.takeRequests();
    perDistinct.push(requests.length / new Set(requests).size);
    clock.advance(5_000);
  }
  return [
    {
      figure: 'backend-screens-per-distinct',
      value: Math.max(...perDistinct),
      limit: 1,
      better: 'lower',
      detail: 'requests to the API per refresh / distinct ones; 20 clients, 6 panels, worst of 6 refreshes',
    },
  ];
}

interface HistoryRequest {
  readonly api: CountingProxy;
  readonly key: string;
  readonly query: Partial<TelemetryQuery>;
  readonly window: TimeWindow;
  readonly jsonData?: object;
}

function requestOf({ api, key, query, window, jsonData = {} }: HistoryRequest): BackendRequest {
  const model = { refId: 'A', version: 2, kind: 'history', devices: [BUSY_DEVICE], tags: TAGS.slice(0, 1), ...query };
  // What Grafana sends for a rule that does not say otherwise.
  const resolution = { maxDataPoints: 43_200, intervalMs: 1000 };
  return {
    url: api.url,
    apiKey: key,
    jsonData,
    headers: FROM_ALERT,
    queries: [{ refId: 'A', model, ...window, ...resolution }],
  };
}

/** @throws Error if the query failed or has no data */
async function answer(host: BackendHost, request: BackendRequest): Promise<{ readonly durationMs: number }> {
  const { durationMs, responses, error } = await host.send<{ readonly data: { readonly values: unknown[][] } }>(
    request
  );
  const result = responses?.results.A;
  if (error !== undefined || result?.error !== undefined || !result?.frames?.[0]?.data.values[0]?.length) {
    throw new Error(`The query failed: ${error ?? result?.error ?? 'no data'}`);
  }
  return { durationMs };
}

/** Of a browser that is far from Grafana. */
const ROUND_TRIP_MS = 80;

/** A page of Grafana that knows that the backend runs, or finds out. */
function connect(grafana: ReturnType<typeof browserByBackend>): ApiConnection {
  return pluginCode.connectToApi(grafana, {
    dataSourceUid: 'bench',
    proxyUrl: '',
    hasBackend: true,
    maxConcurrentRequests: 6,
  });
}

/** 45 days of 64,800 buckets of the minute in a browser: by the backend, and by the data proxy, which passes JSON on. */
async function columns({ host, api, key, servers }: Target): Promise<Measured[]> {
  const window = { fromEpochMs: NOW_MS - 45 * DAY_MS, toEpochMs: NOW_MS };
  const query = { devices: [BUSY_DEVICE], tags: TAGS.slice(1, 2), interval: '1m' };
  const load = (way: Transport | ApiConnection) =>
    openDataSource(way, startClock(NOW_MS).nowEpochMs).open({ window, query });
  const source = { url: api.url, apiKey: key, jsonData: {} };
  const traffic = noTraffic();
  await load(connect(browserByBackend(host, source, traffic)));
  const near = connect(browserByBackend(host, source));
  const far = connect(browserByBackend(host, source, noTraffic(), ROUND_TRIP_MS));
  const packed = traffic.bodies.flatMap((body) => new PageStreamReader().push(body)).map(({ body }) => body);
  const connection = servers.openNearConnection();
  await load(connection.transport);
  const { pages } = connection.takeTraffic();
  const texts = await Promise.all(pages.map((page) => connection.fetchText(pageRequest(page))));
  let cold = 0;
  // Collecting the garbage before also throws away what the engine has compiled of a decoder.
  const tenTimes = (work: () => void) => Array.from({ length: 10 }, work);
  const medianMs = await interleave(
    { warmUps: 2, counted: 15 },
    {
      parse: timed(async () => tenTimes(() => texts.map((text): unknown => JSON.parse(text)))),
      decode: timed(async () => tenTimes(() => packed.map(decodePageColumns))),
      // Other settings are another data source, with an empty memory.
      cold: timed(() =>
        load(connect(browserByBackend(host, { ...source, jsonData: { cacheMaxAgeMinutes: 61 + cold++ } })))
      ),
      warm: timed(() => load(near)),
      far: timed(() => load(far)),
      proxy: timed(() => load(connection.transport)),
    }
  );
  connection.close();
  const compressed = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  return [
    {
      figure: 'backend-columns-megabytes',
      value: traffic.bytes / 1e6,
      limit: 0.35,
      better: 'lower',
      detail: `MB to the browser for 64,800 buckets of 1m; JSON ${(compressed / 1e6).toFixed(2)} MB, compressed`,
    },
    {
      figure: 'backend-window-requests',
      value: traffic.requests,
      limit: 1,
      better: 'lower',
      detail: `requests of the browser for them; ${texts.length} pages`,
    },
    {
      figure: 'backend-window-round-trips',
      value: (medianMs.far - medianMs.warm) / ROUND_TRIP_MS,
      limit: 1.3,
      better: 'lower',
      detail: `what ${ROUND_TRIP_MS} ms to the browser cost from the memory of the backend, divided by them`,
    },
    {
      figure: 'backend-columns-over-parse',
      value: medianMs.decode / medianMs.parse,
      limit: 0.5,
      better: 'lower',
      detail: `reading these columns, ${(medianMs.decode / 10).toFixed(1)} ms, relative to JSON.parse of the same pages`,
    },
    {
      figure: 'backend-columns-over-proxy',
      value: medianMs.warm / medianMs.proxy,
      limit: 0.5,
      better: 'lower',
      detail: `to frames, ${ms(medianMs.warm)} from memory and ${ms(medianMs.cold)} without it, relative to ${ms(medianMs.proxy)} by JSON`,
    },
  ];
}

function pageRequest(address: string): ApiRequest {
  const [path = '', params] = address.split('?');
  return { path, params: Object.fromEntries(new URLSearchParams(params)) };
}

interface CountingProxy {
  readonly url: string;
  /** Paths with parameters since the previous call. */
  takeRequests(): readonly string[];
  close(): void;
}

/** Passes requests on to the service, and counts them. */
async function startCountingProxy(serviceUrl: string): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  let requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const { authorization } = request.headers;
    get(`${serviceUrl}${request.url}`, { agent, headers: { authorization } }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    }).on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

function historyRequest({ fromEpochMs, toEpochMs }: TimeWindow, intervalo: string): ApiRequest {
  const window = { desde: toIso(fromEpochMs), hasta: toIso(toEpochMs) };
  const params = { dispositivo: BUSY_DEVICE, tag: TAGS[0] ?? '', ...window, intervalo, limite: '5000' };
  return { path: OPERATIONS.history.path, params };
}

/** Of Linux only. */
function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** @param share such as 0.95 */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
