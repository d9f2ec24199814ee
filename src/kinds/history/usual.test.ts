import { type DataFrame, type DataQueryRequest, DataTopic } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { type Reading, singleDeviceData } from '../../testSupport/specServer/specData';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import type { TimeWindow } from '../../core/time/window';
import { runQuery } from '../runQuery';
import type { TelemetryQuery } from '../kinds';
import type { HistoryQuery } from './historyQuery';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const NOON = Date.UTC(2026, 2, 3, 12);
/** Half an hour of steps, the last one of which is not over. */
const WINDOW = { fromEpochMs: NOON - 30 * MINUTE, toEpochMs: NOON };
const NOW = NOON - MINUTE;

/** Every five minutes: 10, 11, … in the weeks before, and in this week a value that a test chooses. */
function readings(now: number, weeks = 8): Reading[] {
  return Array.from({ length: weeks + 1 }, (_, week) => weeks - week).flatMap((week) =>
    Array.from({ length: 12 }, (_, index) => ({
      atEpochMs: NOON - week * WEEK - HOUR + index * 5 * MINUTE,
      value: week === 0 ? now : 9 + week,
    }))
  );
}

/** Whether the line runs: not in the weeks 2 and 4 before. */
function lineReadings(weeks: number): Reading[] {
  return readings(1, weeks).map(({ atEpochMs }) => {
    const week = Math.round((NOON - atEpochMs) / WEEK);
    return { atEpochMs, value: week === 2 || week === 4 ? 0 : 1 };
  });
}

interface Case {
  readonly query?: Partial<HistoryQuery>;
  readonly now?: number;
  readonly weeks?: number;
  readonly window?: TimeWindow;
  readonly behavior?: Partial<ServerBehavior>;
  readonly settings?: TelemetrySettings;
  readonly overrides?: Partial<DataQueryRequest<TelemetryQuery>>;
}

const IN_RULE = { app: 'unified-alerting' };
const IN_TABLE = { panelPluginId: 'table' };

function openPlant({ now = 12.5, weeks = 8, behavior = {}, settings }: Case = {}) {
  const clock = createFakeClock(NOW);
  const list = readings(now, weeks);
  const plant = singleDeviceData(
    { code: 'TANK', name: 'Tank' },
    {
      level: { type: 'medida', unit: 'm', readings: list },
      mode: { type: 'estado', readings: list },
      energy: { type: 'contador', readings: list },
      line: { type: 'estado', readings: lineReadings(weeks) },
    }
  );
  const client = createTestClient(plant, behavior, { clock });
  const services = dataSourceServices(client, settings);
  const respond = async ({ query, window = WINDOW, overrides }: Case = {}) => {
    const target = { devices: ['TANK'], tags: ['level'], interval: '5m', statistics: ['usual' as const], ...query };
    const before = client.server.requests.length;
    const request = panelRequest(window, [{ kind: 'history', ...target }], {
      panelPluginId: 'timeseries',
      ...overrides,
    });
    const response = await lastValueFrom(runQuery(request, services, (text) => [text]));
    const data = response.data as DataFrame[];
    return {
      frames: data.filter(({ meta }) => meta?.dataTopic !== DataTopic.Annotations),
      notices: data.flatMap(({ meta }) => meta?.notices ?? []).map(({ text }) => text),
      errors: response.errors?.map(({ message }) => message) ?? [],
      requests: client.server.requests.slice(before).filter(({ params }) => params.intervalo !== undefined),
    };
  };
  return { respond, clock };
}

function respond(one: Case) {
  return openPlant(one).respond(one);
}

function columns({ fields }: DataFrame) {
  return Object.fromEntries(fields.map(({ name, values }) => [name.replace(/^(usual min|min) .*/, '$1'), [...values]]));
}

it('a graph has the band and the median of the six weeks before, behind the line', async () => {
  const { frames, notices, errors } = await respond({ query: { statistics: ['avg', 'usual'] } });
  const [line, usual] = frames;
  expect(columns(line!).avg).toEqual([12.5, 12.5, 12.5, 12.5, 12.5, 12.5]);
  expect(columns(usual!)).toMatchObject({
    'usual min': Array(6).fill(10.5),
    usual: Array(6).fill(12.5),
    usualHigh: Array(6).fill(14.5),
  });
  const [, low, high] = usual!.fields;
  expect(high!.config.custom).toMatchObject({ fillBelowTo: low!.name, lineWidth: 0 });
  expect([notices, errors]).toEqual([[], []]);
});

