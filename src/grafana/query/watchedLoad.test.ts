import { type DataFrame, type DataQueryResponse, LoadingState } from '@grafana/data';
import type { DataExport } from '../../core/exports/dataExport';
import { resolveSettings } from '../../query/dataSourceSettings';
import type { TelemetryQuery } from '../../kinds/kinds';
import { createManualClock } from '../../testSupport/testClocks';
import { panelRequest } from '../../testSupport/panelRequest';
import { EMPTY_DATA, type SpecData, steadyReadings } from '../../testSupport/specServer/specData';
import { createSpecServer } from '../../testSupport/specServer/specServer';
import { createDataSourceServices } from '../dataSourceServices';
import { runQuery } from '../../kinds/runQuery';

const NOON = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const RUNNING_EXPORT: DataExport = {
  id: '1',
  type: 'lecturas',
  description: '',
  format: 'csv',
  state: 'procesando',
  progressPercent: 10,
  rows: undefined,
  sizeBytes: 0,
  error: '',
  createdEpochMs: NOON,
  finishedEpochMs: undefined,
  expiresEpochMs: undefined,
  downloadUrl: undefined,
};

const PLANT: SpecData = {
  ...EMPTY_DATA,
  devices: [
    {
      code: 'PUMP-1',
      name: 'Feed pump',
      type: '',
      site: 'Getafe',
      area: 'Water',
      connection: '',
      lastContactEpochMs: undefined,
      tags: [{ key: 'pressure', name: 'Pressure', unit: 'bar', type: '' }],
    },
  ],
  series: [
    {
      device: 'PUMP-1',
      tag: 'pressure',
      name: 'Pressure',
      unit: 'bar',
      readings: steadyReadings(NOON - HOUR, 10_000, 2 * 360),
    },
  ],
  values: [{ device: 'PUMP-1', tag: 'pressure', name: 'Pressure', unit: 'bar', value: 7, timeEpochMs: NOON }],
};

const HISTORY: Partial<TelemetryQuery> = { kind: 'history', devices: ['PUMP-1'], tags: ['pressure'], interval: '1m' };
const KINDS: ReadonlyArray<Partial<TelemetryQuery>> = [
  HISTORY,
  { kind: 'latest', format: 'table' },
  { kind: 'alerts' },
  { kind: 'devices' },
  { kind: 'exports' },
];

/** What a server has read at an instant. */
function readUntil(data: SpecData, nowEpochMs: number): SpecData {
  const series = data.series.map((one) => ({
    ...one,
    readings: one.readings.filter(({ atEpochMs }) => atEpochMs <= nowEpochMs),
  }));
  return { ...data, series };
}

/** A data source with an API that the test can let hang. */
function plant(data: SpecData = PLANT) {
  const clock = createManualClock(NOON);
  const api = { hangs: (_path: string) => false, isLost: false, isVisible: true };
  const hanging = new Set<() => void>();
  const server = createSpecServer(() => readUntil(data, clock.nowEpochMs()));
  const services = createDataSourceServices({
    dataSourceUid: 'telemetry',
    transport: async (request, signal) => {
      if (api.hangs(request.path)) {
        await new Promise<void>((resolve, reject) => {
          hanging.add(resolve);
          signal.addEventListener('abort', () => (hanging.delete(resolve), reject(signal.reason)), { once: true });
        });
      }
      if (api.isLost) {
        throw new Error('connection refused');
      }
      return server.transport(request, signal);
    },
    clock,
    visibility: { isVisible: () => api.isVisible, untilVisible: () => Promise.resolve() },
    random: () => 0.5,
    settings: resolveSettings({}),
    palette: ['red'],
    browserZone: 'UTC',
    canFollow: true,
  });

  /** A panel that Grafana refreshes: a refresh cancels the query that runs, and what is shown stays until there is something else. */
  function openPanel(targets: ReadonlyArray<Partial<TelemetryQuery>>, panelId = 1, panelPluginId?: string) {
    let shown: DataQueryResponse = { data: [] };
    let cancel = () => {};
    const events: string[] = [];
    return {
      refresh: (queries = targets) => {
        cancel();
        const now = clock.nowEpochMs();
        const request = panelRequest({ fromEpochMs: now - HOUR, toEpochMs: now }, queries, {
          panelId,
          ...(panelPluginId !== undefined && { panelPluginId }),
        });
        const range = { ...request.range, raw: { from: 'now-1h', to: 'now' } };
        const subscription = runQuery({ ...request, range }, services, (text) => [text]).subscribe({
          next: (response) => {
            shown = response;
            events.push(String(response.state));
          },
          error: () => events.push('error'),
          complete: () => events.push('complete'),
        });
        cancel = () => subscription.unsubscribe();
      },
      leave: () => cancel(),
      events,
      errors: () => (shown.errors ?? []).map(({ message }) => message),
      notices: () => frames().flatMap(({ meta }) => meta?.notices?.map(({ text }) => text) ?? []),
      rows: () => frames().reduce((sum, { length }) => sum + length, 0),
    };

    function frames(): DataFrame[] {
      return shown.data as DataFrame[];
    }
  }

  return {
    clock,
    api,
    server,
    hanging,
    openPanel,
    recover: () => {
      api.hangs = () => false;
    },
  };
}

