import type { DataFrame, DataQueryRequest } from '@grafana/data';
import type { Alert } from '../../core/alerts/alert';
import type { Device } from '../../core/inventory/device';
import { normalizeQuery } from '../normalizeQuery';
import type { AlertsQuery } from './alertsQuery';
import type { TelemetryQuery } from '../kinds';
import { columns } from '../../testSupport/columns';
import { createFakeClock } from '../../testSupport/testClocks';
import { plainFrames } from '../../grafana/frames/runFrames';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { ALERTS as KIND } from './alertsRun';
import { ANNOTATION_QUERY_TYPE, createPanelContext, type PanelContext } from '../../grafana/query/panelContext';
import { SETTINGS, type TelemetrySettings } from '../../query/dataSourceSettings';
import type { QueryRun } from '../../grafana/query/queryRun';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Durations are in seconds. */
const HOUR_S = 3600;
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 6 * HOUR };
const NOW = NOON + 6 * HOUR + 1;

function alert(id: string, change: Partial<Alert> = {}): Alert {
  return {
    id,
    rule: `Rule <${id}>`,
    device: 'PUMP/1',
    tag: 'pressure',
    severity: 'critica',
    state: 'cerrada',
    startEpochMs: NOON,
    openedEpochMs: change.startEpochMs ?? NOON,
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
    openedEpochMs: NOON - HOUR + 1000,
    endEpochMs: NOON + HOUR,
    startValue: 7.5,
    peakValue: 9.25,
    acknowledgedEpochMs: NOON,
  }),
  alert('open', { device: 'OVEN-1', tag: 'temperature', startEpochMs: NOON + 2 * HOUR, state: '', severity: 'roja' }),
];

const DEVICES: readonly Device[] = [
  {
    code: 'PUMP/1',
    name: 'Pump <1>',
    type: 'pump',
    site: 'Getafe',
    area: 'Water',
    connection: '',
    lastContactEpochMs: undefined,
    tags: [{ key: 'pressure', name: 'Discharge pressure', unit: 'bar', type: '' }],
  },
];

interface Options {
  readonly settings?: TelemetrySettings;
  readonly query?: object;
  readonly alerts?: readonly Alert[];
  readonly devices?: readonly Device[];
  readonly behavior?: Partial<ServerBehavior>;
  readonly request?: Partial<DataQueryRequest<TelemetryQuery>>;
  readonly window?: typeof WINDOW;
}

async function runAlertsQuery(options: Options = {}) {
  const { query = {}, alerts = ALERTS, devices = DEVICES, behavior, request = {}, window = WINDOW, settings } = options;
  const test = createTestClient(
    { ...EMPTY_DATA, alerts, devices },
    { selectsAlertsBy: 'overlap', ...behavior },
    { clock: createFakeClock(NOW) }
  );
  const normalized = normalizeQuery({ kind: 'alerts', refId: 'A', ...query }) as AlertsQuery;
  const panel = panelRequest(window, [normalized], { timezone: 'Europe/Madrid', ...request });
  const run = startRun(normalized, createPanelContext(panel, dataSourceServices(test, settings)));
  await run.run(new AbortController().signal, () => undefined);
  const frames = plainFrames(run.render());
  return { frames, frame: frames[0], errors: run.errors, server: test.server };
}

function startRun(query: AlertsQuery, panel: PanelContext): QueryRun {
  return KIND.createRuns([{ query, context: { ...panel, chosenTexts: new Set() } }])[0]!;
}

const ANNOTATIONS = { queryType: ANNOTATION_QUERY_TYPE };

function findField(frame: DataFrame | undefined, name: string) {
  return frame?.fields.find((field) => field.name === name);
}

function listNotices(frame: DataFrame | undefined) {
  return frame?.meta?.notices?.map(({ text }) => text);
}

async function listRules(options: Options): Promise<unknown[] | undefined> {
  return columns((await runAlertsQuery(options)).frame).rule;
}

describe('values at start', () => {
  const startValues = async (options: Options = {}) =>
    (await runAlertsQuery({ query: { format: 'startValues' }, ...options })).frames;

  it('are dashed lines in the color of the severity, within the time range and the alert', async () => {
    const alerts = [
      alert('1', { startEpochMs: WINDOW.fromEpochMs - HOUR, endEpochMs: NOON + HOUR, startValue: 7.5 }),
      alert('2', { startEpochMs: NOON, endEpochMs: undefined, startValue: 8, severity: 'info' }),
      alert('3', { startEpochMs: NOON, endEpochMs: undefined, startValue: undefined }),
      alert('4', { startEpochMs: NOON, endEpochMs: undefined, startValue: 9, severity: 'roja' }),
    ];
    const frames = await startValues({ alerts });
    expect(frames?.map(columns)).toEqual([
      { time: [WINDOW.fromEpochMs, NOON + HOUR], startValue: [7.5, 7.5] },
      { time: [NOON, WINDOW.toEpochMs], startValue: [8, 8] },
      { time: [NOON, WINDOW.toEpochMs], startValue: [9, 9] },
    ]);
    const fields = frames?.map((frame) => findField(frame, 'startValue'));
    expect(fields?.map((field) => field?.config.color?.fixedColor)).toEqual(['#c4162a', '#1f60c4', '#6e6e6e']);
    expect(fields?.[0]?.config).toMatchObject({
      unit: 'pressurebar',
      displayNameFromDS: expect.stringMatching(/: value at start$/) as unknown,
      custom: { lineStyle: { fill: 'dash' } },
    });
  });

  it('of a counter are left out, because charts show how much it counted', async () => {
    const [pump, ...others] = DEVICES;
    const counter = { ...pump!, tags: pump!.tags.map((tag) => ({ ...tag, type: 'contador' })) };
    const alerts = [alert('1', { startValue: 7.5 })];
    expect(await startValues({ alerts, devices: [counter, ...others] })).toEqual([]);
  });

  it('say that alerts may be missing', async () => {
    const alerts = [alert('1', { startValue: 7.5 })];
    const frames = await startValues({
      alerts,
      behavior: { intercept: (_, number) => (number === 1 ? { kind: 'status', status: 404 } : undefined) },
    });
    expect(listNotices(frames?.[0])).toEqual([expect.stringContaining('Some alerts may be missing')]);
    expect(frames?.[0]?.fields).toEqual([]);
  });
});

