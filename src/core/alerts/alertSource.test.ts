import { type Interception, type ServerBehavior, TIME_FORMATS } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../testSupport/testClient';
import type { ApiRequest } from '../api/transport';
import { type Alert, overlaps, findPhase } from './alert';
import { createFakeClock } from '../../testSupport/testClocks';
import { createRequestDeduper } from '../concurrency/requestDeduper';
import { AlertSource, type AlertsRequest } from './alertSource';

const NOON = Date.UTC(2026, 2, 2, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + HOUR };

/** An alert from `from` to `to`, in hours after noon. Without `to`, it has not ended. */
function alert(id: string, from: number, to?: number, change: Partial<Alert> = {}): Alert {
  return {
    id,
    rule: 'High pressure',
    device: 'PUMP-1',
    tag: 'pressure',
    severity: 'critica',
    state: to === undefined ? 'abierta' : 'cerrada',
    startEpochMs: NOON + from * HOUR,
    openedEpochMs: NOON + from * HOUR,
    acknowledgedEpochMs: undefined,
    endEpochMs: to === undefined ? undefined : NOON + to * HOUR,
    startValue: 7,
    peakValue: 9,
    ...change,
  };
}

const ALERTS: readonly Alert[] = [
  alert('open for three years', -3 * 365 * 24),
  alert('ended two days ago', -48, -47),
  alert('starts six days before, ends inside', -144, 0.5),
  alert('ends when the window begins', -2, 0),
  alert('inside', 0.25, 0.5),
  alert('opens inside', 0.5),
  alert('starts when the window ends', 1, 2),
  alert('starts after the window', 5, 6),
];
const OVERLAPPING = [
  'open for three years',
  'starts six days before, ends inside',
  'ends when the window begins',
  'inside',
  'opens inside',
];

function createSource(behavior: Partial<ServerBehavior> = {}, alerts: readonly Alert[] = ALERTS) {
  const clock = createFakeClock(NOON + HOUR);
  const { client, server } = createTestClient({ ...EMPTY_DATA, alerts }, behavior, { clock });
  return { source: new AlertSource(client, createRequestDeduper(), clock, 7 * DAY), server, clock };
}

function fetchWith(request: Partial<AlertsRequest> = {}, behavior: Partial<ServerBehavior> = {}, alerts = ALERTS) {
  const { source, server } = createSource(behavior, alerts);
  return { server, result: source.around({ window: WINDOW, state: 'all', ...request }, testContext()) };
}

/** The ids of the alerts that overlap the window. */
function listIds(alerts: readonly Alert[]): string[] {
  return alerts.filter((each) => overlaps(each, WINDOW)).map(({ id }) => id);
}

function failRequestsFor(estado: string): (request: ApiRequest) => Interception | undefined {
  return ({ params }) => (params.estado === estado ? { kind: 'status', status: 500 } : undefined);
}

describe('returns every alert that overlaps the window exactly once, in order of start', () => {
  it.each<[string, Partial<ServerBehavior>]>([
    ['the server selects alerts that opened in the window', { selectsAlertsBy: 'opening' }],
    ['the server selects alerts that overlap the window', { selectsAlertsBy: 'overlap' }],
    ['newest first', { order: 'descending' }],
    ['one alert per page, with empty pages in between', { maxPageRows: 1, emptyPages: 1 }],
    ['overlapping pages', { maxPageRows: 2, overlapRows: 1 }],
    ['unset times are omitted', { unsetTimes: 'absent', lastCursor: 'absent' }],
    ['times with a UTC offset', { formatTime: TIME_FORMATS.twoHoursEast }],
  ])('%s', async (_, behavior) => {
    const { alerts, error } = await fetchWith({}, behavior).result;
    expect(listIds(alerts)).toEqual(OVERLAPPING);
    expect(alerts[0]).toEqual(ALERTS[0]);
    expect(error).toBeUndefined();
  });
});

