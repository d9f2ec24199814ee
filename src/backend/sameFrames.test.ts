import {
  type DataFrame,
  dataFrameFromJSON,
  type DataFrameJSON,
  type DataQueryRequest,
  type Labels,
} from '@grafana/data';
import fc from 'fast-check';
import { cases } from '../testSupport/fuzz';
import { OPERATORS } from '../core/history/signal/condition';
import { systemClock } from '../core/time/clock';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeWindow, toIso } from '../core/time/window';
import { type ApiConnection, connectToApi } from '../grafana/apiConnection';
import { createDataSourceServices, type DataSourceEnvironment } from '../grafana/dataSourceServices';
import { createPanelContext } from '../grafana/query/panelContext';
import { readyQuery } from '../kinds/readyQuery';
import { answerQueries } from '../kinds/runQuery';
import { resolveSettings, type TelemetrySettings } from '../query/dataSourceSettings';
import type { HistoryQuery } from '../kinds/history/historyQuery';
import type { TelemetryQuery } from '../kinds/kinds';
import type { PeriodsQuery } from '../kinds/periods/periodsQuery';
import type { RunsQuery } from '../kinds/runs/runsQuery';
import { panelRequest } from '../testSupport/panelRequest';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../testSupport/specServer/specData';
import type { Interception, ServerBehavior } from '../testSupport/specServer/serverBehavior';
import { createSpecServer } from '../testSupport/specServer/specServer';
import { browserByBackend } from '../testSupport/browserByBackend';
import { type BackendAnswer, startTestBackend, type TestBackend } from '../testSupport/testBackend';
import { serverFrames } from './serverFrames';

/** The same queries by the Go program, by the browser with its columns, and by the browser with the JSON of the API, on the same data. */

const DAY = Date.UTC(2026, 2, 28);
const DATA: SpecData = plant();
/** What a request for a page gets in the place of the page. */
let intercept: ServerBehavior['intercept'] = () => undefined;
const SERVER = createSpecServer(DATA, { intercept: (...request) => intercept(...request) });

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend(SERVER);
}, 600_000);

afterAll(() => backend.close());

const HISTORY: Partial<HistoryQuery> = { version: 2, kind: 'history', devices: ['PUMP-1'], tags: ['pressure'] };
const WEEK = { fromEpochMs: DAY - 3 * DAY_MS, toEpochMs: DAY + 4 * DAY_MS };
const TWO_DAYS = { fromEpochMs: DAY, toEpochMs: DAY + 2 * DAY_MS };
const THREE_HOURS = { fromEpochMs: DAY + 7 * HOUR_MS, toEpochMs: DAY + 10 * HOUR_MS };

const PERIODS: Partial<PeriodsQuery> = {
  version: 2,
  kind: 'periods',
  devices: ['PUMP-1'],
  tags: ['pressure'],
  condition: { operator: '>', value: '24', upper: '' },
};

const RUNS: Partial<RunsQuery> = {
  version: 2,
  kind: 'runs',
  devices: ['PUMP-1'],
  tags: ['pressure', 'state'],
  runTag: 'pressure',
  condition: { operator: '>', value: '24', upper: '' },
  minDuration: '2m',
  count: 4,
};

/** Names of states, and limits of which the lowest threshold has no number in JSON. */
const SETTINGS: TelemetrySettings = {
  tags: [
    { deviceType: 'pump', tag: '/^press/', states: [], limits: { lowLow: 5, high: 28.5 } },
    { deviceType: '', tag: 'sta*', states: [{ value: 2, name: 'trip', color: 'red' }], limits: {} },
  ],
};

