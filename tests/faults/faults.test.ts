import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { dataFrameFromJSON, type DataFrameJSON } from '@grafana/data';
import type { BackendSrv, FetchResponse } from '@grafana/runtime';
import { of, throwError } from 'rxjs';
import { HELD_IN_BACKEND } from '../../scripts/checks/longRun';
import { hasGo } from '../../scripts/processes/isInstalled';
import { createConcurrencyLimit } from '../../src/core/concurrency/concurrencyLimit';
import { connectToApi } from '../../src/grafana/apiConnection';
import { createDataSourceServices } from '../../src/grafana/dataSourceServices';
import { createGrafanaTransport } from '../../src/grafana/grafanaTransport';
import { resourcesUrl, STATUS_PATH } from '../../src/query/backendResources';
import { resolveSettings } from '../../src/query/dataSourceSettings';
import { BackendHost, buildBackend } from '../../src/testSupport/backendHost';
import { type Exchange, type FaultProxy, startFaultProxy } from './faultProxy';
import { FAULTS, type NamedFault, NO_FAULT } from './faults';
import { GrafanaFetch } from './grafanaFetch';
import { LASTING_FAULTS, type LastingFault } from './lastingFaults';
import { dataOf, type Outcome, textsOf } from './outcome';
import { type FaultQuery, healthShown, QUERIES, type Shown, windowBefore } from './queries';
import { RefreshedPanel } from './refreshedPanel';
import { lastingTable, reliabilityTable, tableOf, withoutFaults, withTable } from './reliabilityTable';
import { VirtualClock } from './virtualClock';

/** Every query under every fault, by the code of the plugin and over real connections, in browsers and in the backend. */

const DOCUMENT = 'tests/faults/outcomes.md';
/**
 * The time limit of a request of the backend, which is real. Where nothing is answered, it may be as short as the setting allows. Other
 * answers must come within it on a busy machine.
 */
const LIMIT_S = { always: 1, once: 8, never: 300 } as const;
/** Of a health check. */
const HEALTH_LIMIT_MS = 8000;
/** Faults at the same time in the backend, whose clock is the real one. */
const CONCURRENT_FAULTS = 4;
/** What is not about the data. */
const NO_TEXTS: readonly string[] = [];
const TIME_LIMIT_MS = 600_000;
const HAS_GO = hasGo();
/** In the backend, faults that hold a request take as long as its time limits: a minute, which `npm run test:long` has. */
const WITH_HELD = process.env[HELD_IN_BACKEND] !== undefined || process.env.WRITE_TABLES !== undefined;
const BACKEND_FAULTS = FAULTS.filter((fault) => fault.clockAheadMs === undefined && (WITH_HELD || !fault.holds));

interface Service {
  readonly address: string;
  readonly secret: string;
  readonly nowEpochMs: number;
}

/** With what it cost. */
interface Result extends Shown {
  /** The most requests for one page. */
  readonly attempts: number;
  readonly waitedMs: number;
}

let child: ChildProcess;
let service: Service;
let proxy: FaultProxy;
let cases = 0;
/** Whether the lasting faults have begun, and are not over. */
let isFaultOn = false;
const folder = mkdtempSync(path.join(os.tmpdir(), 'faults-'));
let host: BackendHost | undefined;
/** It waits for retries, by the real clock: the tests of browsers run meanwhile. */
let backendRun: Promise<BackendRun> | undefined;

beforeAll(async () => {
  const command = ['--import', 'tsx', 'tests/faults/service.ts'];
  child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  service = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => resolve(JSON.parse(line) as Service));
    child.on('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
  });
  const lasting = LASTING_FAULTS.map(({ name, answer }) => ({
    name,
    answer: (exchange: Exchange) => (isFaultOn ? answer : NO_FAULT.answer)(exchange),
  }));
  proxy = await startFaultProxy(service, [NO_FAULT, ...FAULTS, ...lasting]);
  if (HAS_GO) {
    buildBackend(folder);
    host = new BackendHost(folder);
    backendRun = runInBackend(host);
    // Its test fails by it.
    backendRun.catch(() => undefined);
  }
}, TIME_LIMIT_MS);

afterAll(async () => {
  await host?.close();
  rmSync(folder, { recursive: true });
  await proxy.close();
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin!.end();
  await ended;
});

/** The longest that the code of this test waits by the real clock at a time. */
const MAX_REAL_DELAY_MS = 1000;
const realSetTimeout = globalThis.setTimeout;