describe('of a state', () => {
  const [pump, ...others] = DEVICES;
  const tags = [...pump!.tags, { key: 'state', name: 'State (0 off, 2 jam <b>)', unit: '', type: 'estado' }];
  const devices = [{ ...pump!, tags }, ...others];
  const jam = alert('jam', { tag: 'state', startValue: 2, peakValue: 2 });
  const high = alert('high', { startValue: 2, peakValue: 9.5 });

  it('values are shown by their names', async () => {
    const { frame } = await runAlertsQuery({ devices, alerts: [jam], query: { format: 'table' } });
    expect(findField(frame, 'startValue')?.config.mappings?.[0]?.options).toMatchObject({ 2: { text: 'jam <b>' } });
    expect(findField(frame, 'name')?.values).toEqual(['State']);
    expect(findField(frame, 'startState')).toBeUndefined();
  });

  it('names are columns of their own among alerts of other tags', async () => {
    const { frame } = await runAlertsQuery({ devices, alerts: [high, jam], query: { format: 'table' } });
    expect(findField(frame, 'startValue')?.config.mappings).toBeUndefined();
    expect(columns(frame)).toMatchObject({
      name: ['State', 'Discharge pressure'],
      startValue: [2, 2],
      startState: ['jam <b>', null],
      peakState: ['jam <b>', null],
    });
  });

  it('the text of a region has the name', async () => {
    const { frame } = await runAlertsQuery({ devices, alerts: [jam], query: { queryType: ANNOTATION_QUERY_TYPE } });
    expect(columns(frame).text).toEqual([
      'Pump &lt;1&gt; · State: jam &lt;b&gt; at start · peak jam &lt;b&gt; · still open',
    ]);
  });
});

describe('a timeline', () => {
  const timeline = (options: Options) =>
    runAlertsQuery({ query: { format: 'timeline' }, request: { panelPluginId: 'state-timeline' }, ...options });

  it('has the highest severity of each device', async () => {
    const { frames } = await timeline({});
    expect(frames?.map((frame) => [frame.name, columns(frame)])).toEqual([
      ['OVEN-1', { time: [NOON, NOON + 2 * HOUR], severity: [null, 'roja'] }],
      ['Pump <1>', { time: [NOON, NOON + HOUR], severity: ['critica', null] }],
    ]);
  });

  it('without a device that passes the filter is empty', async () => {
    const { frames } = await timeline({ query: { format: 'timeline', sites: ['Nowhere*'] } });
    expect(frames?.map(({ fields }) => fields)).toEqual([[]]);
  });

  it('whose alerts may be missing does not say that there are none', async () => {
    const intercept: ServerBehavior['intercept'] = (_, number) =>
      number === 1 ? { kind: 'status', status: 404 } : undefined;
    const { frames } = await timeline({ alerts: [], behavior: { intercept } });
    expect(frames?.map(({ fields }) => fields)).toEqual([[]]);
    expect(listNotices(frames?.[0])).toEqual([expect.stringContaining('Some alerts may be missing')]);
  });
});