it.each(['open', 'all'] as const)('sends two concurrent requests for %s alerts', async (state) => {
  const now = '2026-03-02T13:00:00.000Z';
  const page = { hasta: now, limite: '1000' };
  const tenYears = { ...page, desde: new Date(Date.parse(now) - 3650 * DAY).toISOString(), estado: 'abiertas' };
  const all = fetchWith({ state });
  await all.result;
  const lookBack = { ...page, desde: new Date(NOON - 7 * DAY).toISOString(), estado: 'todas' };
  expect(all.server.requests.map(({ params }) => params)).toEqual([tenYears, lookBack]);
  expect(all.server.traffic.maxInFlight).toBe(2);
});

describe('if a request fails', () => {
  it.each([
    ['todas', ['open for three years', 'opens inside']],
    ['abiertas', OVERLAPPING.slice(1)],
  ])('returns the alerts of the other request: %s failed', async (estado, expected) => {
    const { alerts, error } = await fetchWith({}, { intercept: failRequestsFor(estado) }).result;
    expect(listIds(alerts)).toEqual(expected);
    expect(error).toMatchObject({ kind: 'server' });
  });

  it('rejects if the other request fails too', async () => {
    const { result } = fetchWith({}, { intercept: () => ({ kind: 'status', status: 403 }) });
    await expect(result).rejects.toMatchObject({ kind: 'forbidden', path: 'v1/alertas' });
  });

  it('returns the open alerts of the other request, also those whose end it does not say', async () => {
    const { alerts, error } = await fetchWith({ state: 'open' }, { intercept: failRequestsFor('abiertas') }).result;
    expect(alerts.filter((each) => findPhase(each) !== 'ended').map(({ id }) => id)).toEqual(['opens inside']);
    expect(error).toMatchObject({ kind: 'server' });
  });
});

it.each<[string, (request: ApiRequest) => Interception | undefined]>([
  ['while both are in flight', () => ({ kind: 'hang' })],
  ['after one has succeeded', ({ params }) => (params.estado === 'abiertas' ? { kind: 'hang' } : undefined)],
  [
    'after one has failed',
    ({ params }) => (params.estado === 'abiertas' ? { kind: 'hang' } : { kind: 'status', status: 500 }),
  ],
])('aborts its requests when the caller aborts, %s', async (_, intercept) => {
  const { source, server } = createSource({ intercept });
  const controller = new AbortController();
  const call = source.around({ window: WINDOW, state: 'all' }, testContext(controller.signal));
  const outcome = expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await outcome;
  expect(server.traffic.inFlight).toBe(0);
});

describe('shares its lists', () => {
  const request: AlertsRequest = { window: WINDOW, state: 'all' };

  it('among all callers of a refresh, at the same time and up to two seconds later', async () => {
    const { source, server, clock } = createSource();
    await Promise.all([source.around(request, testContext()), source.around(request, testContext())]);
    clock.advance(1_999);
    await source.around(request, testContext());
    expect(server.requests).toHaveLength(2);
  });

  it('of open alerts among all windows for ten seconds', async () => {
    const { source, server, clock } = createSource();
    const states = () => server.requests.map(({ params }) => params.estado).sort();
    await source.around(request, testContext());
    clock.advance(2_000);
    await source.around(request, testContext());
    await source.around({ ...request, window: { ...WINDOW, fromEpochMs: NOON - HOUR } }, testContext());
    expect(states()).toEqual(['abiertas', 'todas', 'todas', 'todas']);
    clock.advance(8_000);
    await source.around({ ...request, state: 'open' }, testContext());
    expect(states()).toEqual(['abiertas', 'abiertas', 'todas', 'todas', 'todas', 'todas']);
  });

  it('requests the open alerts of ten years up to now, whatever the window', async () => {
    const { source, server, clock } = createSource();
    await source.around({ window: { fromEpochMs: 0, toEpochMs: DAY }, state: 'open' }, testContext());
    const hasta = new Date(clock.nowEpochMs()).toISOString();
    const desde = new Date(clock.nowEpochMs() - 3650 * DAY).toISOString();
    expect(server.requests.map(({ params }) => params)).toMatchObject([{ desde, hasta }, { estado: 'todas' }]);
  });
});

it('an alert that has ended since the open alerts were requested has ended', async () => {
  let alerts = [alert('a', 0)];
  const clock = createFakeClock(NOON + HOUR);
  const { client } = createTestClient(() => ({ ...EMPTY_DATA, alerts }), {}, { clock });
  const source = new AlertSource(client, createRequestDeduper(), clock, 7 * DAY);
  await source.around({ window: WINDOW, state: 'all' }, testContext());
  alerts = [alert('a', 0, 0.5)];
  clock.advance(3_000);
  const { alerts: received } = await source.around({ window: WINDOW, state: 'all' }, testContext());
  expect(received).toEqual(alerts);
});

