import { get } from 'node:http';
import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { Observable } from 'rxjs';
import type { Level } from '../../core/time/level';
import { TelemetryClient } from '../../core/api/telemetryClient';
import { createConcurrencyLimit } from '../../core/concurrency/concurrencyLimit';
import { createRequestDeduper } from '../../core/concurrency/requestDeduper';
import { CoverageCache } from '../../core/history/fetch/coverageCache';
import { HistorySource } from '../../core/history/fetch/historySource';
import type { LoadedSeries } from '../../core/history/series/loadedSeries';
import { loadSeries } from '../../core/history/series/loadSeries';
import { planHistory } from '../../core/history/plan/planHistory';
import { systemClock } from '../../core/time/clock';
import { type HostileProxy, type Fault, startHostileProxy } from '../../testSupport/hostileProxy';
import { createSpecServer } from '../../testSupport/specServer';
import { PUMP_PRESSURE, steadyReadings, singleSeriesData } from '../../testSupport/specData';
import { CACHE_LIMITS } from '../../testSupport/testClient';
import { createProxyTransport } from '../proxyTransport';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
/** Six pages of minutes. */
const MINUTES = 30_000;
const READINGS = steadyReadings(NOON, MINUTE, MINUTES);

const MAX_ATTEMPTS = 5;

/** A request as it arrived at the server. */
interface Asked {
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** How often the same was asked for by now, this time included. */
  readonly attempt: number;
  readonly fromMinute: number;
}

let proxy: HostileProxy;
afterEach(() => proxy.close());

/** Reads over real sockets, the way Grafana does: a request is ended by unsubscribing, an error carries no headers. */
async function read(
  faultOf: (request: Asked) => Fault | undefined,
  { signal = new AbortController().signal, level = '1m' as Level } = {}
): Promise<LoadedSeries> {
  proxy = await startHostileProxy(createSpecServer(singleSeriesData(READINGS)), ({ params }, number, attempt) =>
    faultOf({ number, attempt, fromMinute: (Date.parse(params.desde!) - NOON) / MINUTE })
  );
  const client = new TelemetryClient({
    transport: createProxyTransport({ fetch: fetchLikeGrafana }, proxy.address, 1500),
    limit: createConcurrencyLimit(6),
    clock: systemClock,
    random: () => 0.5,
    retryPolicy: { maxAttempts: MAX_ATTEMPTS, firstDelayMs: 5, maxDelayMs: 40, maxTotalMs: 20_000 },
  });
  const source = new HistorySource(client, new CoverageCache(CACHE_LIMITS, systemClock), createRequestDeduper());
  const plan = planHistory({
    window: { fromEpochMs: NOON, toEpochMs: NOON + MINUTES * MINUTE },
    points: 1000,
    minStepMs: 0,
    interval: { kind: 'level', level },
    zone: 'UTC',
    offsetMs: 0,
    dayBucketZone: 'UTC',
    maxRows: 500_000,
    maxAutoRawRows: 50_000,
  });
  if (plan.kind === 'rejected') {
    throw new Error('refused');
  }
  return loadSeries(source, PUMP_PRESSURE, plan, { group: 'test', signal });
}

function fetchLikeGrafana<T>({ url, params }: BackendSrvRequest): Observable<FetchResponse<T>> {
  return new Observable((subscriber) => {
    const request = get(`${url}?${new URLSearchParams(params).toString()}`, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => subscriber.error(error));
      response.on('end', () => {
        const data = JSON.parse(Buffer.concat(chunks).toString()) as T;
        const { statusCode = 0 } = response;
        if (statusCode >= 300) {
          subscriber.error({ status: statusCode, data, config: { url } });
        } else {
          subscriber.next({ status: statusCode, data, headers: new Headers() } as FetchResponse<T>);
          subscriber.complete();
        }
      });
    });
    request.on('error', (error) => subscriber.error(error));
    return () => request.destroy();
  });
}

const HANG: Fault = { kind: 'hang' };
const STALL: Fault = { kind: 'stall' };
const cutAfter = (after: number): Fault => ({ kind: 'cut', after });
const status = (code: number): Fault => ({ kind: 'status', status: code });

it.each<[string, (asked: Asked) => Fault | undefined]>([
  ['drops connections before the answer', ({ number }) => (number % 3 === 1 ? cutAfter(0) : undefined)],
  ['drops connections in the middle of the body', ({ number }) => (number <= 5 ? cutAfter(0.7) : undefined)],
  ['drops connections before the last byte', ({ number }) => (number <= 5 ? cutAfter(0.9999) : undefined)],
  ['hangs now and then', ({ number }) => (number === 2 || number === 5 ? HANG : undefined)],
  ['stops in the middle of a body', ({ number }) => (number === 3 ? STALL : undefined)],
  ['answers a storm of 429', () => status(429)],
  ['restarts', ({ attempt }) => (attempt <= MAX_ATTEMPTS / 2 ? cutAfter(0.2) : status(503))],
])('a server that %s is read whole all the same', async (_, faultOf) => {
  for (const level of ['1m', 'raw'] as const) {
    // However the requests come to lie among each other, none fares badly more often than it is tried.
    const bearable = (asked: Asked) => (asked.attempt < MAX_ATTEMPTS ? faultOf(asked) : undefined);
    const { rows, fetched } = await read(bearable, { level });
    expect(fetched.missing).toEqual([]);
    expect(Array.from(rows.timeEpochMs)).toEqual(READINGS.map(({ atEpochMs }) => atEpochMs));
    expect(Array.from(rows.avg)).toEqual(READINGS.map(({ value }) => value));
    await proxy.close();
  }
});

it('a page that never comes whole costs its own part of the range and no other', async () => {
  const { rows, fetched } = await read(({ fromMinute }) => (fromMinute === 10_000 ? cutAfter(0.5) : undefined));
  expect(fetched.missing).toEqual([
    {
      window: { fromEpochMs: NOON + 10_000 * MINUTE, toEpochMs: NOON + 15_000 * MINUTE },
      error: expect.objectContaining({ kind: 'network' }),
    },
  ]);
  expect(rows.n).toHaveLength(25_000);
});

it('leaving ends the requests that hang, down to their connections', async () => {
  const controller = new AbortController();
  const reading = read(() => HANG, { signal: controller.signal });
  const outcome = expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  while ((proxy?.openConnections() ?? 0) < 6) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  controller.abort();
  await outcome;
  while (proxy.openConnections() > 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(proxy.openConnections()).toBe(0);
});
