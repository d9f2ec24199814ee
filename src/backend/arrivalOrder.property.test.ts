import { type DataFrame, type DataQueryResponse, FieldType } from '@grafana/data';
import fc from 'fast-check';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { runQueries } from './runQueries';
import type { HostFrame } from './hostFrame';
import { ApiClient } from '../core/api/apiClient';
import type { Transport } from '../core/api/transport';
import { createConcurrencyLimit } from '../core/concurrency/concurrencyLimit';
import { createRequestDeduper } from '../core/concurrency/requestDeduper';
import { CoverageCache } from '../core/history/fetch/coverageCache';
import { HistorySource } from '../core/history/fetch/historySource';
import { systemClock } from '../core/time/clock';
import type { DataSourceServices } from '../grafana/dataSourceServices';
import { cases } from '../testSupport/fuzz';
import { dataSourceServices, panelRequest } from '../testSupport/panelRequest';
import { type SpecData, singleDeviceData } from '../testSupport/specServer/specData';
import { createSpecServer } from '../testSupport/specServer/specServer';
import { testAlert } from '../testSupport/testAlert';
import { CACHE_LIMITS, type TestClient } from '../testSupport/testClient';
import type { TelemetryQuery } from '../kinds/kinds';
import { runQuery } from '../kinds/runQuery';

/*
 * What a query answers in the end does not depend on what arrived first: it is what a query answers that knew everything, or it says
 * that it does not know.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 8, 15, 12);
const RANGE = { fromEpochMs: NOW - 4 * HOUR, toEpochMs: NOW };
/** It ends in the half an hour without readings. */
const EARLIER = { fromEpochMs: NOW - 5 * HOUR, toEpochMs: NOW - 70 * MINUTE };
const rangeOf = ({ query }: Asked) => (query.at === 'rangeEnd' ? EARLIER : RANGE);

/** A reading a minute, but for half an hour in the middle and the last 20 minutes. */
const MINUTES = Array.from({ length: 280 }, (_, index) => index - 300).filter(
  (minute) => minute < -90 || minute >= -60
);
const readings = (valueAt: (minute: number) => number) =>
  MINUTES.map((minute) => ({ atEpochMs: NOW + minute * MINUTE, value: valueAt(minute) }));

const WEEK = 7 * 24 * HOUR;
/** The same hours of the weeks before, and a little more each week. */
const inWeeks = (now: ReturnType<typeof readings>, weeks: number) =>
  Array.from({ length: weeks + 1 }, (_, index) => weeks - index).flatMap((week) =>
    now.map(({ atEpochMs, value }) => ({ atEpochMs: atEpochMs - week * WEEK, value: value + week / 3 }))
  );

const TAGS: Parameters<typeof singleDeviceData>[1] = {
  level: {
    type: 'medida',
    readings: inWeeks(
      readings((minute) => Math.sin(minute / 9) * 10),
      4
    ),
  },
  mode: { type: 'estado', readings: readings((minute) => (Math.floor(minute / 7) % 3 === 0 ? 1 : 0)) },
  target: { type: 'consigna', readings: readings((minute) => 20 + (Math.floor(minute / 50) % 2) * 5) },
  energy: { type: 'contador', readings: readings((minute) => 1_000_000 + minute * 2) },
};
const ONE_DEVICE = singleDeviceData({ code: 'TANK', name: 'Tank' }, TAGS);
/** The names of the states are in the name of the tag. */
const STATE_NAMES = 'Mode (0 stopped, 1 running)';
const withNames = <T extends { readonly name: string }>(tag: T): T =>
  tag.name === 'mode' ? { ...tag, name: STATE_NAMES } : tag;
