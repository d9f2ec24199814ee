import { OPERATIONS } from '../../../src/core/api/operations.ts';
import type { Condition } from '../../../src/core/history/signal/condition.ts';
import type { Period } from '../../../src/core/history/signal/periods.ts';
import type { Continuation } from '../../../src/core/history/plan/planSignal.ts';
import type { Rows } from '../../../src/core/history/rows.ts';
import type { Spans } from '../../../src/core/history/signal/spans.ts';
import { BUCKET_MS } from '../../../src/core/time/step.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type TimeWindow, toIso } from '../../../src/core/time/window.ts';
import type { Measured, Table } from '../../kit/figure.ts';
import { interleave, timed } from '../../kit/interleave.ts';
import type { ApiConnection, Traffic } from '../apiConnection.ts';
import { startClock } from '../clock.ts';
import { type DataSource, openDataSource, pluginCode } from '../panels.ts';
import {
  EXCURSIONS_PER_YEAR,
  LIMIT,
  MONTH,
  type PeriodSeries,
  SEARCHED_STATE,
  YEAR,
  YEAR_OF_STATES,
} from '../periodSeries.ts';
import { NOW_MS } from '../plant.ts';
import type { BenchServers, FigureResult } from './figure.ts';

const {
  applyPeriodRules,
  ConditionQuestion,
  createCondition,
  findPeriods,
  LevelGrid,
  loadSignal,
  planSignal,
  readingColumns,
  traceSignal,
} = pluginCode;

/** Conditions of series, which are searched together. */
interface Search {
  readonly name: string;
  readonly series: readonly PeriodSeries[];
  readonly continuation: Continuation;
  readonly condition: Condition;
}

const ABOVE_LIMIT = {
  continuation: { interpolation: 'linear', holdMs: 2 * HOUR_MS },
  condition: createCondition('>', [LIMIT]),
} as const;
const YEAR_SEARCH: Search = { name: 'a year of a reading every 10 s', series: [YEAR], ...ABOVE_LIMIT };
const STATE_SEARCH: Search = {
  name: 'a year of 5,000 changes of state',
  series: [YEAR_OF_STATES],
  continuation: { interpolation: 'hold', holdMs: Infinity },
  condition: createCondition('=', [SEARCHED_STATE]),
};
const MONTH_SEARCH: Search = { name: '50 tags, 30 days, every minute', series: MONTH, ...ABOVE_LIMIT };

/** The noise at the edges of an excursion is no period of its own. */
const PERIOD_RULES = { minDurationMs: MINUTE_MS, joinWithinMs: 2 * MINUTE_MS };
const LIMITS = { maxRequests: 500, maxRows: 500_000 };
const UTC_GRID = new LevelGrid('UTC');
const REFRESHES_MS = [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS].flatMap((everyMs) =>
  Array.from({ length: 30 }, () => everyMs)
);

/**
 * Searches the periods of a condition, coarse to fine; compared with reading every reading through the same client, which has
 * several pages in flight, and with following the cursors. All must find the same periods.
 */
export async function periods(servers: BenchServers): Promise<FigureResult> {
  const year = await compare(servers, YEAR_SEARCH, 3);
  const yearByCursor = await measureCursors(servers, YEAR_SEARCH, year.periods);
  const states = await compare(servers, STATE_SEARCH, 3);
  const month = await compare(servers, MONTH_SEARCH, 1);
  const maxRefreshRequests = await refresh(servers, YEAR_SEARCH);
  return {
    measured: [
      {
        figure: 'periods-year-rows',
        value: year.search.rows / year.everything.rows,
        limit: 0.05,
        better: 'lower',
        detail: `${year.search.rows} rows, ${year.everything.rows} to read all readings`,
      },
      {
        figure: 'periods-year-requests',
        value: year.search.requests,
        limit: 1.5 * EXCURSIONS_PER_YEAR + 10,
        better: 'lower',
        detail: `for ${year.periods.flat().length} periods`,
      },
      speedup('periods-year-speedup', year.search, year.everything, 5),
      speedup('periods-year-speedup-over-cursors', year.search, yearByCursor, 5),
      {
        figure: 'periods-refresh-requests',
        value: maxRefreshRequests,
        limit: 2,
        better: 'lower',
        detail: `the year moves on by 10 s, 30 s and 1 min, ${REFRESHES_MS.length} times, worst case counts`,
      },
      speedup('periods-states-speedup', states.search, states.everything, null),
      speedup('periods-month-speedup', month.search, month.everything, null),
    ],
    tables: [
      toTable(YEAR_SEARCH, year, servers, yearByCursor),
      toTable(STATE_SEARCH, states, servers),
      toTable(MONTH_SEARCH, month, servers),
    ],
  };
}