const QUERIES: ReadonlyArray<readonly [string, TimeWindow, Partial<TelemetryQuery>, string?]> = [
  ['auto over a week', WEEK, HISTORY],
  ['auto over two days', TWO_DAYS, HISTORY],
  ['auto over three hours', THREE_HOURS, HISTORY],
  ['readings', THREE_HOURS, { ...HISTORY, interval: 'raw' }],
  ...['1m', '1h', '1d', '5m', '15m', '2h', '6h', '8h', '12h', '2d', '1w', '1M'].map(
    (interval) => [`an interval of ${interval}`, WEEK, { ...HISTORY, interval }, 'Europe/Madrid'] as const
  ),
  ...[
    'utc',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'America/Santiago',
    'Asia/Tehran',
    'Pacific/Apia',
  ].flatMap((zone) => [
    [`days in ${zone}`, WEEK, { ...HISTORY, interval: '1d' }, zone] as const,
    [`steps of 2 h in ${zone}`, WEEK, { ...HISTORY, interval: '2h' }, zone] as const,
    [
      `months in ${zone}`,
      { fromEpochMs: DAY - 40 * DAY_MS, toEpochMs: DAY + 4 * DAY_MS },
      { ...HISTORY, interval: '1M' },
      zone,
    ] as const,
  ]),
  ['shifts that begin at 06:00', WEEK, { ...HISTORY, interval: '8h', offset: '06:00' }, 'Europe/Madrid'],
  [
    'every statistic',
    TWO_DAYS,
    { ...HISTORY, interval: '1h', statistics: ['avg', 'min', 'max', 'range', 'n', 'band'] },
  ],
  ['the increase of a counter', TWO_DAYS, { ...HISTORY, tags: ['energy'], interval: '1h', statistics: ['increase'] }],
  ...(['pressure', 'energy', 'state'] as const).map(
    (tag) =>
      [
        `time-weighted averages of ${tag}`,
        THREE_HOURS,
        { ...HISTORY, tags: [tag], interval: '15m', statistics: ['avg', 'timeWeighted'] } as Partial<TelemetryQuery>,
      ] as const
  ),
  [
    'time-weighted averages of days a day earlier',
    TWO_DAYS,
    { ...HISTORY, interval: '24h', statistics: ['timeWeighted'], shift: '1d', hold: 'none', interpolation: 'hold' },
    'Europe/Madrid',
  ],
  [
    'a time-weighted average of the range',
    THREE_HOURS,
    { ...HISTORY, interval: 'range', statistics: ['timeWeighted'] },
  ],
  [
    'time-weighted averages of months',
    { fromEpochMs: DAY - 700 * DAY_MS, toEpochMs: DAY + 4 * DAY_MS },
    { ...HISTORY, interval: '1M', statistics: ['timeWeighted'] },
  ],
  ['time-weighted averages of readings', TWO_DAYS, { ...HISTORY, interval: 'raw', statistics: ['timeWeighted'] }],
  ['a hold limit that is none', TWO_DAYS, { ...HISTORY, hold: 'long' }],
  ...(['gap', 'null', 'previous', 'linear'] as const).map(
    (fill) => [`the fill ${fill}`, TWO_DAYS, { ...HISTORY, interval: '5m', fill } as Partial<TelemetryQuery>] as const
  ),
  [
    'what is usual',
    TWO_DAYS,
    { ...HISTORY, tags: ['flow'], interval: '30m', statistics: ['avg', 'usual'], usualWeeks: 4 },
    'Europe/Madrid',
  ],
  [
    'what is usual while another tag has a value',
    TWO_DAYS,
    {
      ...{ ...HISTORY, tags: ['flow'], interval: '30m', statistics: ['avg', 'usual'], usualWeeks: 4 },
      ...{ usualTag: 'pressure', usualDevice: 'PUMP-1', usualCondition: { operator: '>', value: '4', upper: '' } },
    },
    'Europe/Madrid',
  ],
  ['what is usual, of too few weeks', TWO_DAYS, { ...HISTORY, interval: '1h', statistics: ['usual'] }],
  ['a table of two days and the day before', TWO_DAYS, { ...HISTORY, format: 'table', shift: '1d' }, 'Europe/Madrid'],
  ['a week earlier', TWO_DAYS, { ...HISTORY, interval: '1h', shift: '1d' }, 'Europe/Madrid'],
  ['a state', TWO_DAYS, { ...HISTORY, tags: ['state'] }],
  ['two tags of two devices by pattern', TWO_DAYS, { ...HISTORY, devices: ['PUMP-*'], tags: ['/press|energy/'] }],
  ['a legend', TWO_DAYS, { ...HISTORY, legend: '{{code}} {{name}} ({{unit}})' }],
  ['a device without data', TWO_DAYS, { ...HISTORY, devices: ['PUMP-2'], tags: ['idle'] }],
  ['a pair that does not exist', TWO_DAYS, { ...HISTORY, devices: ['PUMP-9'] }],
  ['an interval that is none', TWO_DAYS, { ...HISTORY, interval: '7x' }],
  ['too many rows', { fromEpochMs: DAY - 700 * DAY_MS, toEpochMs: DAY }, { ...HISTORY, interval: '1m' }],
  ...(['table', 'annotations', 'timeline', 'total', 'perStep', 'states'] as const).map(
    (format) => [`periods as ${format}`, WEEK, { ...PERIODS, format }, 'Europe/Madrid'] as const
  ),
  [
    'every total of periods per shift',
    WEEK,
    {
      ...PERIODS,
      format: 'perStep',
      interval: '8h',
      offset: '06:00',
      totals: ['duration', 'share', 'count', 'longest', 'betweenStarts'],
    },
    'Europe/Madrid',
  ],
  [
    'periods with rules',
    WEEK,
    { ...PERIODS, format: 'table', minDuration: '2m', joinWithin: '5m', interpolation: 'hold', hold: '30m' },
  ],
  ['states in a timeline', WEEK, { ...PERIODS, tags: ['state'], condition: undefined, format: 'timeline' }],
  ['the time in each state', WEEK, { ...PERIODS, tags: ['state'], condition: undefined, format: 'states' }],
  ...['usual', '15m'].map(
    (value) =>
      [`unchanged: ${value}`, TWO_DAYS, { ...PERIODS, condition: { operator: 'unchanged', value, upper: '' } }] as const
  ),
  ...(['overlay', 'envelope', 'table', 'deviation'] as const).map(
    (format) => [`runs as ${format}`, THREE_HOURS, { ...RUNS, format }, 'Europe/Madrid'] as const
  ),
  ['runs, stretched', THREE_HOURS, { ...RUNS, format: 'envelope', align: 'stretch' }],
  ['runs by value', THREE_HOURS, { ...RUNS, runTag: 'state', runsBy: 'values', align: 'end', format: 'overlay' }],
  ['runs of a counter', THREE_HOURS, { ...RUNS, tags: ['energy'], format: 'envelope' }],
  ['runs between restarts', TWO_DAYS, { ...RUNS, runTag: 'energy', runsBy: 'restarts', format: 'table' }],
  ['a condition that is none', WEEK, { ...PERIODS, condition: { operator: '>', value: 'x', upper: '' } }],
  ['alerts', WEEK, { version: 2, kind: 'alerts' }],
  ['alerts as annotations', WEEK, { version: 2, kind: 'alerts', format: 'annotations' }],
  ['alert counts', WEEK, { version: 2, kind: 'alerts', format: 'count' }, 'Europe/Madrid'],
  ['open alerts', WEEK, { version: 2, kind: 'alerts', state: 'open' }],
  ['latest values', WEEK, { version: 2, kind: 'latest', format: 'series' }],
  ['latest values as a table', WEEK, { version: 2, kind: 'latest', format: 'table' }],
  ['values of then as a table', THREE_HOURS, { version: 2, kind: 'latest', format: 'table', at: 'rangeEnd' }],
  ['values of then', THREE_HOURS, { version: 2, kind: 'latest', format: 'series', at: 'rangeEnd' }],
  ['how many values of then are stale', TWO_DAYS, { version: 2, kind: 'latest', format: 'count', at: 'rangeEnd' }],
  ['the latest reading of then', THREE_HOURS, { ...HISTORY, latestReading: true, at: 'rangeEnd' }],
  ['alerts that were open then', TWO_DAYS, { version: 2, kind: 'alerts', state: 'open', at: 'rangeEnd' }],
  ['a timeline of alerts', WEEK, { version: 2, kind: 'alerts', format: 'timeline' }],
  ['values at the start of alerts', WEEK, { version: 2, kind: 'alerts', format: 'startValues' }],
  ['alerts per device', WEEK, { version: 2, kind: 'alerts', format: 'devices' }],
  ['the alarm system', WEEK, { version: 2, kind: 'alerts', format: 'performance' }],
  ['the alarm system per severity', WEEK, { version: 2, kind: 'alerts', format: 'performance', rowPer: 'severity' }],
  ['floods', WEEK, { version: 2, kind: 'alerts', format: 'floods' }],
  ['devices', WEEK, { version: 2, kind: 'devices' }],
  ['tags of devices', WEEK, { version: 2, kind: 'devices', perTag: true }],
];