/**
 * The plugin waits for names by the real clock, and not long. Here it waits until they are there or cannot be: a slow machine would show
 * something else.
 */
beforeAll(() => {
  const patient = (work: () => void, delayMs = 0) =>
    delayMs > MAX_REAL_DELAY_MS ? undefined : realSetTimeout(work, delayMs);
  globalThis.setTimeout = patient as typeof setTimeout;
});

afterAll(() => {
  globalThis.setTimeout = realSetTimeout;
});

/** Runs a query as a panel does, with a clock that waits no time. */
async function inBrowser(fault: NamedFault, query: FaultQuery): Promise<Result> {
  const grafana = new GrafanaFetch(proxy.isHeld, fault.rankOf);
  const startEpochMs = service.nowEpochMs + (fault.clockAheadMs ?? 0);
  const clock = new VirtualClock(startEpochMs, grafana.isBusy);
  const services = createDataSourceServices({
    dataSourceUid: 'telemetry',
    transport: createGrafanaTransport(grafana, urlOf(fault), { clock }),
    clock,
    // The longest delays.
    random: () => 1,
    settings: resolveSettings({}),
    palette: [],
    browserZone: 'UTC',
    canFollow: true,
  });
  const shown = await query.run(services, service.nowEpochMs);
  return { ...shown, attempts: grafana.attempts, waitedMs: clock.nowEpochMs() - startEpochMs };
}

/**
 * Runs all queries as a shared dashboard does, by the backend, and the health check. Those of history have data sources of their own: others
 * get what is in flight for one, so that the first would decide what the fault does to all.
 */
async function inBackend(
  host: BackendHost,
  fault: NamedFault,
  queries: readonly FaultQuery[]
): Promise<Array<Shown | undefined>> {
  const sourceWith = (timeout: number) => ({ url: urlOf(fault), apiKey: service.secret, jsonData: { timeout } });
  const send = async (sent: readonly FaultQuery[]) => {
    const { responses } = await host.send<DataFrameJSON>({
      ...sourceWith(LIMIT_S[fault.holds ?? 'never']),
      queries: sent.map(({ name, target }) => ({
        refId: name,
        model: { refId: name, ...target },
        ...windowBefore(service.nowEpochMs),
        maxDataPoints: 1000,
        intervalMs: 60_000,
      })),
    });
    return responses!.results;
  };
  const targets = queries.filter(({ target }) => target !== undefined);
  const ofHistory = targets.filter(({ target }) => target?.kind === 'history' || target?.kind === 'periods');
  const others = targets.filter((query) => !ofHistory.includes(query));
  const checkHealth = async (): Promise<Shown> => {
    const checked = sourceWith(LIMIT_S.never);
    const { health, durationMs } = await host.send({ ...checked, health: true });
    // Its time limit is real, too: on a busy machine, it may end a check that the fault does not hold.
    return durationMs >= HEALTH_LIMIT_MS && fault.holds === undefined
      ? checkHealth()
      : healthShown(health!, checked.url);
  };
  const [health, ...answers] = await Promise.all([
    fault.isHuge ? undefined : checkHealth(),
    ...[...ofHistory.map((query) => [query]), others].map(send),
  ]);
  const results = Object.assign({}, ...answers) as (typeof answers)[number];
  return queries.map(({ name, isHealthCheck }) => {
    if (isHealthCheck) {
      return health;
    }
    const { frames = [], error } = results[name]!;
    return { frames: frames.map((frame) => dataFrameFromJSON(frame)), errors: error === undefined ? [] : [error] };
  });
}

/** Variables are queried by browsers only. */
const BACKEND_QUERIES = QUERIES.filter(({ target, isHealthCheck }) => target !== undefined || isHealthCheck);

interface BackendRun {
  /** Without a fault, by query. */
  readonly expected: ReadonlyArray<Shown | undefined>;
  /** In the order of the faults, undefined for those that are left out. */
  readonly shown: ReadonlyArray<ReadonlyArray<Shown | undefined> | undefined>;
}