const PLANT: SpecData = {
  ...ONE_DEVICE,
  series: ONE_DEVICE.series.map(withNames),
  devices: ONE_DEVICE.devices.map((device) => ({ ...device, site: 'Getafe', tags: device.tags.map(withNames) })),
  alerts: ['level', 'energy'].map((tag, index) =>
    testAlert('critica', NOW - 3 * HOUR, NOW - 2 * HOUR, {
      id: `0000000${index}-0000-4000-8000-000000000000`,
      rule: 'High',
      device: 'TANK',
      tag,
      startValue: tag === 'level' ? 9 : 999_700,
    })
  ),
};

/** How a list of the API arrives: after so long, or not, with a status. */
interface Arrival {
  readonly afterMs: number;
  readonly status?: number;
}

const AT_ONCE: Arrival = { afterMs: 0 };
const LATE = { afterMs: 1_500 };
const VERY_LATE = { afterMs: 4_500 };
const FAILING = { afterMs: 0, status: 500 };
const FORBIDDEN = { afterMs: 0, status: 403 };
const ARRIVALS = [AT_ONCE, LATE, VERY_LATE, FAILING, FORBIDDEN, { afterMs: 4_500, status: 500 }];

interface Arrivals {
  readonly devices: Arrival;
  readonly history: Arrival;
  readonly latest: Arrival;
  readonly alerts: Arrival;
  /** `otherQuery`: another query of the same series was answered before, more than the age of every cache ago. */
  readonly cache: 'cold' | 'warm' | 'otherQuery';
}

const EVERYTHING_AT_ONCE: Arrivals = {
  devices: AT_ONCE,
  history: AT_ONCE,
  latest: AT_ONCE,
  alerts: AT_ONCE,
  cache: 'warm',
};

const LISTS: Readonly<Record<string, Exclude<keyof Arrivals, 'cache'>>> = {
  'v1/dispositivos': 'devices',
  'v1/lecturas': 'history',
  'v1/valores': 'latest',
  'v1/alertas': 'alerts',
};

/** A data source whose answers arrive as they are told to. */
function dataSource() {
  let arrivals = EVERYTHING_AT_ONCE;
  const server = createSpecServer(PLANT);
  const transport: Transport = async (request, signal) => {
    const { afterMs, status } = arrivals[LISTS[request.path]!];
    await systemClock.sleep(afterMs, signal);
    return status === undefined ? server.transport(request, signal) : { status, body: '', header: () => undefined };
  };
  const client = new ApiClient({ transport, limit: createConcurrencyLimit(6), clock: systemClock, random: () => 0.5 });
  const history = new HistorySource(client, new CoverageCache(CACHE_LIMITS), createRequestDeduper());
  return {
    services: dataSourceServices({ client, history, clock: systemClock } as unknown as TestClient),
    arrive: (next: Arrivals) => (arrivals = next),
  };
}

const ASKERS = ['panel', 'rule', 'expression', 'visitor'] as const;
type Asker = (typeof ASKERS)[number];

interface Asked {
  readonly query: Partial<Record<string, unknown>>;
  readonly visualization: string;
  readonly asker: Asker;
}

interface Answer {
  /** The numbers of the frames, each with its place. */
  readonly values: readonly string[];
  /** Notices and errors. */
  readonly words: readonly string[];
  readonly errors: readonly string[];
  /** The numbers of each answer before the last. */
  readonly partial: ReadonlyArray<readonly string[]>;
}