it.each(QUERIES.map((one) => [one[0], one] as const))(
  'answers like the browser: %s',
  async (_, [, window, query, zone]) => {
    await expectSameFrames(window, query, zone);
  }
);

it('answers like the browser, whatever the window, the step and the zone', async () => {
  const windows = fc
    .tuple(fc.integer({ min: 0, max: 6 * 24 * 60 }), fc.integer({ min: 1, max: 4 * 24 * 60 }))
    .map(([start, length]) => ({
      fromEpochMs: DAY - 3 * DAY_MS + start * MINUTE_MS,
      toEpochMs: DAY - 3 * DAY_MS + (start + length) * MINUTE_MS,
    }));
  const intervals = fc.constantFrom('auto', 'raw', '1m', '7m', '1h', '3h', '1d');
  const zones = fc.constantFrom('utc', 'Europe/Madrid', 'Asia/Kathmandu', 'Australia/Lord_Howe');
  await fc.assert(
    fc.asyncProperty(
      windows,
      intervals,
      zones,
      fc.constantFrom('pressure', 'energy', 'state'),
      (window, interval, zone, tag) => expectSameFrames(window, { ...HISTORY, tags: [tag], interval }, zone)
    ),
    cases(60)
  );
});

it('answers like the browser for the periods of random conditions', async () => {
  const conditions = fc.record({
    operator: fc.constantFrom(...OPERATORS),
    value: fc.constantFrom('14', '21.5', '25', '30'),
    upper: fc.constantFrom('18', '26'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(fc.integer({ min: 0, max: 6 * 24 * 60 }), fc.integer({ min: 1, max: 4 * 24 * 60 })),
      conditions,
      fc.constantFrom('table', 'timeline', 'total', 'perStep'),
      fc.constantFrom('', '10m', 'none'),
      async ([start, length], condition, format, hold) => {
        const fromEpochMs = DAY - 3 * DAY_MS + start * MINUTE_MS;
        const window = { fromEpochMs, toEpochMs: fromEpochMs + length * MINUTE_MS };
        await expectSameFrames(window, { ...PERIODS, condition, format, hold }, 'Europe/Madrid');
      }
    ),
    cases(40)
  );
});

test.each([
  ['steps of history', { ...HISTORY, interval: '1h' }, 1],
  ['alerts per step', { version: 2, kind: 'alerts', format: 'count' }, 1],
  ['tags by freshness', { version: 2, kind: 'latest', format: 'count' }, 0],
  ['latest values', { version: 2, kind: 'latest', format: 'series' }, 0],
  ['devices by connection', { version: 2, kind: 'devices', format: 'count' }, 0],
] as ReadonlyArray<readonly [string, Partial<TelemetryQuery>, number]>)(
  'a notice names the time zone only where it matters: %s',
  async (_, query, count) => {
    const { frames } = await sendToBackend(panelRequest(TWO_DAYS, [query]), 'utc');
    const notices = frames.flatMap((frame) => dataFrameFromJSON(frame).meta?.notices ?? []);
    expect(frames.length).toBeGreaterThan(0);
    expect(notices.filter(({ text }) => text.startsWith('Time zone '))).toHaveLength(count);
  }
);

describe('a page that is missing, of several that are requested together', () => {
  afterEach(() => (intercept = () => undefined));

  test.each<[string, Interception]>([
    ['failed', { kind: 'status', status: 500, body: { detail: 'the disk is full' } }],
    ['is forbidden', { kind: 'status', status: 403, body: { detail: 'no' } }],
    ['cannot be decoded', { kind: 'body', body: { datos: 7 } }],
    ['is a web page', { kind: 'body', body: '<html></html>' }],
  ])('is missing in the same words: it %s', async (what, interception) => {
    // Not in the memory of the backend from other tests, and different in each.
    const shiftMs = what.length * MINUTE_MS;
    const window = { fromEpochMs: WEEK.fromEpochMs + shiftMs, toEpochMs: WEEK.toEpochMs + shiftMs };
    const second = toIso(window.fromEpochMs + 5000 * MINUTE_MS);
    intercept = ({ params }) => (params.desde === second ? interception : undefined);
    const request = panelRequest(window, [{ ...HISTORY, interval: '1m' }]);
    const browser = await inBrowser(request, { transport: SERVER.transport });
    expect(JSON.stringify(browser)).toContain('missing data');
    expect(await inBrowser(request, connectBrowser())).toEqual(browser);
  });
});

/** A browser whose requests the backend answers. */
function connectBrowser(): ApiConnection {
  const grafana = browserByBackend(backend.host, { url: backend.apiUrl, apiKey: 'key', jsonData: {} });
  return connectToApi(grafana, {
    dataSourceUid: 'telemetry',
    proxyUrl: '',
    hasBackend: true,
    maxConcurrentRequests: 6,
  });
}

async function expectSameFrames(window: TimeWindow, query: Partial<TelemetryQuery>, zone = 'utc'): Promise<void> {
  const request = panelRequest(window, [query], { timezone: zone });
  const [browser, byBackend, server] = await Promise.all([
    inBrowser(request, { transport: SERVER.transport }),
    inBrowser(request, connectBrowser()),
    inBackend(request, zone),
  ]);
  expect(byBackend).toEqual(browser);
  expect(server).toEqual(browser);
}

interface Answer {
  readonly frames: readonly unknown[];
  readonly errors: readonly string[];
}

async function inBrowser(
  request: DataQueryRequest<TelemetryQuery>,
  connection: Pick<DataSourceEnvironment, 'transport' | 'takesManyPages'>
): Promise<Answer> {
  const services = createDataSourceServices({
    ...connection,
    dataSourceUid: 'telemetry',
    clock: systemClock,
    random: Math.random,
    settings: resolveSettings(SETTINGS),
    palette: [],
    browserZone: 'UTC',
    canFollow: true,
  });
  // The backend has the inventory of the queries before. Without it, a series may be loaded twice, the second time from the cache.
  await services.inventory.devices();
  const queries = request.targets.map((target) => readyQuery(target, (text) => [text]));
  const { signal } = new AbortController();
  const { frames, errors } = await answerQueries(queries, createPanelContext(request, services), signal);
  const ofServer = serverFrames(frames, { devices: [], expressionLabels: 'tag' });
  return { frames: ofServer.map(comparable), errors: errors.map(({ message = '' }) => message) };
}

async function inBackend(request: DataQueryRequest<TelemetryQuery>, zone: string): Promise<Answer> {
  const { frames, error } = await sendToBackend(request, zone);
  return {
    frames: frames.map((frame) => comparable(dataFrameFromJSON(frame))),
    errors: error === undefined ? [] : [error],
  };
}

async function sendToBackend(request: DataQueryRequest<TelemetryQuery>, zone: string): Promise<BackendAnswer> {
  const [query] = request.targets;
  const { responses } = await backend.host.send<DataFrameJSON>({
    url: backend.apiUrl,
    apiKey: 'key',
    jsonData: { ...SETTINGS, serverTimeZone: zone === 'utc' ? 'UTC' : zone },
    queries: [
      {
        refId: query!.refId,
        model: query!,
        fromEpochMs: request.range.from.valueOf(),
        toEpochMs: request.range.to.valueOf(),
        maxDataPoints: request.maxDataPoints ?? 0,
        intervalMs: request.intervalMs,
      },
    ],
  });
  return { frames: [], ...responses!.results.A! };
}

/** The columns that count from the current time, and links, which have the id of the data source. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['age', 'lastContactAge', 'trendUrl']);

/** Without those that only the backend adds, from its inventory. */
function seriesLabels({ site, area, name, ...labels }: Labels = {}): Labels {
  return labels;
}

/** A frame without what differs by intent: durations, the notice about the zone, and what JSON does not distinguish. */
function comparable({ name, refId, fields, meta = {} }: DataFrame): unknown {
  return pruned({
    name,
    refId,
    notices: meta.notices?.filter(({ text }) => !text.startsWith('Time zone ')),
    stats: meta.stats?.filter(({ displayName }) => displayName !== 'Slowest series'),
    topic: meta.dataTopic,
    shownAs: meta.preferredVisualisationType,
    executed: meta.executedQueryString?.replace(/\d+ ms/g, ''),
    fields: fields.map(({ name: field, type, labels, config, values }) => ({
      field,
      type,
      labels: seriesLabels(labels),
      config: {
        ...config,
        mappings: config.mappings?.filter((mapping) => (mapping.type as string) !== 'regex'),
        thresholds: config.thresholds?.steps.map(({ value, color }) => [
          value === null || value === -Infinity ? 'lowest' : value,
          color,
        ]),
        links: config.links?.filter(({ onBuildUrl }) => onBuildUrl === undefined),
      },
      values: NOT_COMPARED.has(field) ? values.length : Array.from(values, withSharedUid),
    })),
  });
}

/** Links name the data source, which the test host calls otherwise. */
function withSharedUid(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/source-\d+/g, 'telemetry') : value;
}