/** Every fault in the backend, some at a time. */
async function runInBackend(host: BackendHost): Promise<BackendRun> {
  const expected = await inBackend(host, NO_FAULT, BACKEND_QUERIES);
  const limit = createConcurrencyLimit(CONCURRENT_FAULTS);
  const { signal } = new AbortController();
  const byFault = new Map<NamedFault, Promise<Array<Shown | undefined>>>();
  // What waits the longest comes first, so that nothing is left to wait for at the end.
  for (const fault of [...BACKEND_FAULTS].sort((a, b) => (b.maxWaitMs ?? 0) - (a.maxWaitMs ?? 0))) {
    byFault.set(
      fault,
      limit('faults', () => inBackend(host, fault, BACKEND_QUERIES), signal)
    );
  }
  return { expected, shown: await Promise.all(FAULTS.map((fault) => byFault.get(fault))) };
}

/** The URL of a data source of its own for each case, so that nothing is cached or shared. */
function urlOf(fault: Pick<NamedFault, 'name' | 'url'>): string {
  return `${fault.url?.(proxy.address) ?? proxy.address}/${encodeURIComponent(fault.name)}/${++cases}`;
}

/** By query, in the order of the faults. */
const browserOutcomes = new Map<string, readonly Outcome[]>();
const backendOutcomes = new Map<string, ReadonlyArray<Outcome | undefined>>();

/** Data that is not all there is named. */
function expectNothingSilent(query: string, outcomes: ReadonlyArray<Outcome | undefined>): void {
  const silent = FAULTS.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome !== undefined && (outcome.data === 'some' || outcome.data === 'none') && outcome.texts.length === 0;
  });
  expect(silent.map(({ name }) => `${query}: ${name}`)).toEqual([]);
}

/** What a query costs more than its fault explains. */
function beyondBounds(
  fault: NamedFault,
  { isHealthCheck, longer = 1 }: FaultQuery,
  { attempts, waitedMs }: Result
): string[] {
  const stages = fault.holds === 'always' ? 1 : longer;
  const { maxAttempts, maxWaitMs } = isHealthCheck
    ? { maxAttempts: 1, maxWaitMs: fault.holds ? HEALTH_LIMIT_MS : 0 }
    : {
        maxAttempts: (fault.holds === 'once' ? stages : 1) * (fault.maxAttempts ?? 1),
        maxWaitMs: stages * (fault.maxWaitMs ?? 0),
      };
  const minWaitMs = (attempts - 1) * (fault.retryAfterMs ?? 0);
  return [
    ...(attempts > maxAttempts ? [`${fault.name}: ${attempts} requests for a page, at most ${maxAttempts}`] : []),
    ...(waitedMs > maxWaitMs ? [`${fault.name}: waited ${waitedMs} ms, at most ${maxWaitMs}`] : []),
    ...(waitedMs < minWaitMs ? [`${fault.name}: waited ${waitedMs} ms, at least ${minWaitMs}`] : []),
  ];
}

it.each(QUERIES.map((query) => [query.name, query] as const))(
  'under every fault, a query ends within its bounds and names what is missing, in browsers: %s',
  async (name, query) => {
    const expected = await inBrowser(NO_FAULT, query);
    expect(textsOf(expected)).toEqual([]);
    const outcomes: Outcome[] = [];
    for (const fault of FAULTS) {
      const result = await inBrowser(fault, query);
      expect(beyondBounds(fault, query, result)).toEqual([]);
      outcomes.push({ data: dataOf(result, expected), texts: textsOf(result) });
    }
    browserOutcomes.set(name, outcomes);
    expectNothingSilent(name, outcomes);
  },
  TIME_LIMIT_MS
);

it('outcomes.md has these outcomes', () => {
  expectTable(0, reliabilityTable(FAULTS, browserOutcomes));
});

(HAS_GO ? describe : describe.skip)('the backend', () => {
  it(
    'under every fault, queries end and name what is missing',
    async () => {
      const { expected, shown } = await backendRun!;
      expect(expected.flatMap((ofQuery) => textsOf(ofQuery!))).toEqual(NO_TEXTS);
      BACKEND_QUERIES.forEach(({ name }, query) => {
        const outcomes = shown.map((ofFault) => {
          const ofQuery = ofFault?.[query];
          return ofQuery && { data: dataOf(ofQuery, expected[query]!), texts: textsOf(ofQuery) };
        });
        backendOutcomes.set(name, outcomes);
        expectNothingSilent(name, outcomes);
      });
    },
    TIME_LIMIT_MS
  );

  it('outcomes.md has the outcomes that differ from those in browsers', () => {
    const leftOut = FAULTS.filter((fault) => !BACKEND_FAULTS.includes(fault));
    expectTable(1, reliabilityTable(FAULTS, backendOutcomes, browserOutcomes), leftOut);
  });
});