/** Refreshes panels at an interval for some time. */
async function refreshFor(
  seconds: number,
  everyS: number,
  clock: ReturnType<typeof createManualClock>,
  panels: ReadonlyArray<{ readonly refresh: () => void }>
): Promise<void> {
  for (let second = 0; second < seconds; second += everyS) {
    panels.forEach(({ refresh }) => refresh());
    await clock.advance(1000 * Math.min(everyS, seconds - second));
  }
}

describe('while the API is away for minutes', () => {
  const hang = (api: ReturnType<typeof plant>['api']) => (api.hangs = () => true);
  const lose = (api: ReturnType<typeof plant>['api']) => (api.isLost = true);
  const KEPT =
    /^The API cannot be reached\. The panel shows what was known at 2026-03-03 12:00:00 \(\d+ (s|min) ago\)\.$/;

  it.each([
    ['hangs', hang],
    ['refuses connections', lose],
  ])('and %s, a chart keeps what it showed, with its age and the error', async (_, leave) => {
    const { clock, api, openPanel } = plant();
    const panel = openPanel([{ ...HISTORY, noCache: true }], 1, 'timeseries');
    await refreshFor(30, 30, clock, [panel]);
    const rows = panel.rows();
    leave(api);
    await refreshFor(30, 30, clock, [panel]);
    expect(panel.rows()).toBe(rows);
    for (const seconds of [90, 120, 120]) {
      await refreshFor(seconds, 30, clock, [panel]);
      expect([panel.rows(), panel.errors()]).toEqual([rows, [expect.any(String)]]);
      expect(panel.notices()).toEqual([expect.stringMatching(KEPT)]);
    }
    api.hangs = () => false;
    api.isLost = false;
    await refreshFor(70, 30, clock, [panel]);
    expect([panel.notices(), panel.errors()]).toEqual([[], []]);
  });

  it.each(['stat', 'gauge', 'table'])('a %s has no value that would look current', async (panelPluginId) => {
    const { clock, api, openPanel } = plant();
    const panel = openPanel([HISTORY], 1, panelPluginId);
    await refreshFor(30, 30, clock, [panel]);
    expect(panel.rows()).toBeGreaterThan(0);
    hang(api);
    await refreshFor(120, 30, clock, [panel]);
    expect([panel.rows(), panel.notices(), panel.errors().length]).toEqual([0, [], 1]);
  });

  it('a chart that the API refuses has no values', async () => {
    const { clock, api, openPanel, server } = plant();
    const panel = openPanel([{ ...HISTORY, noCache: true }], 1, 'timeseries');
    await refreshFor(30, 30, clock, [panel]);
    const { transport } = server;
    jest.spyOn(server, 'transport').mockImplementation(async (request, signal) => ({
      ...(await transport(request, signal)),
      status: 401,
    }));
    await refreshFor(30, 30, clock, [panel]);
    expect([panel.rows(), panel.errors(), api.isLost]).toEqual([0, [expect.stringMatching(/key was rejected/)], false]);
  });
});

