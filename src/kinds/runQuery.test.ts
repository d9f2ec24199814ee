import { type DataFrame, type DataQueryRequest, type DataQueryResponse, LoadingState } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { createFakeClock } from '../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../testSupport/panelRequest';
import type { Interception, ServerBehavior } from '../testSupport/specServer/serverBehavior';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../testSupport/specServer/specData';
import { createTestClient } from '../testSupport/testClient';
import type { Device } from '../core/inventory/device';
import { createInterpolate } from '../grafana/query/interpolation';
import type { HistoryQuery } from './history/historyQuery';
import type { TelemetryQuery } from './kinds';
import type { Clock } from '../core/time/clock';
import type { TimeWindow } from '../core/time/window';
import type { LoadSummary } from './history/frames/loadSummary';
import { runQuery } from './runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 6 * HOUR };
const HISTORY: Partial<HistoryQuery> = { kind: 'history', devices: ['PUMP-1'], tags: ['pressure'], interval: '1m' };

function device(code: string, ...tags: string[]): Device {
  const list = tags.map((key) => ({ key, name: `The ${key}`, unit: 'bar', type: '' }));
  return {
    code,
    name: `Name of ${code}`,
    type: '',
    site: 'Getafe',
    area: 'Water',
    connection: '',
    lastContactEpochMs: undefined,
    tags: list,
  };
}

const PLANT: SpecData = {
  ...EMPTY_DATA,
  devices: [device('PUMP-1', 'pressure', 'flow'), device('PUMP-2', 'pressure')],
  series: [
    ['PUMP-1', 'pressure'],
    ['PUMP-1', 'flow'],
    ['PUMP-2', 'pressure'],
    ['RETIRED', 'pressure'],
  ].map(([code, tag]) => ({
    device: code!,
    tag: tag!,
    name: `The ${tag}`,
    unit: 'bar',
    readings: steadyReadings(NOON, 10_000, 360 * 6),
  })),
};

function run(request: DataQueryRequest<TelemetryQuery>, behavior: Partial<ServerBehavior> = {}) {
  const testClient = createTestClient(PLANT, behavior);
  // Sleeps never end, so there are no partial results here; progress.test.ts covers them.
  const clock: Clock = { ...testClient.clock, sleep: () => new Promise(() => undefined) };
  const responses$ = runQuery(request, { ...dataSourceServices(testClient), clock }, (text) => [text]);
  return { ...testClient, responses$ };
}

/** Subscribes and records all events in order. */
function record(responses$: ReturnType<typeof runQuery>) {
  const events: string[] = [];
  const responses: DataQueryResponse[] = [];
  const ended = new Promise<void>((resolve) => {
    responses$.subscribe({
      next: (response) => {
        events.push(`next ${response.state}`);
        responses.push(response);
      },
      error: () => {
        events.push('error');
        resolve();
      },
      complete: () => {
        events.push('complete');
        resolve();
      },
    });
  });
  return { events, responses, ended };
}

async function responseTo(request: DataQueryRequest<TelemetryQuery>, behavior?: Partial<ServerBehavior>) {
  const { responses$, server } = run(request, behavior);
  const { events, responses, ended } = record(responses$);
  await ended;
  expect(events).toHaveLength(2);
  expect(events[1]).toBe('complete');
  const [response] = responses;
  const data = (response?.data ?? []) as DataFrame[];
  const frames = data.filter((frame) => !isOfGraph(frame));
  const bands = data.filter(isOfGraph);
  return { server, state: response?.state, errors: response?.errors, frames, bands };
}

/** Bands and parts of lines are for graphs alone. */
function isOfGraph({ meta }: DataFrame): boolean {
  return meta === undefined || meta.preferredVisualisationType === 'graph';
}

function frameNames(frames: readonly DataFrame[]): string[] {
  return frames.map(({ refId, name }) => `${refId}: ${name}`);
}

it('sends no request until it is subscribed to, then emits one response and completes', async () => {
  const { server, responses$ } = run(panelRequest(WINDOW, [HISTORY]));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(server.requests).toEqual([]);
  const { events, responses, ended } = record(responses$);
  await ended;
  expect(events).toEqual([`next ${LoadingState.Done}`, 'complete']);
  expect(responses[0]?.key).toBe('request');
});