describe('annotations', () => {
  it('of a panel are in the color of their severity and lead to their trend', async () => {
    const { frame } = await runAlertsQuery({
      query: { format: 'annotations' },
      request: { panelPluginId: 'timeseries' },
    });
    expect(frame?.meta?.dataTopic).toBe('annotations');
    expect(columns(frame)).toMatchObject({
      isRegion: [true, true],
      color: ['#c4162a', null],
      id: [0, 0],
      trendUrl: [expect.stringContaining('/explore?'), expect.stringContaining('/explore?')],
    });
    expect(findField(frame, 'text')?.config.links).toEqual([
      { title: 'Show trend', url: '${__data.fields.trendUrl:raw}' },
    ]);
  });

  it('are regions from start to end; those of open alerts reach to the end of the time range', async () => {
    const { frame } = await runAlertsQuery({ query: ANNOTATIONS });
    expect(columns(frame)).toEqual({
      time: [NOON - HOUR, NOON + 2 * HOUR],
      timeEnd: [NOON + HOUR, WINDOW.toEpochMs],
      title: ['Rule &lt;ended&gt;', 'Rule &lt;open&gt;'],
      text: [
        'Pump &lt;1&gt; · Discharge pressure: 7.5 bar at start · peak 9.25 bar · acknowledged 2026-03-03 13:00:00',
        'OVEN-1 · temperature: still open',
      ],
      tags: [['Critical', 'Ended'], ['roja']],
      id: [0, 0],
      newState: ['alerting', null],
      color: ['#c4162a', null],
    });
  });

  it('have the color of their severity through the state of an alert of Grafana', async () => {
    const words = ['crítica', 'advertencia', 'warning', 'info', '__proto__', ''];
    const alerts = words.map((severity, index) => alert(String(index), { severity }));
    const { frame } = await runAlertsQuery({ query: ANNOTATIONS, alerts });
    expect(columns(frame)).toMatchObject({
      newState: ['alerting', 'pending', 'pending', 'no_data', null, null],
      color: ['#c4162a', '#a85100', '#a85100', '#1f60c4', null, null],
    });
  });

  it('show rules, names and words of the server as text, not as HTML', async () => {
    const html = `<img src="x" onerror='y'> & <b>`;
    const escaped = '&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt; &amp; &lt;b&gt;';
    const { frame } = await runAlertsQuery({
      query: ANNOTATIONS,
      alerts: [alert('a', { rule: html, device: html, tag: html, state: 'cerrada' })],
    });
    expect(columns(frame)).toMatchObject({ title: [escaped], text: [`${escaped} · ${escaped}: still open`] });
  });

  it('are only the alerts that are wide enough, if the query says so, with a notice that counts the others', async () => {
    const narrowMs = (6 * HOUR) / 200;
    const alerts = [
      alert('region', { endEpochMs: NOON + narrowMs }),
      alert('line', { endEpochMs: NOON + narrowMs - 1 }),
      alert('new', { startEpochMs: WINDOW.toEpochMs - 1 }),
      alert('open'),
    ];
    const { frame } = await runAlertsQuery({ query: { ...ANNOTATIONS, regionsOnly: true }, alerts });
    expect(columns(frame).title).toEqual(['Rule &lt;open&gt;', 'Rule &lt;region&gt;']);
    expect(listNotices(frame)).toEqual(['2 alerts are too short to be seen as regions and were left out.']);
    const all = await runAlertsQuery({ query: ANNOTATIONS, alerts });
    expect([all.frame?.length, listNotices(all.frame)]).toEqual([4, []]);
  });
});