/** Lets virtual time pass until a promise is settled. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => (isOver = true);
  promise.then(over, over);
  for (let turn = 0; !isOver && turn < 5_000; turn++) {
    await turnOfLoop();
    jest.advanceTimersToNextTimer();
  }
  return promise;
}

async function ask(asked: Asked, services: DataSourceServices): Promise<Answer> {
  const { query, visualization, asker } = asked;
  const targets = [{ refId: 'A', devices: ['TANK'], ...query } as TelemetryQuery];
  if (asker !== 'panel') {
    const response = runQueries(
      {
        // A shared dashboard has hidden queries only for its expressions.
        queries: targets.map((target) => ({ ...target, hide: asker === 'expression' })),
        ...rangeOf(asked),
        maxDataPoints: 50,
        intervalMs: 0,
        purpose: asker === 'rule' ? 'alerting' : 'panel',
        visualization,
      },
      () => ({ zone: 'UTC', source: 'default' }),
      { ...services, canFollow: false },
      new AbortController().signal
    );
    // Whatever the script throws is an error of each query of the request.
    const { frames, errors } = await response.catch((error: Error) => ({ frames: [], errors: [error] }));
    return answer(frames.map(readHostFrame), errors, []);
  }
  const request = panelRequest(rangeOf(asked), targets, { maxDataPoints: 50, panelPluginId: visualization });
  const responses: DataQueryResponse[] = [];
  await new Promise<void>((resolve, reject) => {
    runQuery(request, services, (text) => [text]).subscribe({
      next: (response) => responses.push(response),
      error: reject,
      complete: resolve,
    });
  });
  const last = responses.pop()!;
  const partial = responses.map(({ data }) => (data as DataFrame[]).flatMap(numbersOf));
  return answer(last.data as DataFrame[], last.errors ?? [], partial);
}

function answer(
  frames: readonly DataFrame[],
  errors: ReadonlyArray<{ readonly message?: string }>,
  partial: Answer['partial']
): Answer {
  const messages = errors.map(({ message = '' }) => message);
  const notices = frames.flatMap(({ meta }) => (meta?.notices ?? []).map(({ text }) => text));
  return { values: frames.flatMap(numbersOf).sort(), words: [...messages, ...notices], errors: messages, partial };
}

function readHostFrame({ fields, meta, ...frame }: HostFrame): DataFrame {
  const columns = fields.map(({ name, type, labels, numbers, texts, booleans }) => ({
    name,
    type: type as FieldType,
    config: {},
    labels: JSON.parse(labels) as Record<string, string>,
    values: numbers === undefined ? [...(texts ?? booleans ?? [])] : Array.from(new Float64Array(numbers)),
  }));
  return {
    ...frame,
    meta: JSON.parse(meta) as DataFrame['meta'],
    fields: columns,
    length: columns[0]?.values.length ?? 0,
  };
}

/**
 * The numbers of a frame that are not null, each with the tag and statistic that it is of, and its time, or that since the start of a run. Names may come late, and what
 * is of the present is of that of the answer.
 */
function numbersOf({ fields }: DataFrame): string[] {
  const elapsed = fields.find(({ name }) => name === 'elapsed');
  const time = fields.find(({ type }) => type === FieldType.time) ?? elapsed;
  return fields
    .filter((field) => field.type === FieldType.number && !IN_MOTION.has(field.name) && field !== elapsed)
    .flatMap(({ name, labels = {}, values }) =>
      (values as Array<number | null>).flatMap((value, row) => {
        const atEpochMs = (time?.values[row] ?? NaN) as number;
        const at = atEpochMs >= NOW ? 'now' : String(atEpochMs);
        const { device = '', tag = '' } = labels;
        return value === null || Number.isNaN(value) ? [] : [`${device} ${tag} ${name.split(' ')[0]} ${at} = ${value}`];
      })
    );
}

/** Columns whose numbers are of the moment of the answer. */
const IN_MOTION: ReadonlySet<string> = new Set(['age', 'duration']);

/** How long ago another query was answered, in the cases of `otherQuery`. */
const LONG_AGO_MS = 2 * HOUR;

async function answerTo(asked: Asked, arrivals: Arrivals): Promise<Answer> {
  const { services, arrive } = dataSource();
  jest.setSystemTime(arrivals.cache === 'otherQuery' ? NOW - LONG_AGO_MS : NOW);
  if (arrivals.cache === 'otherQuery') {
    const other = { kind: 'history', tags: Object.keys(TAGS), interval: '1m', statistics: ['avg'] };
    await settled(ask({ query: other, visualization: 'timeseries', asker: 'panel' }, services));
    jest.setSystemTime(NOW);
  } else if (arrivals.cache === 'warm') {
    await settled(services.inventory.devices());
  }
  arrive(arrivals);
  return settled(ask(asked, services));
}