it('ends with an error when the complete response cannot be rendered', async () => {
  const request = panelRequest(WINDOW, [HISTORY]);
  const { server, responses$ } = run(request);
  Object.defineProperty(request, 'requestId', {
    get: () => {
      if (server.requests.length > 0) {
        throw new Error('cannot be rendered');
      }
      return 'request';
    },
  });
  const { events, ended } = record(responses$);
  await ended;
  expect(events).toEqual(['error']);
});

it('returns a frame for every existing pair of device and tag of every query, with distinct names', async () => {
  const { frames, state } = await responseTo(
    panelRequest(WINDOW, [
      { ...HISTORY, devices: ['PUMP-1', 'PUMP-2'], tags: ['pressure', 'flow'] },
      HISTORY,
      { ...HISTORY, hide: true },
      { kind: 'history', devices: ['PUMP-1'] },
    ])
  );
  expect(state).toBe(LoadingState.Done);
  expect(frameNames(frames)).toEqual([
    'A: Name of PUMP-1 · The pressure (A)',
    'A: Name of PUMP-1 · The flow',
    'A: Name of PUMP-2 · The pressure',
    'B: Name of PUMP-1 · The pressure (B)',
  ]);
});

it('reports a failed series without affecting the other series or their colors', async () => {
  const queries = [{ ...HISTORY, devices: ['PUMP-1', 'PUMP-2'] }];
  const complete = await responseTo(panelRequest(WINDOW, queries));
  const { frames, state, errors } = await responseTo(panelRequest(WINDOW, queries), {
    intercept: ({ params }) =>
      params.dispositivo === 'PUMP-1' ? { kind: 'status', status: 500, body: 'disk' } : undefined,
  });
  expect(state).toBe(LoadingState.Error);
  expect(errors).toEqual([
    { refId: 'A', message: expect.stringMatching(/^PUMP-1 · pressure: .*500.*\[disk\]$/), status: 500 },
  ]);
  expect(frames.map(({ length }) => length)).toEqual([0, 360]);
  // Links are functions, of which no two are equal.
  expect(JSON.stringify(frames[1]?.fields)).toBe(JSON.stringify(complete.frames[1]?.fields));
});

it('a failed series does not change the names of the others', async () => {
  const queries = [{ ...HISTORY, devices: ['PUMP-1', 'PUMP-2'], legend: '{{tag}}' }];
  const { frames } = await responseTo(panelRequest(WINDOW, queries), {
    intercept: ({ params }) => (params.dispositivo === 'PUMP-1' ? { kind: 'status', status: 500 } : undefined),
  });
  expect(frameNames(frames)).toEqual(['A: pressure (PUMP-1)', 'A: pressure (PUMP-2)']);
});

it('the panel colors the lines, and each band has the color that the palette gives its line', async () => {
  const { frames, bands } = await responseTo(
    panelRequest(WINDOW, [{ ...HISTORY, devices: ['PUMP-1', 'PUMP-2'] }, HISTORY])
  );
  expect(frames.map(({ fields }) => fields[1]?.config.color)).toEqual([undefined, undefined, undefined]);
  const colors = bands.map(({ fields }) => fields.slice(1).map(({ config }) => config.color?.fixedColor));
  expect(colors).toEqual([
    ['red', 'red'],
    ['green', 'green'],
    ['blue', 'blue'],
  ]);
});

it('downsamples more readings than the panel has pixels, with a notice', async () => {
  const { frames } = await responseTo(panelRequest(WINDOW, [{ ...HISTORY, interval: 'raw' }], { maxDataPoints: 50 }));
  expect(frames[0]?.length).toBeLessThanOrEqual(200);
  expect(frames[0]?.meta?.notices).toEqual([{ severity: 'info', text: expect.stringContaining('of 2160 readings') }]);
});

it('a query that fails does not affect the others', async () => {
  const { frames, errors } = await responseTo(
    panelRequest(WINDOW, [
      { ...HISTORY, interval: '7m' },
      { ...HISTORY, interval: '1s', devices: ['PUMP-2'] },
      { ...HISTORY, devices: ['PUMP-2', 'PUMP-1'], tags: ['temperature'] },
      HISTORY,
      { kind: 'alerts' },
    ]),
    { intercept: ({ path }) => (path === 'v1/alertas' ? { kind: 'status', status: 403 } : undefined) }
  );
  expect(frames.map(({ refId }) => refId)).toEqual(['B', 'D']);
  expect(errors?.map(({ refId, message }) => `${refId}: ${message}`)).toEqual([
    expect.stringMatching(/^A: "7m" is not a valid interval/),
    expect.stringMatching(/^C: Nothing .* has the name “temperature”/),
    expect.stringMatching(/^E: .*permission alertas:leer/),
  ]);
});