describe('a panel', () => {
  it('gets a table with the newest alert first, with names from the inventory', async () => {
    const { frame } = await runAlertsQuery();
    expect(columns(frame)).toEqual({
      start: [NOON + 2 * HOUR, NOON - HOUR],
      end: [null, NOON + HOUR],
      duration: [4 * HOUR_S + 0.001, 2 * HOUR_S],
      severity: ['roja', 'critica'],
      state: ['', 'cerrada'],
      rule: ['Rule <open>', 'Rule <ended>'],
      device: ['OVEN-1', 'Pump <1>'],
      name: ['temperature', 'Discharge pressure'],
      startValue: [null, 7.5],
      peakValue: [null, 9.25],
      unit: ['', 'bar'],
      site: ['', 'Getafe'],
      area: ['', 'Water'],
      opened: [NOON + 2 * HOUR, NOON - HOUR + 1000],
      acknowledged: [null, NOON],
      timeToAcknowledge: [null, HOUR_S - 1],
      // The open one waits since it was opened.
      waited: [4 * HOUR_S + 0.001, HOUR_S - 1],
      deviceCode: ['OVEN-1', 'PUMP/1'],
      tag: ['temperature', 'pressure'],
      trendUrl: [expect.stringMatching(/^\/explore\?/), expect.stringMatching(/^\/explore\?/)],
    });
  });

  it('shows severity and state as words in their colors, and keeps the words of the server as values', async () => {
    const { frame } = await runAlertsQuery();
    expect(findField(frame, 'severity')?.config.mappings?.[0]?.options).toMatchObject({
      critica: { text: 'Critical', color: '#c4162a' },
      advertencia: { text: 'Warning', color: '#a85100' },
    });
    expect(findField(frame, 'state')?.config.mappings?.[0]?.options).toMatchObject({ cerrada: { text: 'Ended' } });
  });

  it('formats values with their unit if it is the same for all rows', async () => {
    const one = await runAlertsQuery({ alerts: ALERTS.slice(0, 1) });
    expect(findField(one.frame, 'peakValue')?.config.unit).toBe('pressurebar');
    const several = await runAlertsQuery();
    expect(findField(several.frame, 'peakValue')?.config.unit).toBeUndefined();
  });

  it.each<[string, Partial<Alert>, [fromMs: number, toMs: number]]>([
    ['an hour before and after a short alert', { endEpochMs: NOON + 60_000 }, [NOON - HOUR, NOON + 60_000 + HOUR]],
    [
      'a fifth of a long alert before it, and nothing after now',
      { startEpochMs: NOON - 10 * DAY },
      [NOON - 10 * DAY - (NOW - NOON + 10 * DAY) / 5, NOW],
    ],
  ])('links to the trend with %s', async (_, change, [fromMs, toMs]) => {
    const { frame } = await runAlertsQuery({ alerts: [alert('a', change)] });
    const [url] = findField(frame, 'trendUrl')?.values ?? [];
    const panes = JSON.parse(new URL(String(url), 'https://grafana').searchParams.get('panes')!);
    expect(panes.trend).toMatchObject({
      datasource: 'telemetry',
      queries: [{ kind: 'history', devices: ['PUMP/1'], tags: ['pressure'] }],
      range: { from: String(Math.floor(fromMs)), to: String(Math.ceil(toMs)) },
    });
    expect(findField(frame, 'rule')?.config.links).toMatchObject([{ url: '${__data.fields.trendUrl:raw}' }]);
    expect(findField(frame, 'trendUrl')?.config.custom).toMatchObject({ hidden: true, hideFrom: { viz: true } });
  });

  it.each<[string, object]>([
    ['site', { sites: ['Getafe'] }],
    ['severity', { severities: ['critica'] }],
    ['rule', { rules: ['*ended*'] }],
  ])('filters by %s', async (_, query) => {
    expect(await listRules({ query })).toEqual(['Rule <ended>']);
  });

  it('filters by state, and by device for a device that the inventory does not list', async () => {
    expect(await listRules({ query: { state: 'open' } })).toEqual(['Rule <open>']);
    expect(await listRules({ query: { devices: ['OVEN-1'] } })).toEqual(['Rule <open>']);
  });

  it('filters by the ad hoc filters of the dashboard', async () => {
    const filters = [{ key: 'site', operator: '!=', value: 'Getafe' }];
    expect(await listRules({ request: { filters } })).toEqual(['Rule <open>']);
  });

  it('reports a pattern that is not valid', async () => {
    const { errors } = await runAlertsQuery({ query: { rules: ['/(/'] } });
    expect(errors).toEqual([
      { refId: 'A', message: expect.stringContaining('/(/ is not a valid regular expression.'), status: 400 },
    ]);
  });

  describe('if the inventory is forbidden', () => {
    const behavior: Partial<ServerBehavior> = {
      intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined),
    };

    it('shows codes instead of names', async () => {
      const { frame, errors } = await runAlertsQuery({ behavior });
      expect([columns(frame).device, errors]).toEqual([['OVEN-1', 'PUMP/1'], []]);
    });

    it('reports an error for a filter that needs it, rather than no alerts', async () => {
      const { errors } = await runAlertsQuery({ behavior, query: { sites: ['Getafe'] } });
      expect(errors).toEqual([{ refId: 'A', message: expect.stringContaining('dispositivos:leer'), status: 403 }]);
    });
  });

  it('learns that alerts may be missing, if alerts last long and the server may select them by opening', async () => {
    const alerts = [alert('long', { startEpochMs: NOON - 5 * DAY, endEpochMs: NOON + HOUR })];
    const { frame } = await runAlertsQuery({ alerts, behavior: { selectsAlertsBy: 'opening' } });
    expect(listNotices(frame)).toEqual([
      expect.stringMatching(
        /^Alerts that were opened more than 7 days before the time range.* Increase “Alert look-back”/
      ),
    ]);
    expect(listNotices((await runAlertsQuery()).frame)).toEqual([]);
  });

  it('is not advised to increase a look-back that cannot be longer', async () => {
    const alerts = [alert('long', { startEpochMs: NOON - 200 * DAY, endEpochMs: NOON + HOUR })];
    const settings = { alertLookBackDays: SETTINGS.alertLookBackDays.max };
    const { frame } = await runAlertsQuery({ alerts, settings, behavior: { selectsAlertsBy: 'opening' } });
    expect(listNotices(frame)).toEqual([
      'Alerts that were opened more than 365 days before the time range and are not listed as open may not be included.',
    ]);
  });
});

