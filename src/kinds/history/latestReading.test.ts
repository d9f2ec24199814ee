import type { DataFrame, DataQueryRequest, Threshold } from '@grafana/data';
import { lastValueFrom, toArray } from 'rxjs';
import { OPERATIONS } from '../../core/api/operations';
import type { DataSourceServices } from '../../grafana/dataSourceServices';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { type Reading, singleDeviceData, type SpecData, steadyReadings } from '../../testSupport/specServer/specData';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { TelemetryQuery } from '../kinds';
import type { HistoryQuery } from './historyQuery';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 2, 3, 12);
/** The last reading is a minute old, and in the second of the steps of two hours that are not over. */
const NOW = NOON + HOUR + MINUTE;
const WINDOW = { fromEpochMs: NOW - 2 * DAY, toEpochMs: NOW };

/** A tag for each of them. */
function plant(readings: Readonly<Record<string, readonly Reading[]>>, type = 'medida'): SpecData {
  const tags = Object.entries(readings).map(([tag, ofTag]) => [tag, { type, unit: 'kWh', readings: ofTag }] as const);
  return singleDeviceData({ code: 'TANK', name: 'Tank' }, Object.fromEntries(tags));
}

/** Counts one a minute, up to now. */
const METER = steadyReadings(NOW - 3 * DAY, MINUTE, 3 * 1440, (index) => index);
const LAST = METER.at(-1)!;
const PLANT = plant({ meter: METER });
const reading = (agoMs: number, value = 7): Reading => ({ atEpochMs: NOW - agoMs, value });

const QUERY: Partial<HistoryQuery> = {
  kind: 'history',
  devices: ['TANK'],
  tags: ['*'],
  statistics: ['avg'],
  interval: '2h',
  legend: '{{tag}}',
  latestReading: true,
};

interface RunOptions {
  readonly data?: SpecData;
  readonly query?: Partial<HistoryQuery>;
  readonly window?: typeof WINDOW;
  readonly request?: Partial<DataQueryRequest<TelemetryQuery>>;
  readonly behavior?: Partial<ServerBehavior>;
  readonly settings?: TelemetrySettings;
}

function connect({ data = PLANT, behavior = {}, settings = {} }: RunOptions) {
  const client = createTestClient(data, behavior, { clock: createFakeClock(NOW) });
  return { client, services: dataSourceServices(client, settings) };
}

async function run(services: DataSourceServices, options: RunOptions) {
  const { query = {}, window = WINDOW, request = {} } = options;
  const panel = panelRequest(window, [{ ...QUERY, ...query }], { panelPluginId: 'stat', ...request });
  const { data, errors = [] } = await lastValueFrom(runQuery(panel, services, (text) => [text]));
  const frames = data as DataFrame[];
  return {
    frames,
    errors: errors.map(({ message }) => message),
    notices: frames.flatMap(({ meta }) => meta?.notices ?? []),
  };
}

const show = (options: RunOptions = {}) => run(connect(options).services, options);
const rows = ({ fields: [time, value] }: DataFrame) =>
  (time?.values ?? []).map((at: number, row) => [at, value?.values[row] as number | null] as const);
const lastRow = (frame: DataFrame | undefined) => rows(frame!).at(-1);
const AT_LAST = [LAST.atEpochMs, LAST.value];

it.each(['stat', 'gauge', 'bargauge', 'table', 'timeseries', 'state-timeline', undefined])(
  'ends the averages with the latest reading, at its own instant, and changes none of them: %s',
  async (panelPluginId) => {
    const request = { panelPluginId };
    const { frames } = await show({ request });
    const { frames: before } = await show({ request, query: { latestReading: false } });
    expect(lastRow(frames[0])).toEqual(AT_LAST);
    expect(rows(frames[0]!).slice(0, -1)).toEqual(rows(before[0]!));
    expect(lastRow(before[0])![1]).toBeLessThan(LAST.value);
  }
);

it('bypasses caches for the latest reading, too, if the query does', async () => {
  const { client, services } = connect({});
  for (const noCache of [false, false, true, true]) {
    await run(services, { query: { noCache } });
  }
  const sent = client.server.requests.filter(({ path }) => path === OPERATIONS.values.path);
  expect(sent.map(({ noCache }) => noCache === true)).toEqual([false, true, true]);
});