it('frames and errors of queries that are rendered on their own are in the order of the panel', async () => {
  const invalid = { kind: 'latest', staleAfter: 'soon' } as const;
  const { frames } = await responseTo(
    panelRequest(WINDOW, [{ kind: 'devices' }, { kind: 'exports' }, { kind: 'devices' }])
  );
  expect(frames.map(({ refId }) => refId)).toEqual(['A', 'B', 'C']);
  const { errors } = await responseTo(panelRequest(WINDOW, [invalid, { kind: 'devices', devices: ['NADA'] }, invalid]));
  expect(errors?.map(({ refId }) => refId)).toEqual(['A', 'B', 'C']);
});

it.each(['', []])('a query whose variable has the value %j requests no data, and says so', async (value) => {
  const test = createTestClient(PLANT);
  const replace = (_?: string, __?: unknown, format?: unknown) => (format as (value: unknown) => string)(value);
  const query = { refId: 'A', ...HISTORY, devices: ['$device'] };
  const response = await lastValueFrom(
    runQuery(panelRequest(WINDOW, [query]), dataSourceServices(test), createInterpolate({ replace }, {}))
  );
  const text = 'Nothing is selected, because the variable $device has no value.';
  expect(response).toMatchObject({
    data: [{ refId: 'A', fields: [], meta: { notices: [{ severity: 'info', text }] } }],
    state: LoadingState.Done,
  });
  expect(test.server.requests.map(({ path }) => path)).toEqual(['v1/dispositivos']);
});

describe('a variable whose values could not be loaded', () => {
  const lost = (): Interception => ({ kind: 'connectionLost' });
  const refused = (): Interception => ({ kind: 'status', status: 401 });
  const forbidden = (): Interception => ({ kind: 'status', status: 403 });

  it.each([
    ['is not reached', lost, /^The server could not be reached/],
    ['refuses the key', refused, /^The API key was rejected/],
    ['forbids the inventory', forbidden, /permission dispositivos:leer/],
  ])('is no empty one: while the API %s, the panel says so', async (_, answer, cause) => {
    const test = createTestClient(PLANT, { intercept: answer });
    const empty = (_text?: string, _vars?: unknown, format?: unknown) => (format as (value: unknown) => string)('');
    const unset = (text = '') => text;
    for (const replace of [empty, unset]) {
      const query = { refId: 'A', ...HISTORY, devices: ['$device'] };
      const { errors } = await lastValueFrom(
        runQuery(panelRequest(WINDOW, [query]), dataSourceServices(test), createInterpolate({ replace }, {}))
      );
      expect(errors?.map(({ message }) => message)).toEqual([expect.stringMatching(cause)]);
    }
  });
});

it('rejects a query that needs too many rows, with the number, and sends no request', async () => {
  const year = { fromEpochMs: NOON, toEpochMs: NOON + 365 * 24 * HOUR };
  const { errors, server } = await responseTo(panelRequest(year, [HISTORY]));
  expect(errors).toEqual([{ refId: 'A', message: expect.stringContaining('525600 rows per series'), status: 400 }]);
  expect(server.requests).toEqual([]);
});