describe('counts', () => {
  /** Steps of an hour. A cell of a status history is several points wide. */
  const requestOf = (panelPluginId: string | undefined) => ({
    panelPluginId,
    maxDataPoints: panelPluginId === 'status-history' ? 24 : 6,
  });
  const alerts = [
    alert('long', { startEpochMs: NOON - 5 * DAY, endEpochMs: NOON + HOUR }),
    alert('short', { startEpochMs: NOON + 90 * 60_000, endEpochMs: NOON + 100 * 60_000, severity: 'critical' }),
    alert('open', { startEpochMs: NOON + 4.5 * HOUR, severity: '<roja>' }),
    alert('before', { startEpochMs: NOON - 2 * HOUR, endEpochMs: NOON - HOUR }),
  ];

  it.each<[string, string, object]>([
    ['a time series panel', 'timeseries', {}],
    ['a trend panel', 'trend', { format: 'table' }],
    ...['stat', 'gauge', 'bargauge', 'piechart', 'barchart', 'histogram', 'state-timeline', 'status-history'].map(
      (panel): [string, string, object] => [panel, panel, {}]
    ),
    ['a state timeline', 'state-timeline', { format: 'devices' }],
    ['a table panel with the format', 'table', { format: 'count' }],
    ['a bar chart with the format', 'barchart', { format: 'count' }],
  ])('are what %s gets: active alerts per step and severity', async (_, panelPluginId, query) => {
    const { frame } = await runAlertsQuery({ alerts, query, request: requestOf(panelPluginId) });
    expect(columns(frame)).toEqual({
      time: Array.from({ length: 6 }, (__, hour) => NOON + hour * HOUR),
      critical: [1, 1, 0, 0, 0, 0],
      warning: [0, 0, 0, 0, 0, 0],
      info: [0, 0, 0, 0, 0, 0],
      '<roja>': [0, 0, 0, 0, 1, 1],
    });
    expect(findField(frame, 'critical')?.config).toMatchObject({
      displayNameFromDS: 'Critical',
      color: { mode: 'fixed', fixedColor: '#c4162a' },
    });
    expect(findField(frame, '<roja>')?.config).toMatchObject({ displayNameFromDS: '<roja>' });
  });

  it.each([undefined, 'table', 'logs', 'canvas', 'marcusolsson-dynamictext-panel'])(
    'are not what %s gets, which can show a list',
    async (panelPluginId) => {
      const { frame } = await runAlertsQuery({ alerts, request: requestOf(panelPluginId) });
      expect(findField(frame, 'rule')?.values).toHaveLength(3);
    }
  );

  it('are not what a stat panel gets that selects a column of the table', async () => {
    const query = { format: 'table' };
    const { frame } = await runAlertsQuery({ alerts, query, request: requestOf('stat') });
    expect(findField(frame, 'timeToAcknowledge')?.values).toHaveLength(3);
  });

  it('are not what a bar chart gets that ranks the devices', async () => {
    const query = { format: 'devices' };
    const { frame } = await runAlertsQuery({ alerts, query, request: requestOf('barchart') });
    expect(findField(frame, 'time')).toBeUndefined();
  });

  it('have the fields of the severities that the query includes, with zeros if there are no alerts', async () => {
    const query = { format: 'count', severities: ['advertencia'] };
    const { frame } = await runAlertsQuery({ alerts, query, request: requestOf(undefined) });
    expect(frame?.fields.map(({ name }) => name)).toEqual(['time', 'warning']);
    expect(findField(frame, 'warning')?.values).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are of steps of the time zone of the dashboard, each complete if it is over', async () => {
    const day = { fromEpochMs: NOON - 2 * DAY, toEpochMs: NOON - DAY };
    const inLastStep = alert('in the last step', { startEpochMs: NOON - DAY + HOUR, endEpochMs: NOON - DAY + HOUR });
    const { frame } = await runAlertsQuery({
      alerts: [inLastStep],
      query: { format: 'count' },
      request: { maxDataPoints: 1 },
      window: day,
    });
    const midnight = Date.UTC(2026, 1, 28, 23);
    expect(columns(frame)).toMatchObject({ time: [midnight, midnight + DAY], critical: [0, 1] });
  });

  it.each([0, -1, NaN])('have at most a hundred steps for a request of %s points', async (maxDataPoints) => {
    const { frame } = await runAlertsQuery({ alerts, query: { format: 'count' }, request: { maxDataPoints } });
    expect(frame!.length).toBeGreaterThan(1);
    expect(frame!.length).toBeLessThanOrEqual(100);
  });

  it('have at most a hundred steps, and none that begins after now', async () => {
    const future = { fromEpochMs: NOON, toEpochMs: NOON + 12 * HOUR };
    const { frame } = await runAlertsQuery({ alerts, query: { format: 'count' }, window: future });
    const times = findField(frame, 'time')?.values as number[];
    expect([times[1]! - times[0]!, times.length]).toEqual([10 * 60_000, 37]);
    const later = { fromEpochMs: NOW + HOUR, toEpochMs: NOW + 2 * HOUR };
    expect((await runAlertsQuery({ alerts, query: { format: 'count' }, window: later })).frame?.length).toBe(0);
  });
});

describe('what is open now does not follow the time range', () => {
  const PAST = { fromEpochMs: NOON - 48 * HOUR, toEpochMs: NOON - 42 * HOUR };
  const open = (query: object, panelPluginId: string, window = PAST) =>
    runAlertsQuery({ window, query: { state: 'open', ...query }, request: { panelPluginId } });
  /** Open for longer than the range lasts, too, and one with an end in the future, which the server lists as ended. */
  const others = [
    alert('long', { startEpochMs: NOON - 30 * DAY }),
    alert('future', { startEpochMs: NOON, endEpochMs: NOW + HOUR }),
  ];

  it.each(['stat', 'gauge', 'bargauge', 'piechart', 'table'])('in the counts of a %s', async (visualization) => {
    const { frame } = await open({ format: 'count' }, visualization);
    expect(columns(frame)).toMatchObject({ critical: [0], warning: [0], info: [0], roja: [1] });
  });

  it('wherever the range ends, and however long an alert has been open', async () => {
    const alerts = [...ALERTS, ...others];
    for (const window of [PAST, WINDOW, { ...WINDOW, toEpochMs: NOW + DAY }]) {
      const options = { window, alerts, query: { state: 'open' }, request: { panelPluginId: 'table' } };
      expect(await listRules(options)).toEqual(expect.arrayContaining(['Rule <open>', 'Rule <long>', 'Rule <future>']));
      const counted = await runAlertsQuery({ ...options, request: { panelPluginId: 'stat' } });
      expect(columns(counted.frame)).toMatchObject({ critical: [2], roja: [1] });
    }
  });

  it('but panels in time show when it was open', async () => {
    const { frame } = await open({ format: 'count' }, 'timeseries');
    expect(frame!.length).toBeGreaterThan(1);
    expect(columns(frame)).not.toHaveProperty('roja');
  });
});