it('bypasses caches for when the last reading of an empty series was', async () => {
  const { client, services } = connect({});
  for (const noCache of [false, true]) {
    await run(services, { query: { noCache, latestReading: false }, window: { fromEpochMs: 0, toEpochMs: DAY } });
  }
  const sent = client.server.requests.filter(({ path }) => path === OPERATIONS.values.path);
  expect(sent.map(({ noCache }) => noCache === true)).toEqual([false, true]);
});

it('adds nothing to readings, which end with it', async () => {
  const { frames } = await show({ query: { interval: 'raw' }, window: { ...WINDOW, fromEpochMs: NOW - HOUR } });
  expect(rows(frames[0]!)).toHaveLength(60);
  expect(lastRow(frames[0])).toEqual(AT_LAST);
});

it('has no value in the other columns', async () => {
  const { frames } = await show({ query: { statistics: ['avg', 'max', 'increase'] } });
  const [, avg, max, increase] = frames[0]!.fields;
  expect([avg, max, increase].map((field) => field!.values.at(-1) as unknown)).toEqual([LAST.value, null, null]);
  expect(new Set(frames[0]!.fields.map(({ values }) => values.length)).size).toBe(1);
});

it('is the reading at the start of a step whose average is of several readings at that instant', async () => {
  const data = plant({ meter: [reading(DAY, 1), { atEpochMs: NOON, value: 3 }, { atEpochMs: NOON, value: 5 }] });
  expect(lastRow((await show({ data })).frames[0])).toEqual([NOON, 5]);
});

it('is followed by the empty steps of the range', async () => {
  const data = plant({ meter: [reading(9 * HOUR, 1), reading(9 * HOUR - MINUTE, 5)] });
  const { frames } = await show({ data, query: { fill: 'null' } });
  const filled = rows(frames[0]!).filter(([at]) => at >= NOW - 9 * HOUR);
  expect(filled[0]).toEqual([NOW - 9 * HOUR + MINUTE, 5]);
  expect(filled.slice(1).map(([, value]) => value)).toEqual([null, null, null, null]);
});

/** The list of latest values is a day behind. */
const BEHIND: Partial<ServerBehavior> = {
  intercept: ({ path }) =>
    path === 'v1/valores'
      ? {
          kind: 'body',
          body: {
            valores: [{ dispositivo: 'TANK', tag: 'meter', valor: 1, ts: new Date(NOW - DAY).toISOString() }],
            siguiente: null,
          },
        }
      : undefined,
};

it('does not end with a reading that is older than the averages', async () => {
  const { frames } = await show({ behavior: BEHIND });
  const { frames: without } = await show({ query: { latestReading: false } });
  expect(rows(frames[0]!)).toEqual(rows(without[0]!));
});

describe('outside of the time range', () => {
  const SILENT = plant({ meter: [reading(33 * HOUR)] });
  const LAST_HOUR = { fromEpochMs: NOW - HOUR, toEpochMs: NOW };
  const YESTERDAY = { fromEpochMs: NOW - 2 * DAY, toEpochMs: NOW - DAY };

  it.each(['stat', 'table', 'piechart'])(
    '%s shows the reading from before the range, with its age',
    async (panelPluginId) => {
      const { frames } = await show({ data: SILENT, window: LAST_HOUR, request: { panelPluginId } });
      expect(rows(frames[0]!)).toEqual([[NOW - 33 * HOUR, 7]]);
      expect(frames[0]!.fields[1]!.config.displayNameFromDS).toBe('meter · 33 h ago');
      // Panels fill the steps between two points with nulls, here of many hours.
      expect(frames[0]!.fields[0]!.config).toEqual({});
    }
  );

  it('a stat shows the latest reading whenever the range ends', async () => {
    const { frames } = await show({ window: YESTERDAY });
    expect(lastRow(frames[0])).toEqual(AT_LAST);
    expect(rows(frames[0]!).length).toBeGreaterThan(10);
  });

  it.each(['timeseries', 'state-timeline', undefined])(
    '%s does not show it: it has a place in time',
    async (panelPluginId) => {
      const request = { panelPluginId };
      expect(lastRow((await show({ window: YESTERDAY, request })).frames[0])![0]).toBeLessThan(YESTERDAY.toEpochMs);
      const { frames } = await show({ data: SILENT, window: LAST_HOUR, request });
      expect(frames.flatMap(rows).filter(([, value]) => typeof value === 'number')).toEqual([]);
      expect(frames[0]!.name).toBe('meter');
    }
  );

  it('a chart ends with a reading that arrived while it was loading', async () => {
    const window = { ...WINDOW, toEpochMs: LAST.atEpochMs - 10_000 };
    expect(lastRow((await show({ window, request: { panelPluginId: 'timeseries' } })).frames[0])).toEqual(AT_LAST);
  });

  it('it has the colors of its limits and the names of its states', async () => {
    const settings: TelemetrySettings = {
      tags: [{ deviceType: '', tag: '*', states: [{ value: 7, name: 'on' }], limits: { high: 5 } }],
    };
    const { config } = (await show({ data: SILENT, window: LAST_HOUR, settings })).frames[0]!.fields[1]!;
    expect(config.mappings?.[0]?.options).toMatchObject({ 7: { text: 'on' } });
    expect(config.thresholds?.steps.map(({ color }: Threshold) => color)).toEqual(['green', 'orange']);
  });
});