it.each([
  [12.5, 0],
  [15.5, 0],
  [30, 30 - 14.5],
  [-10, -10 - 10.5],
])('an alert rule has how far %d is outside of what is usual: %d', async (now, outside) => {
  const { frames, errors } = await respond({ now, overrides: IN_RULE });
  expect(frames[0]!.fields.map(({ name }) => name)).toEqual(['time', 'outsideUsual']);
  expect(frames.flatMap(({ fields }) => fields.map(({ name }) => name))).not.toContain('usual');
  expect(columns(frames[0]!).outsideUsual).toEqual(Array(6).fill(outside));
  expect(frames[0]!.fields[1]!.config.unit).toBe('lengthm');
  expect(errors).toEqual([]);
});

it('a table has the same number beside the average', async () => {
  const { frames } = await respond({ now: 30, query: { statistics: ['avg', 'usual'] }, overrides: IN_TABLE });
  expect(columns(frames[0]!)).toMatchObject({ avg: Array(6).fill(30), outsideUsual: Array(6).fill(15.5) });
});

describe('a refresh', () => {
  const intervals = (requests: ReadonlyArray<{ readonly params: Record<string, string | undefined> }>) =>
    requests.map(({ params }) => params.intervalo);

  it('requests each of the earlier weeks once, and then only the end of the time range', async () => {
    const { respond: ask, clock } = openPlant();
    expect((await ask()).requests).toHaveLength(7);
    clock.advance(5000);
    const { requests, frames } = await ask();
    expect(intervals(requests)).toEqual(['1m']);
    expect(columns(frames[1]!).usual).toHaveLength(6);
  });

  it('ten minutes later requests no more, although the earlier weeks have moved, too', async () => {
    const { respond: ask } = openPlant();
    const minutesEarlier = (minutes: number) => ({
      fromEpochMs: WINDOW.fromEpochMs - minutes * MINUTE,
      toEpochMs: WINDOW.toEpochMs - minutes * MINUTE,
    });
    await ask({ window: minutesEarlier(30) });
    expect((await ask({ window: minutesEarlier(20) })).requests).toHaveLength(1);
  });

  it('of a range that is longer than a week requests no step twice', async () => {
    const { respond: ask, clock } = openPlant();
    const window = { fromEpochMs: NOON - 10 * DAY, toEpochMs: NOON };
    const query = { interval: '1h' };
    const { requests } = await ask({ window, query });
    const spans = requests.map(({ params }) => [params.desde!, params.hasta!] as const).sort();
    expect(spans.slice(1).every(([from], index) => spans[index]![1] <= from)).toBe(true);
    clock.advance(5000);
    expect((await ask({ window, query })).requests).toHaveLength(1);
  });

  it('that bypasses the cache requests all of them', async () => {
    const { respond: ask } = openPlant();
    await ask();
    expect((await ask({ query: { noCache: true } })).requests).toHaveLength(7);
  });
});

it('a step that too few weeks have a value for has no band, and a notice says why', async () => {
  const { frames, notices } = await respond({ weeks: 2, query: { statistics: ['avg', 'usual'] } });
  expect(columns(frames[0]!).avg).toHaveLength(6);
  expect(columns(frames[1]!).usual).toEqual(Array(6).fill(null));
  expect(notices).toEqual([expect.stringContaining('fewer than 3 of the 6 weeks before have values then')]);
});

it.each(['mode', 'energy'])(
  'nothing is usual of averages of %s, which a notice or an error of a rule says',
  async (tag) => {
    const query = { tags: [tag], statistics: ['avg' as const, 'usual' as const] };
    const { frames, notices } = await respond({ query });
    expect(frames.flatMap(({ fields }) => fields.map(({ name }) => name))).not.toContain('usual');
    expect(notices).toContainEqual(expect.stringContaining('is left out, because averages of a state'));
    const inRule = await respond({ query, overrides: IN_RULE });
    expect(inRule.errors).toContainEqual(expect.stringContaining('is left out, because averages of a state'));
  }
);