describe('what was open at the end of the time range', () => {
  const THEN = NOON - 2 * HOUR;
  const PAST = { fromEpochMs: THEN - HOUR, toEpochMs: THEN };
  const since = (change: Partial<Alert>) => ({ startEpochMs: THEN - DAY, endEpochMs: NOON, ...change });
  const alerts = [
    alert('openNow', { startEpochMs: THEN - 30 * DAY, state: 'abierta' }),
    alert('endedSince', since({ severity: 'info', state: 'cerrada', peakValue: 9 })),
    alert('acknowledgedSince', since({ acknowledgedEpochMs: THEN + 1, state: 'reconocida', endEpochMs: undefined })),
    alert('acknowledged', since({ acknowledgedEpochMs: THEN, state: 'cerrada' })),
    alert('endedThen', since({ endEpochMs: THEN })),
    alert('notYetOpened', since({ openedEpochMs: THEN })),
  ];
  const AT_END = { state: 'open', at: 'rangeEnd' };
  const run = (query: object, panelPluginId = 'table', window = PAST) =>
    runAlertsQuery({ alerts, window, query: { ...AT_END, ...query }, request: { panelPluginId } });

  it('is listed as it was, with its duration and without what came later', async () => {
    const { frame } = await run({});
    const { rule, state, acknowledged, duration, end, peakValue } = columns(frame);
    const rows = rule!.map((name, row) => [name, state![row], acknowledged![row], duration![row]]);
    expect(rows.sort()).toEqual([
      ['Rule <acknowledged>', 'reconocida', THEN, 24 * 3600],
      ['Rule <acknowledgedSince>', 'abierta', null, 24 * 3600],
      ['Rule <endedSince>', 'abierta', null, 24 * 3600],
      ['Rule <openNow>', 'abierta', null, 30 * 24 * 3600],
    ]);
    expect(new Set([...end!, ...peakValue!])).toEqual(new Set([null]));
    expect(listNotices(frame)).toEqual(['As it was at the end of the time range: 2026-03-03 11:00:00.']);
  });

  it('is counted by severity', async () => {
    const { frame } = await run({ format: 'count' }, 'stat');
    expect(columns(frame)).toMatchObject({ critical: [3], info: [1], warning: [0] });
  });

  it('is what is open now where the range has not ended, or all alerts are wanted', async () => {
    expect(columns((await run({}, 'table', WINDOW)).frame).rule).toContain('Rule <acknowledgedSince>');
    expect(listNotices((await run({}, 'table', { ...PAST, toEpochMs: NOW })).frame)).toEqual([]);
    expect(listNotices((await run({ state: 'all' })).frame)).toEqual([]);
  });

  it('is an error with a word that is none, not what is open now', async () => {
    const { errors } = await run({ at: '$unknown' });
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('"$unknown" is not an instant')]);
  });
});

it('layers and panels of a refresh share one pair of requests', async () => {
  const test = createTestClient({ ...EMPTY_DATA, alerts: ALERTS }, {}, { clock: createFakeClock(NOW) });
  const services = dataSourceServices(test);
  const run = (query: object, request: Partial<DataQueryRequest<TelemetryQuery>> = {}) => {
    const normalized = normalizeQuery({ kind: 'alerts', refId: 'A', ...query }) as AlertsQuery;
    const panel = createPanelContext(panelRequest(WINDOW, [normalized], request), services);
    return startRun(normalized, panel).run(new AbortController().signal, () => undefined);
  };
  await Promise.all([
    run(ANNOTATIONS),
    run({ ...ANNOTATIONS, severities: ['critica'] }),
    run({ state: 'open' }),
    run({}, { panelPluginId: 'timeseries', maxDataPoints: 7 }),
  ]);
  const alertRequests = test.server.requests.filter(({ path }) => path === 'v1/alertas');
  expect(alertRequests.map(({ params }) => params.estado).sort()).toEqual(['abiertas', 'todas']);
});

it('returns an empty frame, not an error, if there are no alerts', async () => {
  const { frame, errors } = await runAlertsQuery({ alerts: [] });
  expect([frame?.length, errors]).toEqual([0, []]);
});

it('reports a failed request in a notice on the alerts that were received', async () => {
  const { frame, errors } = await runAlertsQuery({
    behavior: {
      intercept: ({ params }) =>
        params.estado === 'todas' ? { kind: 'status', status: 500, body: 'disk' } : undefined,
    },
  });
  expect(frame?.length).toBe(1);
  expect(frame?.meta?.notices).toEqual([
    { severity: 'error', text: expect.stringMatching(/^Some alerts may be missing\. .*\[disk\]/) },
  ]);
  expect(errors).toEqual([]);
});

