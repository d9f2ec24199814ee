import { get } from 'node:http';
import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { waitFor } from '@testing-library/react';
import { Observable } from 'rxjs';
import type { FixedLevel } from '../../core/time/step';
import { ApiClient } from '../../core/api/apiClient';
import { createConcurrencyLimit } from '../../core/concurrency/concurrencyLimit';
import { createRequestDeduper } from '../../core/concurrency/requestDeduper';
import { CoverageCache } from '../../core/history/fetch/coverageCache';
import { HistorySource } from '../../core/history/fetch/historySource';
import type { LoadedSeries } from '../../core/history/series/loadedSeries';
import { loadSeries } from '../../core/history/series/loadSeries';
import { testPlan } from '../../testSupport/testPlan';
import { systemClock } from '../../core/time/clock';
import { type HostileProxy, type Fault, startHostileProxy } from '../../testSupport/specServer/hostileProxy';
import { createSpecServer } from '../../testSupport/specServer/specServer';
import { PUMP_PRESSURE, steadyReadings, singleSeriesData } from '../../testSupport/specServer/specData';
import { CACHE_LIMITS } from '../../testSupport/testClient';
import type { Transport } from '../../core/api/transport';
import { createGrafanaTransport } from '../grafanaTransport';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
/** Six pages of 1m buckets. */
const MINUTES = 30_000;
const READINGS = steadyReadings(NOON, MINUTE, MINUTES);

const MAX_ATTEMPTS = 5;
/** A busy machine makes a connection slow, not wrong. */
const WAIT = { timeout: 50_000, interval: 5 };
/** Time for the half of a body that comes. */
const HALF_BODY_MS = 50;

interface ReceivedRequest {
  /** Counts all requests from 1, in order of arrival. */
  readonly number: number;
  /** Counts the requests for the same page from 1. */
  readonly attempt: number;
  readonly fromMinute: number;
}

let proxy: HostileProxy;
afterEach(() => proxy.close());

/** Loads over real sockets, like Grafana: unsubscribing ends a request, and an error has no headers. */
async function loadThroughProxy(
  findFault: (request: ReceivedRequest) => Fault | undefined,
  { signal = new AbortController().signal, level = '1m' as FixedLevel, isLimited = true } = {}
): Promise<LoadedSeries> {
  /** By the page that is requested. */
  const timeLimits = new Map<string, () => void>();
  proxy = await startHostileProxy(createSpecServer(singleSeriesData(READINGS)), ({ params }, number, attempt) => {
    const fault = findFault({ number, attempt, fromMinute: (Date.parse(params.desde!) - NOON) / MINUTE });
    if (isLimited && (fault?.kind === 'hang' || fault?.kind === 'stall')) {
      setTimeout(() => timeLimits.get(params.desde!)?.(), HALF_BODY_MS);
    }
    return fault;
  });
  // The time limit of a request ends if it hangs or stalls, and no other: how fast the machine is decides nothing.
  const transport: Transport = (request, requestSignal) => {
    const sleep = () => new Promise<void>((resolve) => timeLimits.set(request.params.desde!, resolve));
    const clock = { ...systemClock, sleep };
    return createGrafanaTransport({ fetch: fetchLikeGrafana }, proxy.address, { clock })(request, requestSignal);
  };
  const client = new ApiClient({
    transport,
    limit: createConcurrencyLimit(6),
    clock: systemClock,
    random: () => 0.5,
    retryPolicy: { maxAttempts: MAX_ATTEMPTS, firstDelayMs: 5, maxDelayMs: 40, maxTotalMs: 600_000 },
  });
  const source = new HistorySource(client, new CoverageCache(CACHE_LIMITS), createRequestDeduper());
  const window = { fromEpochMs: NOON, toEpochMs: NOON + MINUTES * MINUTE };
  const plan = testPlan(window, { interval: { kind: 'level', level } });
  return loadSeries(source.forSeries(PUMP_PRESSURE, { group: 'test', signal }), plan);
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

it.each<[string, (request: ReceivedRequest) => Fault | undefined]>([
  ['closes connections before the response', ({ number }) => (number % 3 === 1 ? cutAfter(0) : undefined)],
  ['closes connections in the middle of the body', ({ number }) => (number <= 5 ? cutAfter(0.7) : undefined)],
  ['closes connections before the last byte', ({ number }) => (number <= 5 ? cutAfter(0.9999) : undefined)],
  ['hangs occasionally', ({ number }) => (number === 2 || number === 5 ? HANG : undefined)],
  ['stalls in the middle of a body', ({ number }) => (number === 3 ? STALL : undefined)],
  ['responds with 429 to every attempt but the last', () => status(429)],
  ['restarts', ({ attempt }) => (attempt <= MAX_ATTEMPTS / 2 ? cutAfter(0.2) : status(503))],
])('loads everything from a server that %s', async (_, findFault) => {
  for (const level of ['1m', 'raw'] as const) {
    // In whatever order the requests arrive, the last attempt of each succeeds.
    const faultBeforeLastAttempt = (request: ReceivedRequest) =>
      request.attempt < MAX_ATTEMPTS ? findFault(request) : undefined;
    const { rows, fetched } = await loadThroughProxy(faultBeforeLastAttempt, { level });
    expect(fetched.missing).toEqual([]);
    expect(Array.from(rows.timeEpochMs)).toEqual(READINGS.map(({ atEpochMs }) => atEpochMs));
    expect(Array.from(rows.avg)).toEqual(READINGS.map(({ value }) => value));
    await proxy.close();
  }
});

it('a page that always fails affects only its own part of the window', async () => {
  const { rows, fetched } = await loadThroughProxy(({ fromMinute }) =>
    fromMinute === 10_000 ? cutAfter(0.5) : undefined
  );
  expect(fetched.missing).toEqual([
    {
      fromEpochMs: NOON + 10_000 * MINUTE,
      toEpochMs: NOON + 15_000 * MINUTE,
      cause: 'missing',
      error: expect.objectContaining({ kind: 'network' }),
    },
  ]);
  expect(rows.n).toHaveLength(25_000);
});

it('an abort closes the connections of the requests that hang', async () => {
  const controller = new AbortController();
  // No time limit closes the connections.
  const loading = loadThroughProxy(() => HANG, { signal: controller.signal, isLimited: false });
  const outcome = expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  await waitFor(() => expect(proxy.openConnections()).toBe(6), WAIT);
  controller.abort();
  await outcome;
  await waitFor(() => expect(proxy.openConnections()).toBe(0), WAIT);
});