it('without a refresh, a panel shows the same, and loads by itself with the first answer', async () => {
  const { clock, api, openPanel, recover } = plant();
  const panel = openPanel([HISTORY]);
  api.hangs = () => true;
  panel.refresh();
  await clock.advance(9_000);
  expect(panel.events).toEqual([]);
  await clock.advance(1_000);
  expect(panel.notices()).toEqual(['No answer from the API for 10 s.']);
  await clock.advance(10_000);
  expect(panel.notices()).toEqual(['No answer from the API for 20 s.']);
  await clock.advance(50_000);
  expect(panel.errors()).toEqual([expect.stringMatching(/^No answer from the API for 70 s\./)]);
  recover();
  await clock.advance(20_000);
  expect(panel.errors()).toEqual([]);
  expect(panel.rows()).toBeGreaterThan(0);
  expect(panel.events.slice(-2)).toEqual([LoadingState.Done, 'complete']);
});

it('an error ends after a minute without an answer', async () => {
  const { clock, api, openPanel, hanging } = plant();
  const panel = openPanel([HISTORY]);
  api.hangs = () => true;
  panel.refresh();
  await clock.advance(125_000);
  expect(panel.errors()).toEqual([expect.stringMatching(/^No answer from the API for 12\d s|2 min/)]);
  expect(panel.events.slice(-2)).toEqual([LoadingState.Error, 'complete']);
  await clock.advance(15_000);
  expect(hanging.size).toBe(0);
});

it('setting the time of day back neither hides the silence nor makes values younger', async () => {
  const { clock, api, openPanel } = plant();
  const panel = openPanel([HISTORY]);
  await refreshFor(5, 5, clock, [panel]);
  api.hangs = () => true;
  panel.refresh();
  await clock.advance(5_000);
  clock.setBack(3_600_000);
  await clock.advance(6_000);
  expect(panel.notices()[0]).toMatch(
    /^No answer from the API for 1[01] s\. The values are from .* \(1[0-9] s old\)\.$/
  );
  await clock.advance(114_000);
  expect(panel.events.slice(-2)).toEqual([LoadingState.Error, 'complete']);
});

it('panels that open during the silence show it at once', async () => {
  const { clock, api, openPanel } = plant();
  const panel = openPanel([HISTORY]);
  const other = openPanel([{ kind: 'latest' }], 2);
  api.hangs = () => true;
  await refreshFor(30, 10, clock, [panel]);
  other.refresh();
  await clock.advance(0);
  expect(other.notices()).toEqual(['No answer from the API for 30 s.']);
});

it('a slow query beside fast ones is not silence, but what it shows has an age', async () => {
  const { clock, api, openPanel } = plant();
  const slow = openPanel([HISTORY]);
  const fast = openPanel([{ kind: 'latest', format: 'table' }], 2);
  await refreshFor(10, 10, clock, [slow, fast]);
  const rows = slow.rows();
  api.hangs = (path) => path === 'v1/lecturas';
  await refreshFor(100, 10, clock, [slow, fast]);
  expect(slow.notices()).toEqual([
    'This query has had no answer for 100 s. The values are from 2026-03-03 12:00:00 (110 s old).',
  ]);
  expect([slow.rows(), slow.errors()]).toEqual([rows, []]);
  expect([fast.notices(), fast.errors()]).toEqual([[], []]);
});

it('a slow query with nothing to show yet stays in the state of loading while others are answered', async () => {
  const { clock, api, openPanel } = plant();
  const slow = openPanel([HISTORY]);
  api.hangs = (path) => path === 'v1/lecturas';
  slow.refresh();
  await refreshFor(30, 5, clock, [openPanel([{ kind: 'devices' }], 2)]);
  expect(slow.events).toEqual([]);
});