/** Without members that are absent, empty or false. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(pruned);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = Object.entries(value)
    .map(([key, member]) => [key, pruned(member)] as const)
    // The index of a mapping, of which Go leaves out 0.
    .filter(([key, member]) => !isEmpty(member) && !(key === 'index' && member === 0));
  return Object.fromEntries(members);
}

function isEmpty(member: unknown): boolean {
  return (
    member === undefined ||
    member === false ||
    member === '' ||
    (typeof member === 'object' && member !== null && Object.keys(member).length === 0)
  );
}

function plantAlert(change: Partial<SpecData['alerts'][number]>): SpecData['alerts'][number] {
  return {
    id: '',
    rule: 'High pressure',
    device: 'PUMP-1',
    tag: '',
    severity: '',
    state: 'cerrada',
    startEpochMs: DAY,
    openedEpochMs: DAY,
    acknowledgedEpochMs: undefined,
    endEpochMs: DAY + 2 * HOUR_MS,
    startValue: undefined,
    peakValue: undefined,
    ...change,
  };
}

/** A week of a pump around the change to summer time, with gaps, an alert and a counter that restarts. */
function plant(): SpecData {
  const start = DAY - 4 * DAY_MS;
  const pressure = steadyReadings(
    start,
    20_000,
    8 * 4320,
    (index) => 20 + 10 * Math.sin(index / 50) + (index % 977) / 7
  );
  const hasGap = ({ atEpochMs }: { readonly atEpochMs: number }) =>
    atEpochMs > DAY + 8 * HOUR_MS && atEpochMs < DAY + 8.5 * HOUR_MS;
  const series = (tag: string, name: string, unit: string, readings: SpecData['series'][number]['readings']) => ({
    device: 'PUMP-1',
    tag,
    name,
    unit,
    readings,
  });
  const tag = (key: string, name: string, unit: string, type: string) => ({ key, name, unit, type });
  return {
    ...EMPTY_DATA,
    series: [
      series(
        'pressure',
        'Discharge pressure',
        'bar',
        pressure.filter((reading) => !hasGap(reading))
      ),
      series(
        'energy',
        'Energy',
        'kWh',
        steadyReadings(start, 60_000, 8 * 1440, (index) => (index % 3000) * 1.5)
      ),
      series(
        'state',
        'State',
        '',
        steadyReadings(start, 600_000, 8 * 144, (index) => Math.floor(index / 7) % 3)
      ),
      // In no list, with as many weeks as it takes to have something usual.
      series(
        'flow',
        'Flow',
        'm³/h',
        steadyReadings(start - 5 * 7 * DAY_MS, 600_000, 43 * 144, (index) => (index % 144) + (index % 37) / 5)
      ),
      { ...series('idle', 'Idle', 'A', []), device: 'PUMP-2' },
    ],
    devices: ['PUMP-1', 'PUMP-2'].map((code) => ({
      code,
      name: `Pump ${code.slice(-1)}`,
      type: 'pump',
      site: 'Zaragoza',
      area: 'Utilities',
      connection: 'conectado',
      lastContactEpochMs: DAY,
      tags:
        code === 'PUMP-1'
          ? [
              tag('pressure', 'Discharge pressure', 'bar', 'medida'),
              tag('energy', 'Energy', 'kWh', 'contador'),
              tag('state', 'State', '', 'estado'),
            ]
          : [tag('idle', 'Idle', 'A', 'medida')],
    })),
    alerts: [
      plantAlert({ id: '1', tag: 'pressure', severity: 'critica', startValue: 28.6, peakValue: 30 }),
      plantAlert({
        id: '2',
        tag: 'state',
        severity: 'roja',
        startValue: 2,
        startEpochMs: DAY + HOUR_MS,
        endEpochMs: DAY + 3 * HOUR_MS,
      }),
    ],
    values: [
      { device: 'PUMP-1', tag: 'state', name: 'State', unit: '', value: 2, timeEpochMs: DAY },
      { device: 'PUMP-1', tag: 'pressure', name: 'Discharge pressure', unit: 'bar', value: 21, timeEpochMs: DAY },
      { device: 'PUMP-2', tag: 'idle', name: 'Idle', unit: 'A', value: undefined, timeEpochMs: undefined },
    ] as SpecData['values'],
  };
}