it.each<[string, readonly Alert[], ServerBehavior['selectsAlertsBy'], boolean]>([
  ['all alerts are short', [alert('short', -2, -1), alert('open', -2)], 'opening', false],
  ['an alert lasted longer than half of the look-back', [alert('long', -24 * 5, -24)], 'opening', true],
  ['one did, before the window', [alert('long', -24 * 6, -24 * 2)], 'opening', true],
  [
    'one did, and the server selects alerts that overlap the window',
    [alert('long', -24 * 5, -24), alert('earlier', -24 * 10, -24)],
    'overlap',
    false,
  ],
])('alerts that were opened before the look-back may be missing: %s', async (_, alerts, selectsAlertsBy, expected) => {
  expect(await fetchWith({}, { selectsAlertsBy }, alerts).result).toMatchObject({ mayMissLongAlerts: expected });
});

describe('of a server that takes every end for one that has happened', () => {
  const YEAR = 365 * 24;
  const wrong = [
    alert('until 9999', 0.25, 7973 * YEAR),
    alert('until soon', 0.5, 1.1),
    alert('until 0001', 0.5, -2025 * YEAR),
    alert('until before', 0.5, 0.25),
    alert('ended', 0.5, 0.75),
    alert('cut to its second', 0.5 + 0.5 / 3600, 0.5),
  ];

  it.each(['open', 'all'] as const)('%s alerts contain those whose end is none', async (state) => {
    const { alerts } = await fetchWith({ state }, {}, wrong).result;
    const open = alerts.filter((each) => findPhase(each) !== 'ended');
    expect(open.map(({ id, state: word }) => [id, word])).toEqual([
      ['until 9999', 'abierta'],
      ['until 0001', 'abierta'],
      ['until soon', 'abierta'],
    ]);
  });

  it('open alerts contain none whose end it does not say, and that it does not list as open', async () => {
    const unlisted = [alert('closed, nobody knows when', 0.5, undefined, { state: 'cerrada' })];
    const intercept = ({ params }: ApiRequest): Interception | undefined =>
      params.estado === 'abiertas' ? { kind: 'body', body: { alertas: [] } } : undefined;
    expect((await fetchWith({ state: 'open' }, { intercept }, unlisted).result).alerts).toEqual([]);
  });

  it('ends before the start are named, but for those that were cut to a second', async () => {
    const { earlyEnds } = await fetchWith({}, {}, wrong).result;
    expect([...earlyEnds.keys()]).toEqual(['until 0001', 'until before']);
  });

  it.each<[string, Alert[], AlertsRequest['state'], boolean]>([
    ['one until 9999', wrong.slice(0, 1), 'open', true],
    ['one until soon', wrong.slice(1, 2), 'open', false],
    ['one until 0001', wrong.slice(2, 3), 'all', true],
    ['one that lasted long', [alert('long', -24 * 5, -24)], 'open', false],
  ])('others may be missing that were opened before the look-back: %s', async (_, alerts, state, expected) => {
    const { mayMissLongAlerts } = await fetchWith({ state }, { selectsAlertsBy: 'opening' }, alerts).result;
    expect(mayMissLongAlerts).toBe(expected);
  });
});

it('derives the phase of an alert from its times, not from the state text of the server', () => {
  const acknowledged = { acknowledgedEpochMs: NOON };
  expect(findPhase(alert('a', 0))).toBe('opened');
  expect(findPhase(alert('b', 0, undefined, acknowledged))).toBe('acknowledged');
  expect(findPhase(alert('c', 0, 1, acknowledged))).toBe('ended');
});

it('an alert that starts and ends at the same instant overlaps a window that contains it', () => {
  expect(overlaps(alert('a', 0, 0), WINDOW)).toBe(true);
  expect(overlaps(alert('b', 1, 1), WINDOW)).toBe(false);
  expect(overlaps(alert('c', -DAY / HOUR), WINDOW)).toBe(true);
});