interface Cost {
  readonly ms: number;
  readonly requests: number;
  readonly rows: number;
}

interface Comparison {
  /** Of each series. */
  readonly periods: ReadonlyArray<readonly Period[]>;
  readonly search: Cost;
  readonly everything: Cost;
}

/** @param rounds few, because reading everything takes long */
async function compare(servers: BenchServers, search: Search, rounds: number): Promise<Comparison> {
  const connection = servers.openDistantConnection();
  const open = () => openDataSource(connection.transport, startClock(NOW_MS).nowEpochMs);
  const periodsOfSearch = (await searchAll(open(), search, NOW_MS)).map(toPeriods);
  const traffic: Record<string, Traffic> = {};
  const measured = (name: string, find: () => Promise<readonly Spans[]>) =>
    timed(async () => {
      connection.takeTraffic();
      const found = await find();
      traffic[name] = connection.takeTraffic();
      requireEqual(found.map(toPeriods), periodsOfSearch, search);
    });
  const ms = await interleave(
    { warmUps: 0, counted: rounds },
    {
      search: measured('search', () => searchAll(open(), search, NOW_MS)),
      everything: measured('everything', () => readEverything(open(), search)),
    }
  );
  connection.close();
  return {
    periods: periodsOfSearch,
    search: toCost(ms.search, traffic.search!),
    everything: toCost(ms.everything, traffic.everything!),
  };
}

/** Once, because it takes longer than everything else together. */
async function measureCursors(
  servers: BenchServers,
  search: Search,
  expected: ReadonlyArray<readonly Period[]>
): Promise<Cost> {
  const connection = servers.openDistantConnection();
  const ms = await timed(async () => {
    requireEqual((await followCursors(connection, search)).map(toPeriods), expected, search);
  })();
  const traffic = connection.takeTraffic();
  connection.close();
  return toCost(ms, traffic);
}

function requireEqual(found: unknown, expected: unknown, { name }: Search): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`Not all ways find the same periods: ${name}`);
  }
}

function toCost(ms: number, { pages, rows }: Traffic): Cost {
  return { ms, requests: pages.length, rows };
}

/** Never aborted. */
function newContext() {
  return { group: 'bench', signal: new AbortController().signal };
}

function windowOf({ fromEpochMs }: PeriodSeries, nowEpochMs: number): TimeWindow {
  return { fromEpochMs: fromEpochMs + (nowEpochMs - NOW_MS), toEpochMs: nowEpochMs };
}

function searchAll({ history }: DataSource, { series, continuation, condition }: Search, nowEpochMs: number) {
  return Promise.all(
    series.map(async (one) => {
      const window = windowOf(one, nowEpochMs);
      const signal = await loadSignal(
        history.forSeries(one, newContext()),
        planSignal(window, { ...continuation, ...LIMITS }, UTC_GRID)
      );
      const { answer, isDecided } = await signal.ask(() => new ConditionQuestion(condition, window));
      if (!isDecided) {
        throw new Error(`Not everything is decided: ${one.device} ${one.tag}`);
      }
      return answer;
    })
  );
}