it('reports an error if every request fails', async () => {
  const { frame, errors } = await runAlertsQuery({
    behavior: { intercept: () => ({ kind: 'status', status: 403 }) },
  });
  expect(frame).toBeUndefined();
  expect(errors).toEqual([{ refId: 'A', message: expect.stringContaining('permission alertas:leer'), status: 403 }]);
});

it('an aborted run rejects and reports no error', async () => {
  const services = dataSourceServices(createTestClient(EMPTY_DATA));
  const query = normalizeQuery({ kind: 'alerts' }) as AlertsQuery;
  const run = startRun(query, createPanelContext(panelRequest(WINDOW, [query]), services));
  await expect(run.run(AbortSignal.abort(), () => undefined)).rejects.toMatchObject({ name: 'AbortError' });
  expect(run.errors).toEqual([]);
});

describe('an end that has not happened', () => {
  const SOON = NOW + 300_000;
  const ends: ReadonlyArray<readonly [string, number | undefined]> = [
    ['D9999', Date.UTC(9999, 11, 31)],
    ['SOON', SOON],
    ['D0001', Date.parse('0001-01-01T00:00:00Z')],
    ['D1970', 0],
    ['NULL', undefined],
  ];
  const alerts = ends.map(([device, endEpochMs]) =>
    alert(device, { device, endEpochMs, state: endEpochMs === undefined ? 'abierta' : 'cerrada' })
  );
  const devices = ends.map(([device]) => device).sort();
  // Or the server would leave out what ended before the range.
  const behavior = { selectsAlertsBy: 'opening' } as const;
  const run = async (query: object, request: Partial<DataQueryRequest<TelemetryQuery>> = {}) =>
    (await runAlertsQuery({ alerts, query, request, behavior })).frames!;

  it.each(['all', 'open'])('is none in tiles, tables, regions, timelines and lists of devices: %s', async (state) => {
    const tile = (await run({ state }, { panelPluginId: 'stat' }))[0];
    expect((columns(tile).critical as number[]).at(-1)).toBe(5);
    const table = columns((await run({ state, format: 'table' }))[0]);
    expect([table.deviceCode, table.state, table.end]).toEqual([
      expect.arrayContaining(devices),
      devices.map(() => 'abierta'),
      devices.map(() => null),
    ]);
    expect(table.duration).toEqual(devices.map(() => (NOW - NOON) / 1000));
    const perDevice = columns((await run({ state, format: 'devices' }))[0]);
    expect([perDevice.open, perDevice.duration]).toEqual([devices.map(() => 1), devices.map(() => 6 * HOUR_S)]);
    const regions = columns((await run({ state, ...ANNOTATIONS }))[0]);
    expect(regions.timeEnd).toEqual(devices.map(() => WINDOW.toEpochMs));
    expect(regions.text).toEqual(devices.map(() => expect.stringContaining('still open') as unknown));
    const timelines = await run({ state, format: 'timeline' });
    expect(timelines.map(columns)).toEqual(devices.map(() => ({ time: [NOON], severity: ['critica'] })));
  });

  it('is said where it is before the start', async () => {
    const [table] = await run({ format: 'table' });
    expect(listNotices(table)).toContainEqual(
      expect.stringMatching(
        /^The ends of 2 alerts are before their starts, such as “Rule <D0001>” of D0001, 0001-01-01.* count as open/
      )
    );
    const others = await runAlertsQuery({ alerts, behavior, query: { devices: ['D9999'] } });
    expect(listNotices(others.frame)?.filter((text) => /before/.test(text) && /start/.test(text))).toEqual([]);
  });
});

describe('per device', () => {
  const oven = { device: 'OVEN-1', tag: 'temperature', severity: 'advertencia' };
  const alerts = [
    alert('before the range', { startEpochMs: NOON - DAY, endEpochMs: NOON - HOUR }),
    alert('begins earlier', { startEpochMs: NOON - HOUR, endEpochMs: NOON + HOUR }),
    alert('a', { ...oven, startEpochMs: NOON + HOUR, endEpochMs: NOON + 2 * HOUR, acknowledgedEpochMs: NOON + HOUR }),
    alert('b', { ...oven, startEpochMs: NOON + 3 * HOUR, acknowledgedEpochMs: NOON + 5 * HOUR }),
  ];

  it('is a table of the devices, the one with the most alerts first', async () => {
    const { frame } = await runAlertsQuery({
      alerts,
      query: { format: 'devices' },
      request: { panelPluginId: 'table' },
    });
    expect(columns(frame)).toEqual({
      device: ['OVEN-1', 'Pump <1>'],
      alerts: [2, 1],
      critical: [0, 1],
      open: [1, 0],
      duration: [4 * HOUR_S, HOUR_S],
      timeToAcknowledge: [HOUR_S, null],
      lastStart: [NOON + 3 * HOUR, NOON - HOUR],
      site: ['', 'Getafe'],
      area: ['', 'Water'],
      deviceCode: ['OVEN-1', 'PUMP/1'],
    });
  });

  it.each<[string, Array<[from: number, to: number]>, number]>([
    [
      'one within another',
      [
        [0, 5],
        [1, 2],
      ],
      5,
    ],
    [
      'overlapping',
      [
        [0, 3],
        [2, 4],
      ],
      4,
    ],
    [
      'apart',
      [
        [0, 1],
        [3, 4],
      ],
      2,
    ],
    [
      'beyond the range',
      [
        [-5, 50],
        [-3, 70],
        [2, 3],
      ],
      6,
    ],
    [
      'of no time',
      [
        [1, 1],
        [2, 2],
      ],
      0,
    ],
  ])('has the time in which any alert was active, never more than the range: %s', async (_, times, hours) => {
    const overlapping = times.map(([from, to], index) =>
      alert(String(index), { startEpochMs: NOON + from * HOUR, endEpochMs: NOON + to * HOUR })
    );
    const { frame } = await runAlertsQuery({ alerts: overlapping, query: { format: 'devices' } });
    expect(columns(frame).duration).toEqual([hours * HOUR_S]);
  });
});