describe('when the subscriber unsubscribes', () => {
  it.each<[string, Partial<TelemetryQuery>]>([
    ['a history query', HISTORY],
    ['an alerts query', { kind: 'alerts' }],
  ])('aborts the requests of %s, and emits nothing', async (_, target) => {
    const { server, responses$ } = run(panelRequest(WINDOW, [target]), {
      intercept: ({ path }) => (path === 'v1/dispositivos' ? undefined : { kind: 'hang' }),
    });
    const events: string[] = [];
    const subscription = responses$.subscribe({
      next: () => events.push('next'),
      error: () => events.push('error'),
      complete: () => events.push('complete'),
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(server.traffic.inFlight).toBeGreaterThan(0);
    subscription.unsubscribe();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(server.traffic.inFlight).toBe(0);
    expect(events).toEqual([]);
  });
});

describe('the inventory', () => {
  const two = [{ ...HISTORY, devices: ['PUMP-1', 'RETIRED'] }];

  it('that the key may not read affects only the names', async () => {
    const { frames, errors } = await responseTo(panelRequest(WINDOW, two), {
      intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined),
    });
    expect(frameNames(frames)).toEqual(['A: PUMP-1 · The pressure', 'A: RETIRED · The pressure']);
    expect(errors).toBeUndefined();
  });

  it('that does not list a device does not hide its history', async () => {
    const { frames } = await responseTo(panelRequest(WINDOW, two));
    expect(frameNames(frames)).toEqual(['A: Name of PUMP-1 · The pressure', 'A: RETIRED · The pressure']);
  });
});

describe('steps', () => {
  const DAYS = { fromEpochMs: NOON - 24 * HOUR, toEpochMs: NOON + 24 * HOUR };

  async function firstStep(change: Partial<DataQueryRequest<TelemetryQuery>>, interval: string) {
    const { frames } = await responseTo(panelRequest(DAYS, [{ ...HISTORY, interval }], change));
    return new Date(frames[0]?.fields[0]?.values[0]).toISOString();
  }

  it.each([
    ['utc', '2026-03-03T00:00:00.000Z'],
    ['browser', '2026-03-02T23:00:00.000Z'],
    ['', '2026-03-02T23:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-02T18:30:00.000Z'],
  ])(
    'follow the time zone of the dashboard: %j, although the days of the server are those of UTC',
    async (timezone, expected) => {
      expect(await firstStep({ timezone }, '24h')).toBe(expected);
      expect(await firstStep({ timezone }, '1d')).toBe(expected);
    }
  );

  it.each([
    [undefined, '1m'],
    [10 * MINUTE, '10m'],
  ])('are never shorter than the minimum interval of the panel: %s', async (intervalMs, step) => {
    const { frames } = await responseTo(
      panelRequest(WINDOW, [{ ...HISTORY, interval: 'auto' }], {
        maxDataPoints: 400,
        ...(intervalMs && { intervalMs }),
      })
    );
    expect(frames[0]?.meta?.custom).toMatchObject({ summary: { step } });
  });
});

it('reports to the query inspector what is shown, why, and the requests it took', async () => {
  const { frames } = await responseTo(panelRequest(WINDOW, [{ ...HISTORY, interval: '30m' }]), {
    intercept: ({ path }, number) =>
      path === 'v1/lecturas' && number === 1 ? { kind: 'status', status: 503 } : undefined,
  });
  const plan = { level: '1m', step: '30m', rows: 360, cachedRows: 0, requests: 2, retries: 1, deduplicated: 0 };
  const shown = { loadedRows: 12, shownRows: 12, spacingMs: 1_800_000 };
  expect(frames[0]?.meta?.custom).toEqual({
    summary: { ...plan, ...shown, durationMs: 200, reason: expect.stringContaining('set in the query') },
  });
  expect(frames[0]?.meta?.executedQueryString).toMatch(/PUMP-1 tag=pressure: 1m → 30m\n.*\n360 rows in 2 requests/);
  expect(frames[0]?.meta?.stats?.map(({ value }) => value)).toEqual([1, 2, 0, 1, 360, 0, 200]);
});

describe('a shifted query', () => {
  const NEXT_DAY = { fromEpochMs: WINDOW.fromEpochMs + DAY, toEpochMs: WINDOW.toEpochMs + DAY };
  const EARLIER: Partial<HistoryQuery> = { ...HISTORY, shift: '1d' };

  it('shows the data of the earlier time in the time range, named by its shift', async () => {
    const { frames } = await responseTo(panelRequest(NEXT_DAY, [EARLIER]));
    expect(frameNames(frames)).toEqual(['A: Name of PUMP-1 · The pressure (1 day earlier)']);
    const [time, avg] = frames[0]!.fields;
    expect([time!.values[0], time!.values.at(-1)]).toEqual([NEXT_DAY.fromEpochMs, NEXT_DAY.toEpochMs - MINUTE]);
    expect(avg!.labels).toMatchObject({ device: 'PUMP-1', shift: '1d' });
  });

  it('has, in a graph, the color of the same series without a shift, and dashed lines', async () => {
    const renderLines = async (panelPluginId: string, queries: ReadonlyArray<Partial<HistoryQuery>>) => {
      const targets = queries.map((query, index) => ({ ...query, refId: 'ABC'[index]! }));
      const { frames } = await responseTo(panelRequest(NEXT_DAY, targets, { panelPluginId }));
      const lines = frames.filter(({ fields }) => fields[1]?.name === 'avg');
      return lines.map(({ fields: [, avg] }) => [avg!.config.color, (avg!.config.custom as Custom)?.lineStyle?.fill]);
    };
    type Custom = { readonly lineStyle?: { readonly fill: string } };
    const unshifted = { ...HISTORY, statistics: ['avg', 'band'] as HistoryQuery['statistics'] };
    const queries = [{ ...unshifted, devices: ['PUMP-2'] }, { ...unshifted, shift: '1d' }, unshifted];
    const third = { mode: 'fixed', fixedColor: dataSourceServices(createTestClient(PLANT)).palette[2] };
    expect(await renderLines('timeseries', queries)).toEqual([
      [undefined, undefined],
      [third, 'dash'],
      [undefined, undefined],
    ]);
    const { bands } = await responseTo(
      panelRequest(
        NEXT_DAY,
        queries.map((query, index) => ({ ...query, refId: 'ABC'[index]! })),
        { panelPluginId: 'timeseries' }
      )
    );
    const edges = bands.flatMap(({ refId, fields: [, edge] }) =>
      edge ? [[refId, (edge.config.custom as Custom)?.lineStyle?.fill]] : []
    );
    expect(edges).toEqual([['B', 'dash']]);
    // Without the other series, it is a line like any other; a stat has colors that mean something else.
    expect(await renderLines('timeseries', queries.slice(0, 2))).toEqual(Array(2).fill([undefined, undefined]));
    expect((await renderLines('stat', queries))[1]).toEqual([undefined, undefined]);
  });

  it('shares cached data with the queries of the earlier time', async () => {
    const testClient = createTestClient(PLANT, {}, { clock: createFakeClock(NEXT_DAY.toEpochMs) });
    const services = dataSourceServices(testClient);
    const answer = (window: TimeWindow, query: Partial<HistoryQuery>) =>
      lastValueFrom(runQuery(panelRequest(window, [query]), services, (text) => [text]));
    await answer(WINDOW, HISTORY);
    const before = testClient.server.requests.length;
    const { data } = await answer(NEXT_DAY, EARLIER);
    expect((data as DataFrame[])[0]?.length).toBe(360);
    expect(testClient.server.requests).toHaveLength(before);
  });

  it('has the step of the panel on auto, also where the earlier month is shorter', async () => {
    const march = { fromEpochMs: Date.UTC(2026, 2, 1), toEpochMs: Date.UTC(2026, 3, 1) };
    // 31 days in 740 points are steps of just over an hour, 28 days of less.
    const queries = ['', '1M'].map((shift) => ({ ...HISTORY, interval: 'auto', shift }));
    const { frames } = await responseTo(panelRequest(march, queries, { maxDataPoints: 740 }));
    const steps = frames.map(({ meta }) => (meta?.custom as { summary: LoadSummary }).summary.step);
    expect(steps).toEqual(['2h', '2h']);
  });

  it('is rejected when the shift is not days, weeks or months, with what it can be', async () => {
    const { errors } = await responseTo(panelRequest(NEXT_DAY, [{ ...HISTORY, shift: '8h' }]));
    expect(errors).toEqual([
      {
        refId: 'A',
        message: expect.stringMatching(/"8h" is not a valid time shift\. Use a number followed by d, w, or M/),
        status: 400,
      },
    ]);
  });
});

describe('automatic statistics', () => {
  const METER: SpecData = {
    ...PLANT,
    devices: [
      {
        ...device('METER', 'energy', 'power'),
        tags: [
          { key: 'energy', name: 'Energy', unit: 'kWh', type: 'contador' },
          { key: 'power', name: 'Power', unit: 'kW', type: 'medida' },
        ],
      },
    ],
    series: ['energy', 'power'].map((tag) => ({
      device: 'METER',
      tag,
      name: tag,
      unit: '',
      readings: Array.from({ length: 12 * 7 }, (_, index) => ({
        atEpochMs: NOON - HOUR + index * 5 * MINUTE,
        value: 1_000_000 + index,
      })),
    })),
  };

  async function show(query: Partial<HistoryQuery>, overrides: Partial<DataQueryRequest<TelemetryQuery>> = {}) {
    const services = dataSourceServices(createTestClient(METER));
    const clock: Clock = { ...services.clock, sleep: () => new Promise(() => undefined) };
    const request = panelRequest(
      WINDOW,
      [{ ...HISTORY, devices: ['METER'], tags: ['*'], interval: 'auto', statistics: ['auto'], ...query }],
      { panelPluginId: 'timeseries', ...overrides }
    );
    const { data } = await lastValueFrom(runQuery(request, { ...services, clock }, (text) => [text]));
    const fields = (data as DataFrame[])
      .filter((frame) => !isOfGraph(frame))
      .flatMap((frame) => frame.fields.slice(1).map((field) => ({ frame, field })));
    return fields.map(({ frame, field }) => ({
      frame,
      name: `${frame.name}: ${field.name}`,
      values: field.values as Array<number | null>,
      interpolation: (field.config.custom as { lineInterpolation?: string }).lineInterpolation,
    }));
  }

  it('are the increase of a counter, in few steps that belong to all of their time, and the average of a measure', async () => {
    const [energy, power, ...others] = await show({});
    expect(others).toEqual([]);
    expect(energy).toMatchObject({
      name: expect.stringMatching(/energy: increase$/i) as unknown,
      interpolation: 'stepAfter',
    });
    expect(power).toMatchObject({ name: expect.stringMatching(/power: (avg|value)$/) as unknown });
    expect(energy!.values.length).toBeLessThanOrEqual(51);
    const increases = energy!.values.filter((value) => value !== null);
    expect(Math.max(...increases)).toBeLessThan(12);
  });

  it.each<[string, string[], number | undefined]>([
    ['the state that lasted longest', ['auto'], 2],
    ['the mean where it is asked for', ['avg'], 1.4],
  ])('of the whole range and a tag of states are %s', async (_, statistics, expected) => {
    // Six readings within six minutes of one state, and four of the other in more than an hour.
    const readings = [
      ...Array.from({ length: 6 }, (__, index) => ({ atEpochMs: NOON + index * MINUTE, value: 1 })),
      ...Array.from({ length: 4 }, (__, index) => ({ atEpochMs: NOON + 6 * MINUTE + index * 30 * MINUTE, value: 2 })),
    ];
    const plant: SpecData = {
      ...PLANT,
      devices: [{ ...device('METER'), tags: [{ key: 'mode', name: 'Mode (1 off, 2 on)', unit: '', type: 'estado' }] }],
      series: [{ device: 'METER', tag: 'mode', name: 'Mode (1 off, 2 on)', unit: '', readings }],
    };
    const query = { ...HISTORY, devices: ['METER'], tags: ['mode'], interval: 'range', statistics } as HistoryQuery;
    const request = panelRequest(WINDOW, [query], { panelPluginId: 'stat' });
    const services = dataSourceServices(createTestClient(plant));
    const { data, errors } = await lastValueFrom(runQuery(request, services, (text) => [text]));
    expect(errors).toBeUndefined();
    const values = (data as DataFrame[])[0]!.fields[1]!;
    expect(values.values).toEqual([expected]);
    expect(values.config.mappings).toBeDefined();
  });

  it.each<[string, Partial<HistoryQuery>, Partial<DataQueryRequest<TelemetryQuery>>, number]>([
    ['a stat with increases in steps', {}, { panelPluginId: 'stat' }, 1],
    ['a gauge with increases in steps', { statistics: ['increase'] }, { panelPluginId: 'gauge' }, 1],
    ['a bar gauge with increases per hour', { interval: '1h' }, { panelPluginId: 'bargauge' }, 1],
    ['a stat with one value for the range', { interval: 'range' }, { panelPluginId: 'stat' }, 0],
    ['a stat with averages', { statistics: ['avg'] }, { panelPluginId: 'stat' }, 0],
    ['a chart', {}, { panelPluginId: 'timeseries' }, 0],
    ['an alert rule', {}, { panelPluginId: 'stat', app: 'unified-alerting' }, 0],
  ])('of %s: %j %j have %d notices of what the panel shows', async (_, query, overrides, count) => {
    const shown = await show(query, overrides);
    const texts = new Set(shown.flatMap(({ frame }) => frame.meta?.notices ?? []).map(({ text }) => text));
    expect([...texts].filter((text) => /shows that of the last step.*choose “One value for/.test(text))).toHaveLength(
      count
    );
  });

  it('compare with an earlier time in one query', async () => {
    const shown = await show({ tags: ['energy'], interval: '1h', shift: '1d', alsoUnshifted: true });
    expect(shown.map(({ name }) => name)).toEqual([
      expect.stringMatching(/energy: increase$/i),
      expect.stringMatching(/Energy .*1 day earlier.*: increase$/i),
    ]);
  });
});