/** Hours count the readings, so that their pages can be requested side by side. */
function readEverything({ history }: DataSource, search: Search): Promise<readonly Spans[]> {
  return Promise.all(
    search.series.map(async (one) => {
      const source = history.forSeries(one, newContext());
      const window = windowOf(one, NOW_MS);
      const { rows } = await source.requireBuckets({ level: '1h', window });
      const hours = Array.from(rows.timeEpochMs, (start, row) => ({
        fromEpochMs: start,
        toEpochMs: start + BUCKET_MS['1h'],
        n: rows.n[row]!,
      }));
      const { result } = await source.finer({ level: 'raw', window }, hours);
      return conditionOf(search, window, result.rows);
    })
  );
}

async function followCursors({ transport }: ApiConnection, search: Search): Promise<readonly Spans[]> {
  const found: Spans[] = [];
  for (const one of search.series) {
    const window = windowOf(one, NOW_MS);
    const times: number[] = [];
    const values: number[] = [];
    let cursor: string | null = null;
    do {
      const params: Record<string, string> = {
        dispositivo: one.device,
        tag: one.tag,
        desde: toIso(window.fromEpochMs),
        hasta: toIso(window.toEpochMs),
        intervalo: 'crudo',
        limite: String(OPERATIONS.history.maxRows),
        ...(cursor !== null && { siguiente: cursor }),
      };
      const { body } = await transport({ path: OPERATIONS.history.path, params }, newContext().signal);
      const page = body as { readonly datos: Array<{ ts: string; valor: number }>; readonly siguiente: string | null };
      for (const { ts, valor } of page.datos) {
        times.push(Date.parse(ts));
        values.push(valor);
      }
      cursor = page.siguiente;
    } while (cursor !== null);
    found.push(conditionOf(search, window, readingColumns(Float64Array.from(times.concat(values)))));
  }
  return found;
}

/** When the condition holds, from every reading. */
function conditionOf({ continuation, condition }: Search, window: TimeWindow, rows: Rows): Spans {
  const question = new ConditionQuestion(condition, window);
  const piece = { ...window, level: 'raw', rows, absent: [], finest: 'raw' } as const;
  traceSignal({ pieces: [piece], horizonEpochMs: NOW_MS, grid: UTC_GRID }, continuation, question);
  return question.answer();
}

function toPeriods(spans: Spans): readonly Period[] {
  return findPeriods(applyPeriodRules(spans, PERIOD_RULES), PERIOD_RULES, NOW_MS);
}

/** @returns the most requests of a refresh */
async function refresh(servers: BenchServers, search: Search): Promise<number> {
  const connection = servers.openNearConnection();
  const clock = startClock(NOW_MS);
  const dataSource = openDataSource(connection.transport, clock.nowEpochMs);
  await searchAll(dataSource, search, NOW_MS);
  connection.takeTraffic();
  let nowEpochMs = NOW_MS;
  let maxRequests = 0;
  for (const everyMs of REFRESHES_MS) {
    clock.advance(everyMs);
    nowEpochMs += everyMs;
    await searchAll(dataSource, search, nowEpochMs);
    maxRequests = Math.max(maxRequests, connection.takeTraffic().pages.length);
  }
  connection.close();
  return maxRequests;
}

function speedup(figure: string, search: Cost, other: Cost, limit: number | null): Measured {
  const detail = `${seconds(search.ms)} instead of ${seconds(other.ms)}`;
  return { figure, value: other.ms / search.ms, limit, better: 'higher', detail };
}

function toTable(
  { name }: Search,
  { periods: found, search, everything }: Comparison,
  { roundTripMs }: BenchServers,
  cursors?: Cost
): Table {
  const ways: ReadonlyArray<readonly [string, Cost]> = [
    ['coarse to fine', search],
    ['every reading', everything],
    ...(cursors === undefined ? [] : [['every reading, by cursor', cursors] as const]),
  ];
  return {
    title: `${found.flat().length} periods in ${name}, ${roundTripMs} ms round trip`,
    columns: ['', 'time', 'requests', 'rows'],
    rows: ways.map(([way, { ms, requests, rows }]) => [way, seconds(ms), String(requests), rows.toLocaleString('en')]),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
