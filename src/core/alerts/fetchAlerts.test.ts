import { type Interception, type ServerBehavior, TIME_FORMATS } from '../../testSupport/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specData';
import { createTestClient, testContext } from '../../testSupport/testClient';
import type { ApiRequest } from '../api/transport';
import { type Alert, overlaps, phaseOf } from './alert';
import { type AlertsRequest, fetchAlerts } from './fetchAlerts';

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

function fetchWith(request: Partial<AlertsRequest> = {}, behavior: Partial<ServerBehavior> = {}, alerts = ALERTS) {
  const { client, server } = createTestClient({ ...EMPTY_DATA, alerts }, behavior);
  const all = { window: WINDOW, state: 'all', devices: [], tags: [], severities: [], ...request } as const;
  return { server, result: fetchAlerts(client, all, testContext()) };
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
    expect(alerts.map(({ id }) => id)).toEqual(OVERLAPPING);
    expect(alerts[0]).toEqual(ALERTS[0]);
    expect(error).toBeUndefined();
  });
});

it.each<[string, Partial<AlertsRequest>, string[]]>([
  ['state', { state: 'open' }, ['open for three years', 'opens inside']],
  ['device', { devices: ['OVEN-1', 'FAN-1'] }, ['oven']],
  ['tag', { tags: ['temperature'] }, ['oven']],
  ['severity', { severities: ['roja'] }, ['oven']],
  ['device and tag', { devices: ['OVEN-1'], tags: ['pressure'] }, []],
])('filters by %s', async (_, request, expected) => {
  const oven = alert('oven', 0.5, 0.75, { device: 'OVEN-1', tag: 'temperature', severity: 'roja' });
  const { alerts } = await fetchWith(request, {}, [...ALERTS, oven]).result;
  expect(alerts.map(({ id }) => id)).toEqual(expected);
});

it('sends one request for open alerts, and two concurrent requests for all alerts', async () => {
  const open = fetchWith({ state: 'open' });
  await open.result;
  expect(open.server.requests.map(({ params }) => params.estado)).toEqual(['abiertas']);
  const all = fetchWith();
  await all.result;
  expect(all.server.traffic.maxInFlight).toBe(2);
});

describe('if a request fails', () => {
  it.each([
    ['todas', ['open for three years', 'opens inside']],
    ['abiertas', OVERLAPPING.slice(1)],
  ])('returns the alerts of the other request: %s failed', async (estado, expected) => {
    const { alerts, error } = await fetchWith({}, { intercept: failRequestsFor(estado) }).result;
    expect(alerts.map(({ id }) => id)).toEqual(expected);
    expect(error).toMatchObject({ kind: 'server' });
  });

  it('rejects if the other request fails too', async () => {
    const { result } = fetchWith({}, { intercept: () => ({ kind: 'status', status: 403 }) });
    await expect(result).rejects.toMatchObject({ kind: 'forbidden', path: 'v1/alertas' });
  });

  it('rejects if it was the only request', async () => {
    await expect(fetchWith({ state: 'open' }, { intercept: failRequestsFor('abiertas') }).result).rejects.toMatchObject(
      {
        kind: 'server',
      }
    );
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
  const { client, server } = createTestClient(EMPTY_DATA, { intercept });
  const controller = new AbortController();
  const request: AlertsRequest = { window: WINDOW, state: 'all', devices: [], tags: [], severities: [] };
  const outcome = expect(fetchAlerts(client, request, testContext(controller.signal))).rejects.toMatchObject({
    name: 'AbortError',
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await outcome;
  expect(server.traffic.inFlight).toBe(0);
});

it('derives the phase of an alert from its times, not from the state text of the server', () => {
  const acknowledged = { acknowledgedEpochMs: NOON };
  expect(phaseOf(alert('a', 0))).toBe('opened');
  expect(phaseOf(alert('b', 0, undefined, acknowledged))).toBe('acknowledged');
  expect(phaseOf(alert('c', 0, 1, acknowledged))).toBe('ended');
});

it('an alert that starts and ends at the same instant overlaps a window that contains it', () => {
  expect(overlaps(alert('a', 0, 0), WINDOW)).toBe(true);
  expect(overlaps(alert('b', 1, 1), WINDOW)).toBe(false);
  expect(overlaps(alert('c', -DAY / HOUR), WINDOW)).toBe(true);
});
