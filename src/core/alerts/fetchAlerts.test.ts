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

/** An alert from `from` to `to`, in hours from noon; without `to` it has not ended. */
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
  alert('open since three years', -3 * 365 * 24),
  alert('long ago', -48, -47),
  alert('six days before, into the window', -144, 0.5),
  alert('ends as the window begins', -2, 0),
  alert('inside', 0.25, 0.5),
  alert('opened inside', 0.5),
  alert('begins as the window ends', 1, 2),
  alert('later', 5, 6),
];
const OVERLAPPING = [
  'open since three years',
  'six days before, into the window',
  'ends as the window begins',
  'inside',
  'opened inside',
];

function read(request: Partial<AlertsRequest> = {}, behavior: Partial<ServerBehavior> = {}, alerts = ALERTS) {
  const { client, server } = createTestClient({ ...EMPTY_DATA, alerts }, behavior);
  const all = { window: WINDOW, state: 'all', devices: [], tags: [], severities: [], ...request } as const;
  return { server, answer: fetchAlerts(client, all, testContext()) };
}

function failing(estado: string): (request: ApiRequest) => Interception | undefined {
  return ({ params }) => (params.estado === estado ? { kind: 'status', status: 500 } : undefined);
}

describe('every alert that overlaps the window is found once, in order of its start', () => {
  it.each<[string, Partial<ServerBehavior>]>([
    ['a server that selects by opening', { selectsAlertsBy: 'opening' }],
    ['a server that selects by overlap', { selectsAlertsBy: 'overlap' }],
    ['newest first', { order: 'descending' }],
    ['one a page, empty pages between', { maxPageRows: 1, emptyPages: 1 }],
    ['pages that overlap', { maxPageRows: 2, overlapRows: 1 }],
    ['times that were not reached left out', { unsetTimes: 'absent', lastCursor: 'absent' }],
    ['another offset', { formatTime: TIME_FORMATS.twoHoursEast }],
  ])('%s', async (_, behavior) => {
    const { alerts, error } = await read({}, behavior).answer;
    expect(alerts.map(({ id }) => id)).toEqual(OVERLAPPING);
    expect(alerts[0]).toEqual(ALERTS[0]);
    expect(error).toBeUndefined();
  });
});

it.each<[string, Partial<AlertsRequest>, string[]]>([
  ['open ones', { state: 'open' }, ['open since three years', 'opened inside']],
  ['those of a device', { devices: ['OVEN-1', 'FAN-1'] }, ['oven']],
  ['those of a tag', { tags: ['temperature'] }, ['oven']],
  ['those of a severity', { severities: ['roja'] }, ['oven']],
  ['those of a device and a tag', { devices: ['OVEN-1'], tags: ['pressure'] }, []],
])('only %s are given when asked for', async (_, request, expected) => {
  const oven = alert('oven', 0.5, 0.75, { device: 'OVEN-1', tag: 'temperature', severity: 'roja' });
  const { alerts } = await read(request, {}, [...ALERTS, oven]).answer;
  expect(alerts.map(({ id }) => id)).toEqual(expected);
});

it('asks once for open ones alone, and side by side for both', async () => {
  const open = read({ state: 'open' });
  await open.answer;
  expect(open.server.requests.map(({ params }) => params.estado)).toEqual(['abiertas']);
  const both = read();
  await both.answer;
  expect(both.server.traffic.maxInFlight).toBe(2);
});

describe('a part that fails', () => {
  it.each([
    ['todas', ['open since three years', 'opened inside']],
    ['abiertas', OVERLAPPING.slice(1)],
  ])('leaves the other: without %s', async (estado, expected) => {
    const { alerts, error } = await read({}, { intercept: failing(estado) }).answer;
    expect(alerts.map(({ id }) => id)).toEqual(expected);
    expect(error).toMatchObject({ kind: 'server' });
  });

  it('is the error when the other fails too', async () => {
    const { answer } = read({}, { intercept: () => ({ kind: 'status', status: 403 }) });
    await expect(answer).rejects.toMatchObject({ kind: 'forbidden', path: 'v1/alertas' });
  });

  it('is the error when it is all that was asked for', async () => {
    await expect(read({ state: 'open' }, { intercept: failing('abiertas') }).answer).rejects.toMatchObject({
      kind: 'server',
    });
  });
});

it.each<[string, (request: ApiRequest) => Interception | undefined]>([
  ['while both are under way', () => ({ kind: 'hang' })],
  ['when one has come', ({ params }) => (params.estado === 'abiertas' ? { kind: 'hang' } : undefined)],
  [
    'when one has failed',
    ({ params }) => (params.estado === 'abiertas' ? { kind: 'hang' } : { kind: 'status', status: 500 }),
  ],
])('ends its requests when nobody listens any more, %s', async (_, intercept) => {
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

it('the phase of an alert does not depend on the words of the server', () => {
  const acknowledged = { acknowledgedEpochMs: NOON };
  expect(phaseOf(alert('a', 0))).toBe('opened');
  expect(phaseOf(alert('b', 0, undefined, acknowledged))).toBe('acknowledged');
  expect(phaseOf(alert('c', 0, 1, acknowledged))).toBe('ended');
});

it('an alert of one instant overlaps a window that holds it', () => {
  expect(overlaps(alert('a', 0, 0), WINDOW)).toBe(true);
  expect(overlaps(alert('b', 1, 1), WINDOW)).toBe(false);
  expect(overlaps(alert('c', -DAY / HOUR), WINDOW)).toBe(true);
});