describe('how old it is', () => {
  const named = async (agoMs: number, query: Partial<HistoryQuery> = {}) =>
    (await show({ data: plant({ meter: [reading(agoMs)] }), query })).frames[0]!.name;

  it('is in the name from `staleAfter` on', async () => {
    expect(await named(14 * MINUTE)).toBe('meter');
    expect(await named(16 * MINUTE)).toBe('meter · 16 min ago');
    expect(await named(16 * MINUTE, { staleAfter: '1h' })).toBe('meter');
    expect(await named(3 * HOUR, { staleAfter: '1h', legend: '' })).toBe('Tank · meter · 3 h ago');
  });

  it('is seen by its grey color from `staleAfter` on, except on a time axis', async () => {
    const color = async (agoMs: number, panelPluginId = 'stat') => {
      const { frames } = await show({ data: plant({ meter: [reading(agoMs)] }), request: { panelPluginId } });
      return frames[0]!.fields[1]!.config.color?.fixedColor;
    };
    expect(await color(14 * MINUTE)).toBeUndefined();
    expect(await color(16 * MINUTE)).toBe('#8e8e8e');
    expect(await color(16 * MINUTE, 'timeseries')).toBeUndefined();
  });

  it('is where the legend has a place for it', async () => {
    expect(await named(MINUTE, { legend: '{{age}}: {{tag}}' })).toBe('60 s ago: meter');
    expect(await named(3 * HOUR, { legend: '{{age}}: {{tag}}' })).toBe('3 h ago: meter');
  });

  it('is that of a newer value of the range, if the list is behind', async () => {
    const window = { ...WINDOW, fromEpochMs: NOW - HOUR };
    const { frames } = await show({ behavior: BEHIND, window, query: { interval: 'raw' } });
    expect(frames[0]!.name).toBe('meter');
  });

  describe('of a state that is shown by its changes', () => {
    const state = steadyReadings(NOW - 45 * DAY, MINUTE, 44 * 1440, (index) => Number(index > 1440));
    const options: RunOptions = {
      data: plant({ state }, 'estado'),
      window: { fromEpochMs: NOW - 45 * DAY, toEpochMs: NOW },
      query: { interval: 'auto', hold: '2d', legend: '{{tag}} {{age}}' },
    };

    it('is that of its reading, and not that of the end of the line', async () => {
      const [frame] = (await show(options)).frames;
      expect(rows(frame!)).toHaveLength(3);
      expect(frame!.name).toBe('state 24 h ago');
    });

    it('is not known if the list of latest values fails', async () => {
      const behavior: Partial<ServerBehavior> = {
        intercept: ({ path }) => (path === 'v1/valores' ? { kind: 'status', status: 403 } : undefined),
      };
      expect((await show({ ...options, behavior })).frames[0]!.name).toBe('state –');
    });
  });

  it('is not at the end of the name of another statistic, whose value is not of that instant', async () => {
    expect(await named(3 * HOUR, { statistics: ['max'] })).toBe('meter');
  });

  it('must be a duration', async () => {
    expect((await show({ query: { staleAfter: 'x' } })).errors).toEqual([expect.stringContaining('x')]);
    expect((await show({ query: { staleAfter: 'x', latestReading: false } })).errors).toEqual([]);
  });
});