describe('by a condition', () => {
  const usualCondition = { operator: '>', value: '0', upper: '' } as const;
  const counting = { statistics: ['avg' as const, 'usual' as const], usualTag: 'line', usualCondition };
  const ofFour = { 'usual min': Array(6).fill(10.6), usual: Array(6).fill(13), usualHigh: Array(6).fill(14.7) };

  it.each([{}, { usualDevice: 'TANK' }])('weeks in which it did not hold do not count: %j', async (query) => {
    const { frames, notices, errors } = await respond({ query: { ...counting, ...query } });
    const usual = columns(frames[1]!);
    Object.entries(ofFour).forEach(([name, values]) =>
      values.forEach((value, step) => expect(usual[name]![step]).toBeCloseTo(value, 9))
    );
    expect([notices, errors]).toEqual([[], []]);
  });

  it('a refresh requests only the end of the time range', async () => {
    const { respond: ask, clock } = openPlant();
    const { requests } = await ask({ query: counting });
    expect(requests.filter(({ params }) => params.tag === 'line').length).toBeGreaterThan(0);
    clock.advance(5000);
    expect((await ask({ query: counting })).requests).toHaveLength(1);
  });

  it('of too few weeks, a notice says that others do not count', async () => {
    const query = { ...counting, usualWeeks: 3, usualCondition: { ...usualCondition, value: '1' } };
    const { frames, notices } = await respond({ query });
    expect(columns(frames[1]!).usual).toEqual(Array(6).fill(null));
    expect(notices).toEqual([expect.stringContaining('fewer than 3 of the 3 weeks before have values that count')]);
  });

  it('of a tag that is not there, a notice says so, the line is shown, and a rule has an error', async () => {
    const query = { ...counting, usualTag: 'none' };
    const { frames, notices, errors } = await respond({ query });
    expect(columns(frames[0]!).avg).toHaveLength(6);
    expect(notices).toContainEqual(
      expect.stringMatching(
        /do not count.*not known whether the condition of TANK · none held\. The device or tag does not exist/
      )
    );
    expect(errors).toEqual([]);
    const inRule = await respond({ query, overrides: IN_RULE });
    expect(inRule.errors).toEqual([expect.stringContaining('not known whether the condition of TANK · none held')]);
  });

  it.each<[Partial<HistoryQuery>, string]>([
    [{ usualTag: '' }, 'Choose both a tag and a value'],
    [{ usualCondition: { ...usualCondition, value: '' } }, 'Choose both a tag and a value'],
    [{ usualTag: 'li*' }, 'one tag of one device'],
    [{ usualDevice: '/TANK/' }, 'one tag of one device'],
    [{ usualCondition: { ...usualCondition, value: 'running' } }, '"running" is not a number'],
    [
      { usualCondition: { operator: 'unchanged', value: '1h', upper: '' } },
      'cannot count by the condition “unchanged”',
    ],
  ])('%j is an error that says what to choose', async (change, message) => {
    const { errors } = await respond({ query: { ...counting, ...change } });
    expect(errors).toEqual([expect.stringContaining(message)]);
  });

  it('is not looked at where nothing is usual', async () => {
    const { errors, requests } = await respond({ query: { ...counting, statistics: ['avg'] } });
    expect(errors).toEqual([]);
    expect(requests.every(({ params }) => params.tag !== 'line')).toBe(true);
  });
});

it.each<[string, Partial<HistoryQuery>, string]>([
  ['two weeks', { usualWeeks: 2 }, 'needs 3 to 26 earlier weeks, not 2'],
  ['a year', { usualWeeks: 52 }, 'needs 3 to 26 earlier weeks, not 52'],
  ['readings', { interval: 'raw' }, 'needs steps that are the same in each week'],
  ['steps of seconds', { interval: '30s' }, 'needs steps that are the same in each week'],
  ['the whole time range', { interval: 'range' }, 'needs steps that are the same in each week'],
  ['months', { interval: '1M' }, 'needs steps that are the same in each week'],
  ['three days', { interval: '3d' }, 'needs steps that are the same in each week'],
])('%s are an error that says what to choose', async (_, query, message) => {
  const { errors, requests } = await respond({ query });
  expect(errors).toEqual([expect.stringContaining(message)]);
  expect(requests).toEqual([]);
});

it('the name of the lower edge is that of the fill, also where steps are wide', async () => {
  const { frames } = await respond({ query: { interval: '15m' }, overrides: { maxDataPoints: 1000 } });
  const names = frames.flatMap(({ fields }) => fields.map(({ name }) => name));
  const fills = frames.flatMap(({ fields }) => fields.flatMap(({ config }) => config.custom?.fillBelowTo ?? []));
  expect(fills.length).toBeGreaterThan(1);
  expect(fills.every((name) => names.includes(name))).toBe(true);
});

it('a week that cannot be received does not count, and is named', async () => {
  const failed = new Date(NOON - 2 * WEEK).toISOString().slice(0, 10);
  const behavior: Partial<ServerBehavior> = {
    intercept: ({ params }) => (params.desde?.startsWith(failed) ? { kind: 'status', status: 404 } : undefined),
  };
  const { frames, notices } = await respond({ behavior });
  expect(columns(frames[1]!).usual).toEqual(Array(6).fill(13));
  expect(notices).toEqual([expect.stringContaining('missing data')]);
  expect((await respond({ behavior, overrides: IN_RULE })).notices).toEqual([expect.stringContaining('missing data')]);
});

it('weeks that need more rows than the limit are an error that says what to change', async () => {
  const window = { fromEpochMs: NOON - 30 * DAY, toEpochMs: NOON };
  const query = { interval: '1m', usualWeeks: 26 };
  const { errors } = await respond({ window, query, settings: { maxRowsPerSeries: 200_000 } });
  expect(errors).toEqual([expect.stringContaining('26 weeks before it')]);
  expect(errors[0]).toContain('Choose fewer weeks, a coarser interval or a shorter time range');
});
