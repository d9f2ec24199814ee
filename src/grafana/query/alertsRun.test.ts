import type { DataFrame } from '@grafana/data';
import type { ServerBehavior } from '../../testSupport/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specData';
import { createTestClient } from '../../testSupport/testClient';
import type { Alert } from '../../core/alerts/alert';
import { normalizeQuery } from '../../query/normalizeQuery';
import type { AlertsQuery } from '../../query/telemetryQuery';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { alertsRun, ANNOTATION_QUERY_TYPE } from './alertsRun';
import { panelContextOf } from './panelContext';
import { annotationSupport } from '../annotationSupport';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 6 * HOUR };

function alert(id: string, change: Partial<Alert>): Alert {
  return {
    id,
    rule: `Rule <${id}>`,
    device: 'PUMP/1',
    tag: 'pressure',
    severity: 'critica',
    state: 'cerrada',
    startEpochMs: NOON,
    openedEpochMs: NOON + 1000,
    acknowledgedEpochMs: undefined,
    endEpochMs: undefined,
    startValue: undefined,
    peakValue: undefined,
    ...change,
  };
}

const ALERTS = [
  alert('ended', {
    startEpochMs: NOON - HOUR,
    endEpochMs: NOON + HOUR,
    startValue: 7.5,
    peakValue: 9,
    acknowledgedEpochMs: NOON,
  }),
  alert('open', { startEpochMs: NOON + 2 * HOUR, state: '', severity: 'roja' }),
];

async function runAlertsQuery(queryType: string | undefined, behavior: Partial<ServerBehavior> = {}) {
  const test = createTestClient({ ...EMPTY_DATA, alerts: ALERTS }, { selectsAlertsBy: 'overlap', ...behavior });
  const query = normalizeQuery({ kind: 'alerts', refId: 'A', ...(queryType && { queryType }) }) as AlertsQuery;
  const request = panelRequest(WINDOW, [query], { timezone: 'Europe/Madrid' });
  const run = alertsRun(query, panelContextOf(request, dataSourceServices(test)));
  await run.run(new AbortController().signal, () => undefined);
  return run;
}

function columns(frame: DataFrame | undefined): Record<string, unknown[]> {
  return Object.fromEntries(frame?.fields.map(({ name, values }) => [name, values]) ?? []);
}

it('annotations are regions from start to end; those of open alerts reach to the end of the time range', async () => {
  const { frames } = await runAlertsQuery(ANNOTATION_QUERY_TYPE);
  expect(columns(frames[0])).toEqual({
    time: [NOON - HOUR, NOON + 2 * HOUR],
    timeEnd: [NOON + HOUR, WINDOW.toEpochMs],
    title: ['Rule <ended>', 'Rule <open>'],
    text: [
      'PUMP/1 · pressure — at start 7.5 — peak 9 — acknowledged 2026-03-03 13:00:00',
      'PUMP/1 · pressure — not ended',
    ],
    tags: [['critica', 'cerrada'], ['roja']],
    id: ['ended', 'open'],
  });
});

it('a panel gets a table with the newest alert first', async () => {
  const { frames } = await runAlertsQuery(undefined);
  expect(columns(frames[0])).toEqual({
    start: [NOON + 2 * HOUR, NOON - HOUR],
    end: [null, NOON + HOUR],
    severity: ['roja', 'critica'],
    state: ['', 'cerrada'],
    rule: ['Rule <open>', 'Rule <ended>'],
    device: ['PUMP/1', 'PUMP/1'],
    tag: ['pressure', 'pressure'],
    startValue: [null, 7.5],
    peakValue: [null, 9],
    opened: [NOON + 1000, NOON + 1000],
    acknowledged: [null, NOON],
  });
});

it('returns an empty frame, not an error, if there are no alerts', async () => {
  const { frames, errors } = await runAlertsQuery(undefined, {
    intercept: () => ({ kind: 'body', body: { alertas: [] } }),
  });
  expect([frames[0]?.length, errors]).toEqual([0, []]);
});

it('reports a failed request in a notice on the alerts that were received', async () => {
  const { frames, errors } = await runAlertsQuery(undefined, {
    intercept: ({ params }) => (params.estado === 'todas' ? { kind: 'status', status: 500, body: 'disk' } : undefined),
  });
  expect(frames[0]?.length).toBe(1);
  expect(frames[0]?.meta?.notices).toEqual([
    { severity: 'warning', text: expect.stringMatching(/^Some alerts may be missing\. .*\[disk\]/) },
  ]);
  expect(errors).toEqual([]);
});

it('reports an error if every request fails', async () => {
  const { frames, errors } = await runAlertsQuery(undefined, { intercept: () => ({ kind: 'status', status: 403 }) });
  expect(frames).toEqual([]);
  expect(errors).toEqual([{ refId: 'A', message: expect.stringContaining('permission alertas:leer') }]);
});

it('an aborted run rejects and reports no error', async () => {
  const services = dataSourceServices(createTestClient(EMPTY_DATA));
  const query = normalizeQuery({ kind: 'alerts' }) as AlertsQuery;
  const run = alertsRun(query, panelContextOf(panelRequest(WINDOW, [query]), services));
  await expect(run.run(AbortSignal.abort(), () => undefined)).rejects.toMatchObject({ name: 'AbortError' });
  expect(run.errors).toEqual([]);
});

describe('the annotation query of a dashboard', () => {
  const support = annotationSupport(() => null);

  it.each([
    ['nothing', undefined, { refId: 'Anno', state: 'all', severities: [] }],
    [
      'a filter',
      { refId: 'X', state: 'open', severities: ['critica'] },
      { refId: 'X', state: 'open', severities: ['critica'] },
    ],
    ['a query of another kind', { kind: 'history', devices: ['P1'] }, { refId: 'Anno', devices: ['P1'] }],
  ])('saved with %s becomes an alerts query for annotations', (_, target, expected) => {
    const annotation = { name: '', enable: true, iconColor: '', target } as never;
    expect(support.prepareQuery?.(annotation)).toMatchObject({
      kind: 'alerts',
      queryType: ANNOTATION_QUERY_TYPE,
      ...expected,
    });
  });

  it('selects all alerts by default', () => {
    expect(support.getDefaultQuery?.()).toMatchObject({ kind: 'alerts', state: 'all' });
  });
});