it('old values of another device are not shown with the notice', async () => {
  const { clock, api, openPanel } = plant();
  const panel = openPanel([HISTORY]);
  await refreshFor(10, 10, clock, [panel]);
  expect(panel.rows()).toBeGreaterThan(0);
  api.hangs = () => true;
  panel.refresh([{ ...HISTORY, devices: ['PUMP-2'] }]);
  await clock.advance(10_000);
  expect(panel.notices()).toEqual(['No answer from the API for 10 s.']);
  expect(panel.rows()).toBe(0);
});

it('an export that is being followed keeps its last state, with its age', async () => {
  const { clock, api, openPanel } = plant({ ...PLANT, exports: [RUNNING_EXPORT] });
  const panel = openPanel([{ kind: 'exports' }]);
  panel.refresh();
  await clock.advance(20_000);
  expect([panel.rows(), panel.notices()]).toEqual([1, []]);
  api.hangs = () => true;
  await clock.advance(15_000);
  expect(panel.notices()).toEqual([
    expect.stringMatching(/^No answer from the API for 1\d s\. The values are from .* \(1\d s old\)\.$/),
  ]);
  expect(panel.rows()).toBe(1);
});

it('an annotation layer has no notices, but the error', async () => {
  const { clock, api, openPanel } = plant();
  const layer = openPanel([{ kind: 'alerts', queryType: 'annotations' }]);
  api.hangs = () => true;
  layer.refresh();
  await clock.advance(30_000);
  expect(layer.events).toEqual([]);
  await clock.advance(30_000);
  expect(layer.errors()).toHaveLength(1);
});

it('a hidden tab does not wait: nothing is said, and a page that is seen again after hours starts anew', async () => {
  const { clock, api, openPanel } = plant();
  const slow = openPanel([HISTORY]);
  const fast = openPanel([{ kind: 'latest', format: 'table' }], 2);
  await refreshFor(5, 5, clock, [slow, fast]);
  api.hangs = (path) => path === 'v1/lecturas';
  api.isVisible = false;
  await refreshFor(60, 5, clock, [slow, fast]);
  expect(slow.notices()).toEqual([]);
  api.hangs = () => true;
  api.isVisible = true;
  await clock.suspend(3_600_000);
  expect([slow.errors(), slow.notices()]).toEqual([[], []]);
});

it('a panel that was left while it waited starts anew', async () => {
  const { clock, api, openPanel } = plant();
  const panel = openPanel([HISTORY]);
  await refreshFor(5, 5, clock, [panel]);
  api.hangs = () => true;
  await refreshFor(9, 20, clock, [panel]);
  panel.leave();
  await clock.advance(600_000);
  const before = panel.events.length;
  panel.refresh();
  await clock.advance(9_000);
  expect(panel.events).toHaveLength(before);
});

it('a silent API holds two connections of the browser from the second refresh on, and one after a minute', async () => {
  const { clock, api, hanging, openPanel } = plant();
  const panels = KINDS.map((target, index) => openPanel([target], index));
  api.hangs = () => true;
  await refreshFor(10, 10, clock, panels);
  expect(hanging.size).toBe(resolveSettings({}).maxConcurrentRequests);
  await refreshFor(10, 10, clock, panels);
  expect(hanging.size).toBeLessThanOrEqual(2);
  await refreshFor(50, 10, clock, panels);
  expect(hanging.size).toBeLessThanOrEqual(1);
  expect(panels.map((panel) => panel.errors().length)).toEqual(KINDS.map(() => 1));
});

it('nothing runs on after a panel is left', async () => {
  const { clock, api, openPanel, server } = plant();
  const panel = openPanel([HISTORY]);
  api.hangs = () => true;
  panel.refresh();
  await clock.advance(65_000);
  panel.leave();
  const { length } = panel.events;
  await clock.advance(15_000);
  const sent = server.requests.length;
  await clock.advance(300_000);
  expect(panel.events).toHaveLength(length);
  expect(server.requests).toHaveLength(sent);
});