/** When a panel is looked at, from the beginning of the fault and from its end. */
const LOOKS_MS = [20_000, 60_000] as const;
const RECOVERY_MS = 20_000;
/** After it, nothing that panels share is new enough to be shown again. */
const BEFORE_MS = 15_000;

/** Opens a panel, lets a fault begin and end, and looks at the panel meanwhile. */
async function lastingOutcomes(fault: LastingFault, { target }: FaultQuery): Promise<Outcome[]> {
  const grafana = new GrafanaFetch(proxy.isHeld);
  const clock = new VirtualClock(service.nowEpochMs, grafana.isBusy);
  const settings = resolveSettings({});
  const services = createDataSourceServices({
    dataSourceUid: 'telemetry',
    ...connectToApi(
      { fetch: fetchByBackend(grafana, urlOf(fault), fault) },
      {
        dataSourceUid: 'telemetry',
        proxyUrl: urlOf(fault),
        hasBackend: fault.lostBackendStatus !== undefined,
        maxConcurrentRequests: settings.maxConcurrentRequests,
      },
      clock
    ),
    clock,
    random: () => 1,
    settings,
    palette: [],
    browserZone: 'UTC',
    canFollow: true,
  });
  const panel = new RefreshedPanel(services, target!, service.nowEpochMs);
  const left = new AbortController();
  const { signal } = left;
  const look = (): Outcome => ({ data: dataOf(panel.shown, expected), texts: textsOf(panel.shown) });
  await panel.refresh();
  const expected = panel.shown;
  await clock.sleep(BEFORE_MS, signal);
  const beganEpochMs = clock.nowEpochMs();
  isFaultOn = true;
  void panel.keepRefreshing(fault.refreshMs, clock, signal);
  const outcomes: Outcome[] = [];
  for (const afterMs of LOOKS_MS) {
    // What happens at that moment has happened.
    await clock.sleep(beganEpochMs + afterMs + 1 - clock.nowEpochMs(), signal);
    outcomes.push(look());
  }
  isFaultOn = false;
  await clock.sleep(RECOVERY_MS, signal);
  outcomes.push(look());
  left.abort();
  return outcomes;
}

/** Requests for the backend take the same way as those for the data proxy, until it is lost. */
function fetchByBackend(
  grafana: GrafanaFetch,
  url: string,
  { lostBackendStatus }: LastingFault
): Pick<BackendSrv, 'fetch'>['fetch'] {
  const resources = resourcesUrl('telemetry');
  return (request) => {
    if (!request.url.startsWith(resources)) {
      return grafana.fetch(request);
    }
    if (isFaultOn) {
      return throwError(() => ({ status: lostBackendStatus, data: { message: 'Internal error' }, config: request }));
    }
    return request.url === `${resources}/${STATUS_PATH}`
      ? of({ status: 200, data: { running: true }, headers: new Headers() } as FetchResponse)
      : grafana.fetch({ ...request, url: request.url.replace(resources, url) });
  };
}

it(
  'while nothing answers, panels say so, whatever a refresh cancels, until the first answer',
  async () => {
    const queries = QUERIES.filter(({ target }) => target !== undefined);
    const rows = [];
    for (const fault of LASTING_FAULTS) {
      const outcomes = new Map<string, readonly Outcome[]>();
      for (const query of queries) {
        outcomes.set(query.name, await lastingOutcomes(fault, query));
      }
      const atEnd = [...outcomes].filter(
        ([, ofQuery]) => ofQuery.at(-1)!.data !== 'all' || ofQuery.at(-1)!.texts.length > 0
      );
      expect(atEnd.map(([query]) => `${fault.name}: ${query}`)).toEqual([]);
      rows.push({ fault: fault.name, outcomes });
    }
    expectTable(2, lastingTable(rows, LOOKS_MS));
  },
  TIME_LIMIT_MS
);

/**
 * With WRITE_TABLES, the document is written instead.
 * @param leftOut not compared
 */
function expectTable(index: number, table: string, leftOut: readonly NamedFault[] = []): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  if (process.env.WRITE_TABLES === undefined) {
    expect(table).toBe(withoutFaults(tableOf(document, index), leftOut));
  } else {
    writeFileSync(DOCUMENT, withTable(document, index, table));
  }
}