describe('per rule', () => {
  const nagging = (fromMinutes: number, device: string) =>
    alert(`nagging ${fromMinutes}`, {
      rule: 'Flow low',
      device,
      startEpochMs: NOON + fromMinutes * MINUTE,
      endEpochMs: NOON + (fromMinutes + 2) * MINUTE,
    });
  const alerts = [
    alert('long', { rule: 'Jam', startEpochMs: NOON - HOUR, endEpochMs: NOON + HOUR, acknowledgedEpochMs: NOON }),
    alert('open', { rule: 'Jam', startEpochMs: NOON + HOUR }),
    ...[0, 1, 30].map((minutes) => nagging(minutes, 'PUMP/1')),
    { ...nagging(60, 'OVEN-1'), acknowledgedEpochMs: NOON + 61 * MINUTE },
  ];

  it('is a table of the rules, with how long alerts last, and how many nobody acknowledged', async () => {
    const { frame } = await runAlertsQuery({
      alerts,
      query: { format: 'rules' },
      request: { panelPluginId: 'table' },
    });
    expect(columns(frame)).toMatchObject({
      rule: ['Flow low', 'Jam'],
      alerts: [4, 2],
      open: [0, 1],
      devices: [2, 1],
      unattended: [3, 0],
      // Two of them overlap by a minute.
      duration: [7 * 60, 6 * 3600],
      medianDuration: [2 * 60, expect.closeTo(3.5 * 3600, 1)],
    });
  });

  it('is of the range, also of what is open', async () => {
    const { frame } = await runAlertsQuery({ alerts, query: { format: 'rules', state: 'open' } });
    expect(columns(frame)).toMatchObject({ rule: ['Jam'], alerts: [1] });
  });
});

describe('a table that says so when there are no alerts', () => {
  const table = { request: { panelPluginId: 'table' }, alerts: [] };

  it.each([
    ['open', 'No open alerts'],
    ['all', 'No alerts in the time range'],
  ])('has one cell, in a column of its own: %s', async (state, text) => {
    const { frame } = await runAlertsQuery({ ...table, query: { state, saysNone: true } });
    expect(columns(frame)).toEqual({ none: [text] });
  });

  it('shows alerts as any other table, and none where the query does not ask for it or something counts rows', async () => {
    const { frame } = await runAlertsQuery({ ...table, alerts: ALERTS, query: { saysNone: true } });
    expect(frame?.length).toBe(2);
    for (const options of [
      { ...table },
      { alerts: [], query: { saysNone: true, format: 'table' }, request: { panelPluginId: 'stat' } },
    ]) {
      const empty = (await runAlertsQuery(options)).frame;
      expect([empty?.length, findField(empty, 'rule')?.values]).toEqual([0, []]);
    }
  });

  it('does not say that there are none when some may be missing: it has no field, and the panel says that they are unknown', async () => {
    let requests = 0;
    const behavior: Partial<ServerBehavior> = {
      intercept: ({ path }) =>
        path === 'v1/alertas' && ++requests % 2 === 1 ? { kind: 'status', status: 403 } : undefined,
    };
    const { frame } = await runAlertsQuery({ ...table, behavior, query: { saysNone: true } });
    expect([frame?.fields, frame?.meta?.notices?.length]).toEqual([[], 1]);
  });

  it('does not say that there are none of a device that does not exist', async () => {
    const { frame } = await runAlertsQuery({ ...table, query: { saysNone: true, devices: ['NOPE'] } });
    expect(frame?.fields).toEqual([]);
    const known = await runAlertsQuery({ ...table, query: { saysNone: true, devices: ['PUMP/1'] } });
    expect(columns(known.frame)).toEqual({ none: ['No alerts in the time range'] });
  });

  it.each(['table', 'devices', 'rules', 'count'] as const)(
    'has no numbers of a device that does not exist: %s',
    async (format) => {
      const { frame } = await runAlertsQuery({
        query: { format, devices: ['NOPE'] },
        request: { panelPluginId: 'stat' },
      });
      expect([frame?.fields, frame?.length]).toEqual([[], 0]);
    }
  );
});
