import { type DataFrame, type DataQueryRequest, type DataQueryResponse, LoadingState } from '@grafana/data';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/serverBehavior';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../../testSupport/specData';
import { createTestClient } from '../../testSupport/testClient';
import type { Device } from '../../core/inventory/device';
import type { HistoryQuery, TelemetryQuery } from '../../query/telemetryQuery';
import type { Clock } from '../../core/time/clock';
import { runQuery } from './runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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

function run(request: DataQueryRequest<TelemetryQuery>, behavior: Partial<ServerBehavior> = {}, world = PLANT) {
  const testClient = createTestClient(world, behavior);
  // Nothing takes long here; what happens when it does is told in progress.test.ts.
  const clock: Clock = { ...testClient.clock, sleep: () => new Promise(() => undefined) };
  const answers = runQuery(request, { ...dataSourceServices(testClient), clock }, (text) => [text]);
  return { ...testClient, answers };
}

/** Everything that a subscriber is told, in order. */
function listen(answers: ReturnType<typeof runQuery>) {
  const events: string[] = [];
  const responses: DataQueryResponse[] = [];
  const ended = new Promise<void>((resolve) => {
    answers.subscribe({
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

async function answerTo(request: DataQueryRequest<TelemetryQuery>, behavior?: Partial<ServerBehavior>) {
  const { answers, server } = run(request, behavior);
  const { events, responses, ended } = listen(answers);
  await ended;
  expect(events).toHaveLength(2);
  expect(events[1]).toBe('complete');
  const [response] = responses;
  return { server, state: response?.state, errors: response?.errors, frames: (response?.data ?? []) as DataFrame[] };
}

function drawn(frames: readonly DataFrame[]): string[] {
  return frames.map(({ refId, name }) => `${refId}: ${name}`);
}

it('asks for nothing until somebody listens, then answers once and ends', async () => {
  const { server, answers } = run(panelRequest(WINDOW, [HISTORY]));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(server.requests).toEqual([]);
  const { events, responses, ended } = listen(answers);
  await ended;
  expect(events).toEqual([`next ${LoadingState.Done}`, 'complete']);
  expect(responses[0]?.key).toBe('request');
});

it('draws a frame for every existing pair of device and tag, of every query, no two with the same name', async () => {
  const { frames, state } = await answerTo(
    panelRequest(WINDOW, [
      { ...HISTORY, devices: ['PUMP-1', 'PUMP-2'], tags: ['pressure', 'flow'] },
      HISTORY,
      { ...HISTORY, hide: true },
      { kind: 'history', devices: ['PUMP-1'] },
    ])
  );
  expect(state).toBe(LoadingState.Done);
  expect(drawn(frames)).toEqual([
    'A: Name of PUMP-1 · The pressure (A)',
    'A: Name of PUMP-1 · The flow',
    'A: Name of PUMP-2 · The pressure',
    'B: Name of PUMP-1 · The pressure (B)',
  ]);
});

it('a series that fails is told, and leaves the others and their colours as they are', async () => {
  const queries = [{ ...HISTORY, devices: ['PUMP-1', 'PUMP-2'] }];
  const whole = await answerTo(panelRequest(WINDOW, queries));
  const { frames, state, errors } = await answerTo(panelRequest(WINDOW, queries), {
    intercept: ({ params }) =>
      params.dispositivo === 'PUMP-1' ? { kind: 'status', status: 500, body: 'disk' } : undefined,
  });
  expect(state).toBe(LoadingState.Error);
  expect(errors).toEqual([{ refId: 'A', message: expect.stringMatching(/^PUMP-1 · pressure: .*500.*\[disk\]$/) }]);
  expect(frames.map((frame) => frame.fields)).toEqual([whole.frames[1]?.fields]);
});

it('a series that fails does not change the names of the others', async () => {
  const queries = [{ ...HISTORY, devices: ['PUMP-1', 'PUMP-2'], legend: '{{tag}}' }];
  const { frames } = await answerTo(panelRequest(WINDOW, queries), {
    intercept: ({ params }) => (params.dispositivo === 'PUMP-1' ? { kind: 'status', status: 500 } : undefined),
  });
  expect(drawn(frames)).toEqual(['A: pressure (PUMP-2)']);
});

it('series of one panel have each another colour', async () => {
  const { frames } = await answerTo(panelRequest(WINDOW, [{ ...HISTORY, devices: ['PUMP-1', 'PUMP-2'] }, HISTORY]));
  const colors = frames.map(({ fields }) => fields[1]?.config.color?.fixedColor);
  expect(colors).toEqual(['red', 'green', 'blue']);
});

it('series of one query that would have the same legend are told apart', async () => {
  const { frames } = await answerTo(
    panelRequest(WINDOW, [{ ...HISTORY, devices: ['PUMP-1', 'PUMP-2'], legend: '{{tag}}' }])
  );
  expect(drawn(frames)).toEqual(['A: pressure (PUMP-1)', 'A: pressure (PUMP-2)']);
});

it('readings wider than the panel are thinned, and the panel says so', async () => {
  const { frames } = await answerTo(panelRequest(WINDOW, [{ ...HISTORY, interval: 'raw' }], { maxDataPoints: 50 }));
  expect(frames[0]?.length).toBeLessThanOrEqual(200);
  expect(frames[0]?.meta?.notices).toEqual([{ severity: 'info', text: expect.stringContaining('of 2160 readings') }]);
});

it('a query that cannot be answered leaves the others', async () => {
  const { frames, errors } = await answerTo(
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
    expect.stringMatching(/^C: None of the selected devices/),
    expect.stringMatching(/^E: .*permission alertas:leer/),
  ]);
});

it('refuses what would cost too much, with the figures and what to do', async () => {
  const year = { fromEpochMs: NOON, toEpochMs: NOON + 365 * 24 * HOUR };
  const { errors, server } = await answerTo(panelRequest(year, [HISTORY]));
  expect(errors).toEqual([{ refId: 'A', message: expect.stringContaining('525600 rows per series') }]);
  expect(server.requests).toEqual([]);
});

describe('when nobody listens any more', () => {
  it.each<[string, Partial<TelemetryQuery>]>([
    ['a history', HISTORY],
    ['alerts', { kind: 'alerts' }],
  ])('ends the requests of %s, and says nothing', async (_, target) => {
    const { server, answers } = run(panelRequest(WINDOW, [target]), {
      intercept: ({ path }) => (path === 'v1/dispositivos' ? undefined : { kind: 'hang' }),
    });
    const events: string[] = [];
    const subscription = answers.subscribe({
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

  it('that may not be seen costs the names, not the lines', async () => {
    const { frames, errors } = await answerTo(panelRequest(WINDOW, two), {
      intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined),
    });
    expect(drawn(frames)).toEqual(['A: PUMP-1 · The pressure', 'A: RETIRED · The pressure']);
    expect(errors).toBeUndefined();
  });

  it('that does not list a device does not hide its history', async () => {
    const { frames } = await answerTo(panelRequest(WINDOW, two));
    expect(drawn(frames)).toEqual(['A: Name of PUMP-1 · The pressure', 'A: RETIRED · The pressure']);
  });
});

describe('steps', () => {
  const DAYS = { fromEpochMs: NOON - 24 * HOUR, toEpochMs: NOON + 24 * HOUR };

  async function firstStep(change: Partial<DataQueryRequest<TelemetryQuery>>, interval = '24h') {
    const { frames } = await answerTo(panelRequest(DAYS, [{ ...HISTORY, interval }], change));
    return new Date(frames[0]?.fields[0]?.values[0]).toISOString();
  }

  it.each([
    ['utc', '2026-03-03T00:00:00.000Z'],
    ['browser', '2026-03-02T23:00:00.000Z'],
    ['', '2026-03-02T23:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-02T18:30:00.000Z'],
  ])('follow the clock of the dashboard: %j', async (timezone, expected) => {
    expect(await firstStep({ timezone })).toBe(expected);
  });

  it.each([
    [undefined, '1m'],
    [10 * MINUTE, '10m'],
  ])('are never shorter than the minimum interval of the panel: %s', async (intervalMs, step) => {
    const { frames } = await answerTo(
      panelRequest(WINDOW, [{ ...HISTORY, interval: 'auto' }], {
        maxDataPoints: 400,
        ...(intervalMs && { intervalMs }),
      })
    );
    expect(frames[0]?.meta?.custom).toMatchObject({ plan: { step } });
  });
});

it('tells the inspector what was drawn, why, and what it cost', async () => {
  const { frames } = await answerTo(panelRequest(WINDOW, [{ ...HISTORY, interval: '30m' }]), {
    intercept: ({ path }, number) =>
      path === 'v1/lecturas' && number === 1 ? { kind: 'status', status: 503 } : undefined,
  });
  const plan = { level: '1m', step: '30m', rows: 360, cachedRows: 0, requests: 2, retries: 1, deduplicated: 0 };
  expect(frames[0]?.meta?.custom).toEqual({
    plan: { ...plan, durationMs: 200, reason: expect.stringContaining('set in the query') },
  });
  expect(frames[0]?.meta?.executedQueryString).toMatch(/PUMP-1 tag=pressure: 1m → 30m\n.*\n360 rows in 2 requests/);
  expect(frames[0]?.meta?.stats?.map(({ value }) => value)).toEqual([1, 2, 0, 1, 360, 0, 200]);
});