const KNOWN = new Map<string, Promise<Answer>>();

/** What is answered to somebody who knows everything. */
function knownAnswer(asked: Asked): Promise<Answer> {
  const key = JSON.stringify(asked);
  const known = KNOWN.get(key) ?? answerTo(asked, EVERYTHING_AT_ONCE);
  KNOWN.set(key, known);
  return known;
}

/** What is wrong with the answer to a query; undefined if nothing is. */
async function findFault(asked: Asked, arrivals: Arrivals): Promise<string | undefined> {
  const known = await knownAnswer(asked);
  const { values, words, errors, partial } = await answerTo(asked, arrivals);
  const mustFail = asked.asker === 'rule' || asked.asker === 'expression';
  const says = (mustFail ? errors : words).filter((text) => !(mustFail ? known.errors : known.words).includes(text));
  const expected = new Set(known.values);
  const wrong = values.filter((value) => !expected.has(value));
  // A number that has a series of its own may be missing, so that No data acts.
  const isLeftOut = asked.query.kind === 'latest' && values.length > 0 && wrong.length === 0;
  if (says.length === 0 && !isLeftOut && values.join('\n') !== known.values.join('\n')) {
    return `${values.length} values for ${known.values.length}, such as ${wrong[0] ?? 'none'} for ${known.values[0] ?? 'none'}`;
  }
  const isKnowable = arrivals.devices.status === undefined;
  if (mustFail && errors.length === 0 && known.errors.length > 0 && isKnowable) {
    return `no error for “${known.errors[0]}”`;
  }
  const final = new Map(values.map(placeAndValue));
  // While periods are looked for, the panel says that there are at least so many.
  const isRight = (value: string, last: string) =>
    asked.query.kind === 'periods' ? Number(value) <= Number(last) : value === last;
  const takenBack = partial
    .flat()
    .map(placeAndValue)
    .find(([place, value]) => !isRight(value, final.get(place) ?? value));
  return takenBack && `${takenBack.join(' = ')} at first, then ${final.get(takenBack[0])}`;
}

function placeAndValue(text: string): [string, string] {
  return text.split(' = ') as [string, string];
}

const STATISTICS = [['avg', 'band'], ['auto'], ['timeWeighted'], ['min', 'n'], ['avg', 'usual']];
const OF_STEPS = new Set(['timeWeighted', 'usual']);
const INTERVALS = ['auto', 'raw', '30m', 'range'];
const CONDITIONS = [
  { operator: '=', value: 'running', upper: '' },
  { operator: '>', value: '5', upper: '' },
];

function history(query: object): Array<Omit<Asked, 'asker'>> {
  return Object.keys(TAGS).flatMap((tag) =>
    STATISTICS.flatMap((statistics) =>
      INTERVALS.filter((interval) => interval !== 'raw' || !statistics.some((one) => OF_STEPS.has(one))).map(
        (interval) => ({
          query: { kind: 'history', tags: [tag], statistics, interval, ...query },
          visualization: 'timeseries',
        })
      )
    )
  );
}