it('of a reading dated in the future, the tile says so, and a notice names it', async () => {
  const data = plant({ meter: [reading(HOUR, 1), reading(-DAY, 9)] });
  const { frames, notices } = await show({ data });
  expect(lastRow(frames[0])).toEqual([NOW + DAY, 9]);
  expect(frames[0]!.name).toMatch(/^meter · \D+$/);
  expect(notices.map(({ text }) => text).join()).toContain('Values dated in the future: TANK · meter');
  const { frames: chart } = await show({ data, request: { panelPluginId: 'timeseries' } });
  expect(lastRow(chart[0])![1]).toBe(1);
});

it.each<[string, Partial<HistoryQuery>]>([
  ['a shifted query', { shift: '1d' }],
  ['the time range as one step', { interval: 'range' }],
  ['a query of other statistics', { statistics: ['max', 'increase'] }],
])('%s has no latest reading', async (_, query) => {
  const { frames } = await show({ query });
  const { frames: without } = await show({ query: { ...query, latestReading: false } });
  expect(frames.map(rows)).toEqual(without.map(rows));
});

it('a query that compares has it in the time range itself', async () => {
  const { frames } = await show({ query: { shift: '1d', alsoUnshifted: true } });
  expect(frames.slice(0, 2).map((frame) => lastRow(frame)![0] === LAST.atEpochMs)).toEqual([true, false]);
});

describe('if the list of latest values fails', () => {
  const failing = (fails: () => boolean, path = 'v1/valores'): Partial<ServerBehavior> => ({
    intercept: (request) => (request.path === path && fails() ? { kind: 'status', status: 403 } : undefined),
  });
  const isAboutLatest = expect.stringContaining('The latest readings could not be received');

  it('the averages stay, and a notice says so', async () => {
    const { frames, notices, errors } = await show({ behavior: failing(() => true) });
    const { frames: without } = await show({ query: { latestReading: false } });
    expect(rows(frames[0]!)).toEqual(rows(without[0]!));
    expect(notices).toContainEqual({ severity: 'error', text: isAboutLatest });
    expect(errors).toEqual([]);
  });

  it('a refresh keeps the reading that it had, which is newer than any average', async () => {
    let fails = false;
    const { services, client } = connect({ behavior: failing(() => fails) });
    await run(services, {});
    fails = true;
    client.clock.advance(HOUR);
    const { frames, notices } = await run(services, {});
    expect(lastRow(frames[0])).toEqual(AT_LAST);
    expect(frames[0]!.name).toBe('meter · 61 min ago');
    expect(notices.map(({ text }) => text)).toContainEqual(isAboutLatest);
  });

  it('only the averages failing, the reading stays beside the error', async () => {
    const { frames, errors } = await show({ behavior: failing(() => true, 'v1/lecturas') });
    expect(rows(frames[0]!)).toEqual([AT_LAST]);
    expect(errors).toHaveLength(1);
  });
});

it('stays with its age while a refresh waits for the list', async () => {
  const paths: string[] = [];
  const { services, client } = connect({
    behavior: {
      intercept: ({ path }) => void paths.push(path),
      delayMs: () => (paths.at(-1) === 'v1/valores' ? 50 : 0),
    },
  });
  const panel = panelRequest(WINDOW, [{ ...QUERY, legend: '{{age}}' }], { panelPluginId: 'stat' });
  const respond = async () => {
    const responses = await lastValueFrom(runQuery(panel, services, (text) => [text]).pipe(toArray()));
    return responses.map(({ data: [frame] }) => ({ name: frame.name as string, last: lastRow(frame) }));
  };
  const [first] = await respond();
  expect(first!.name).toBe('–');
  client.clock.advance(HOUR);
  const shown = await respond();
  expect(shown.length).toBeGreaterThan(1);
  shown.forEach(({ name, last }) => {
    expect(last).toEqual(AT_LAST);
    expect(name).toMatch(/min ago/);
  });
});

it('all panels share one list', async () => {
  const data = plant({ meter: METER, level: METER });
  const { services, client } = connect({ data });
  await Promise.all([run(services, { query: { tags: ['meter'] } }), run(services, { query: { tags: ['level'] } })]);
  expect(client.server.requests.filter(({ path }) => path === 'v1/valores')).toHaveLength(1);
});