const QUERIES: ReadonlyArray<Omit<Asked, 'asker'>> = [
  ...history({}),
  ...Object.keys(TAGS).flatMap((tag) => [
    ...['timeseries', 'stat', 'state-timeline', 'status-history'].map((visualization) => ({
      query: { kind: 'history', tags: [tag], statistics: ['avg'], interval: 'auto', latestReading: true },
      visualization,
    })),
    ...[['auto'], ['timeWeighted']].map((statistics) => ({
      query: { kind: 'history', tags: [tag], statistics, format: 'table', shift: '1h' },
      visualization: 'table',
    })),
    ...CONDITIONS.flatMap((condition) =>
      ['table', 'total', 'perStep'].map((format) => ({
        query: { kind: 'periods', tags: [tag], condition, format, hold: '5m', totals: ['duration', 'count'] },
        visualization: 'timeseries',
      }))
    ),
  ]),
  {
    query: { kind: 'history', tags: Object.keys(TAGS), statistics: ['auto'], interval: '30m' },
    visualization: 'timeseries',
  },
  { query: { kind: 'periods', tags: ['mode'], format: 'states' }, visualization: 'piechart' },
  { query: { kind: 'periods', tags: ['mode'], format: 'timeline' }, visualization: 'state-timeline' },
  ...['overlay', 'envelope', 'table', 'deviation'].map((format) => ({
    query: { kind: 'runs', tags: Object.keys(TAGS), runTag: 'mode', condition: CONDITIONS[0]!, format },
    visualization: 'timeseries',
  })),
  {
    query: { kind: 'runs', tags: Object.keys(TAGS), runTag: 'mode', runsBy: 'values', format: 'overlay' },
    visualization: 'trend',
  },
  {
    query: { kind: 'history', tags: ['energy'], statistics: ['increase'], interval: 'auto' },
    visualization: 'timeseries',
  },
  ...['table', 'series', 'count'].map((format) => ({ query: { kind: 'latest', format }, visualization: 'stat' })),
  { query: { kind: 'latest', devices: ['NOPE'], format: 'series' }, visualization: 'stat' },
  ...['table', 'series', 'count'].map((format) => ({
    query: { kind: 'latest', format, at: 'rangeEnd' },
    visualization: 'stat',
  })),
  {
    query: { kind: 'history', tags: ['level'], statistics: ['avg'], latestReading: true, at: 'rangeEnd' },
    visualization: 'stat',
  },
  { query: { kind: 'alerts', state: 'open', at: 'rangeEnd' }, visualization: 'table' },
  ...['table', 'count', 'devices', 'annotations', 'startValues', 'timeline', 'performance', 'floods'].map((format) => ({
    query: { kind: 'alerts', format },
    visualization: 'timeseries',
  })),
  ...['table', 'count'].map((format) => ({ query: { kind: 'devices', format }, visualization: 'table' })),
];

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

/** Those that went wrong before a query decided once what it needs to know. */
const ORDERS: ReadonlyArray<readonly [string, Partial<Arrivals>]> = [
  ['before the readings', { history: { afterMs: 900 } }],
  ['1.5 s late', { devices: LATE }],
  ['4.5 s late', { devices: VERY_LATE }],
  ['4.5 s late, after late readings', { devices: VERY_LATE, history: { afterMs: 900 } }],
  ['never: it fails', { devices: FAILING, history: { afterMs: 900 } }],
  ['never: it is forbidden', { devices: FORBIDDEN }],
  ['4.5 s late, long after another query', { devices: VERY_LATE, cache: 'otherQuery' }],
];

describe.each(ORDERS)('the inventory arrives %s', (_, order) => {
  it.each(ASKERS)('and the answer to a %s is the same, or says that it does not know', async (asker) => {
    const faults: string[] = [];
    for (const query of QUERIES) {
      const asked = { ...query, asker };
      const fault = await findFault(asked, { ...EVERYTHING_AT_ONCE, cache: 'cold', ...order });
      faults.push(...(fault === undefined ? [] : [`${JSON.stringify(query)}: ${fault}`]));
    }
    expect(faults).toEqual([]);
  });
});

it('the answer is the same in every order of arrival', async () => {
  const arrival = fc.constantFrom(...ARRIVALS);
  const arrivals = fc.record<Arrivals>({
    devices: arrival,
    history: arrival,
    latest: arrival,
    alerts: arrival,
    cache: fc.constantFrom('cold', 'warm', 'otherQuery'),
  });
  const asked = fc.record({ query: fc.constantFrom(...QUERIES), asker: fc.constantFrom(...ASKERS) });
  await fc.assert(
    fc.asyncProperty(asked, arrivals, async ({ query, asker }, order) => {
      expect(await findFault({ ...query, asker }, order)).toBeUndefined();
    }),
    cases(300)
  );
});
