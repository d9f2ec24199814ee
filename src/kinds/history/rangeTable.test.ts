import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { EXPRESSION_APP } from '../../grafana/query/panelContext';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA, type Reading, type SpecData, steadyReadings } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { HistoryQuery } from './historyQuery';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 10);
const WINDOW = { fromEpochMs: START, toEpochMs: START + DAY };

/** Counts `perHour` in each hour of two weeks, twice as fast in the second. */
const counter = (perHour: number) =>
  steadyReadings(START - 8 * DAY, HOUR, 10 * 24, (hour) => perHour * (hour < 7 * 24 ? hour : 2 * hour - 7 * 24));

const ofWindow = (readings: readonly Reading[]) => readings.filter(({ atEpochMs }) => atEpochMs >= START - HOUR);

interface TestMeter {
  readonly code: string;
  readonly readings: readonly Reading[];
  readonly unit?: string;
}

function plantOf(meters: readonly TestMeter[]): SpecData {
  return {
    ...EMPTY_DATA,
    series: meters.map(({ code, unit = 'kWh', readings }) => ({
      device: code,
      tag: 'energy',
      name: 'Energy',
      unit,
      readings,
    })),
    devices: meters.map(({ code, unit = 'kWh' }) => ({
      code,
      name: `Meter ${code}`,
      type: 'meter',
      site: 'North',
      area: 'Hall',
      connection: 'en_linea',
      lastContactEpochMs: START,
      tags: [{ key: 'energy', name: 'Energy', unit, type: 'contador' }],
    })),
  };
}

async function respond(
  meters: readonly TestMeter[],
  query: Partial<HistoryQuery> = {},
  overrides: Parameters<typeof panelRequest>[2] = {},
  behavior: Partial<ServerBehavior> = {},
  nowEpochMs = WINDOW.toEpochMs + DAY
) {
  const client = createTestClient(plantOf(meters), behavior, { clock: createFakeClock(nowEpochMs) });
  const target: Partial<HistoryQuery> = {
    kind: 'history',
    format: 'table',
    sites: ['North'],
    tags: ['energy'],
    statistics: ['increase'],
    shift: '1w',
    ...query,
  };
  const request = panelRequest(WINDOW, [target], { panelPluginId: 'table', ...overrides });
  const { data, errors = [] } = await lastValueFrom(runQuery(request, dataSourceServices(client), (text) => [text]));
  return { frames: data as DataFrame[], errors: errors.map(({ message }) => message) };
}

/** The columns of a frame by their names. */
const cells = ({ fields }: DataFrame, ...names: string[]) => {
  const columns = names.map((name) => fields.find((field) => field.name === name)?.values);
  return columns[0]!.map((_: unknown, row: number) => columns.map((column) => column?.[row] as unknown));
};

const fieldOf = ({ fields }: DataFrame, name: string) => fields.find((field) => field.name === name);

test('a row per series has its value, the earlier one and the change, and then comes the total', async () => {
  const { frames, errors } = await respond([
    { code: 'A', readings: counter(1) },
    { code: 'B', readings: counter(3) },
  ]);
  expect(errors).toEqual([]);
  expect(frames).toHaveLength(1);
  expect(cells(frames[0]!, 'device', 'site', 'deviceCode', 'tag', 'value', 'before', 'change')).toEqual([
    ['Meter A', 'North', 'A', 'energy', 48, 24, 100],
    ['Meter B', 'North', 'B', 'energy', 144, 72, 100],
    ['Total', null, null, null, 192, 96, 100],
  ]);
  expect(fieldOf(frames[0]!, 'value')?.config.unit).toBe('kwatth');
  expect(fieldOf(frames[0]!, 'unit')).toBeUndefined();
  expect(fieldOf(frames[0]!, 'before')?.config.displayNameFromDS).toBe('1 week earlier');
});

test('what is not known makes neither zero nor a change of 100 %', async () => {
  const { frames } = await respond([
    { code: 'A', readings: counter(1) },
    { code: 'B', readings: ofWindow(counter(3)) },
  ]);
  expect(cells(frames[0]!, 'device', 'value', 'before', 'change')).toEqual([
    ['Meter A', 48, 24, 100],
    ['Meter B', 144, null, null],
    ['Total', 192, null, null],
  ]);
  expect(fieldOf(frames[0]!, 'before')?.config.noValue).toBe('Unknown');
});

test('a change from nothing has no percentage', async () => {
  const idle = counter(3).map(({ atEpochMs, value }) => ({ atEpochMs, value: atEpochMs < START ? 1 : value }));
  const { frames } = await respond([{ code: 'A', readings: idle }]);
  const [[value, before, change]] = cells(frames[0]!, 'value', 'before', 'change') as [unknown[]];
  expect([before, change]).toEqual([0, null]);
  expect(value).toBeGreaterThan(0);
});

test('values of several units have no common unit, and a total for each unit of several', async () => {
  const { frames } = await respond([
    { code: 'A', readings: counter(1) },
    { code: 'B', readings: counter(3) },
    { code: 'C', readings: counter(1), unit: 'm³' },
  ]);
  expect(cells(frames[0]!, 'device', 'value', 'unit')).toEqual([
    ['Meter A', 48, 'kWh'],
    ['Meter B', 144, 'kWh'],
    ['Meter C', 48, 'm³'],
    ['Total', 192, 'kWh'],
  ]);
  expect(fieldOf(frames[0]!, 'value')?.config.unit).toBeUndefined();
});

test('series that are left out are no part of a total, so there is none', async () => {
  const meters = ['A', 'B', 'C'].map((code) => ({ code, readings: counter(1) }));
  const { frames } = await respond(meters, { maxSeries: 2 });
  expect(cells(frames[0]!, 'device')).toEqual([['Meter A'], ['Meter B']]);
  expect(frames[0]!.meta?.notices?.map(({ text }) => text)).toEqual([expect.stringContaining('of 3 series')]);
});

test('without a shift there is nothing to compare with, and averages have no total', async () => {
  const meters = ['A', 'B'].map((code) => ({ code, readings: counter(1) }));
  const { frames } = await respond(meters, { shift: '', statistics: ['min', 'max'] });
  const names = frames[0]!.fields.map(({ name }) => name);
  expect(names).not.toContain('before');
  expect(cells(frames[0]!, 'device', 'statistic')).toEqual([
    ['Meter A', 'Minimum'],
    ['Meter A', 'Maximum'],
    ['Meter B', 'Minimum'],
    ['Meter B', 'Maximum'],
  ]);
});

test('a refused series is an error, and its row is unknown', async () => {
  const falling = counter(-3);
  const { frames, errors } = await respond([
    { code: 'A', readings: counter(1) },
    { code: 'B', readings: falling },
  ]);
  expect(errors.length).toBeGreaterThan(0);
  expect(cells(frames[0]!, 'device', 'value', 'before')).toEqual([
    ['Meter A', 48, 24],
    ['Meter B', null, null],
    ['Total', null, null],
  ]);
});

test('alert rules and expressions get series', async () => {
  const { frames } = await respond([{ code: 'A', readings: counter(1) }], { shift: '' }, { app: EXPRESSION_APP });
  expect(frames.map(({ fields }) => fields.map(({ name }) => name))).toEqual([['time', 'increase']]);
});

test('a series whose unit is not known, because it failed, makes the totals unknown, too', async () => {
  const meters = [
    { code: 'A', readings: counter(1) },
    { code: 'B', readings: counter(3) },
    { code: 'C', readings: counter(-3) },
  ];
  const { frames } = await respond(
    meters,
    { sites: [], devices: ['A', 'B', 'C'] },
    {},
    { intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined) }
  );
  expect(cells(frames[0]!, 'device', 'value', 'before')).toEqual([
    ['A', 48, 24],
    ['B', 144, 72],
    ['C', null, null],
    ['Total', null, null],
  ]);
});

test('where a band is asked for alone, there are averages, in Explore, too', async () => {
  const query: Partial<HistoryQuery> = { shift: '', statistics: ['band'] };
  const { frames } = await respond([{ code: 'A', readings: counter(1) }], query, { panelPluginId: undefined });
  expect(frames[0]).toHaveLength(1);
});

test('what is wrong in both ranges is one error', async () => {
  const { errors } = await respond([{ code: 'A', readings: counter(1) }], { sites: [], devices: ['NOPE'] });
  expect(errors).toHaveLength(1);
});

test('a table says how each of its series was loaded, in both ranges', async () => {
  const readings = counter(10);
  const { frames } = await respond([
    { code: 'M-1', readings },
    { code: 'M-2', readings },
  ]);
  const { custom, executedQueryString } = frames[0]!.meta!;
  const summary = (custom as { summary: object[] }).summary;
  expect(summary).toHaveLength(4);
  expect(summary).toEqual(summary.map(() => expect.objectContaining({ step: 'range' }) as object));
  expect(executedQueryString?.match(/dispositivo=M-[12] tag=energy/g)).toEqual(
    ['1', '2', '1', '2'].map((meter) => `dispositivo=M-${meter} tag=energy`)
  );
});

const HOUR_OF_DAY = (hour: number) => START + hour * HOUR;
const upTo = (readings: readonly Reading[], lastEpochMs: number) =>
  readings.filter(({ atEpochMs }) => atEpochMs <= lastEpochMs);

test.each([
  ['now', HOUR_OF_DAY(6), HOUR_OF_DAY(6.5), 12, 6],
  ['the latest reading, if the meter is silent', HOUR_OF_DAY(3), HOUR_OF_DAY(6.5), 6, 3],
])('of a range that still runs, both spans end with %s', async (_, lastEpochMs, nowEpochMs, value, before) => {
  const readings = upTo(counter(1), lastEpochMs);
  const { frames, errors } = await respond([{ code: 'A', readings }], {}, {}, {}, nowEpochMs);
  expect(errors).toEqual([]);
  expect(cells(frames[0]!, 'value', 'before', 'change')).toEqual([[value, before, 100]]);
});

test('the series of a comparison end alike, too', async () => {
  const readings = upTo(counter(1), HOUR_OF_DAY(6));
  const query: Partial<HistoryQuery> = { format: 'series', interval: 'range', alsoUnshifted: true };
  const { frames } = await respond([{ code: 'A', readings }], query, {}, {}, HOUR_OF_DAY(6.5));
  expect(frames.map((frame) => cells(frame, 'increase')[0])).toEqual([[12], [6]]);
});

test.each([
  [
    'begins later',
    counter(1).filter(({ atEpochMs }) => atEpochMs >= HOUR_OF_DAY(-7 * 24 + 10)),
    /1 week earlier: no increase .* begin at 2026-03-03 10:00:00.*Choose/,
  ],
  [
    'begins after a gap in which much was counted',
    counter(1).filter(
      ({ atEpochMs }) => !(atEpochMs >= HOUR_OF_DAY(-8 * 24 + 3) && atEpochMs < HOUR_OF_DAY(-7 * 24 + 10))
    ),
    /1 week earlier: no increase .* begin at 2026-03-03 10:00:00.*Choose/,
  ],
  [
    'ends before',
    counter(1).filter(({ atEpochMs }) => !(atEpochMs > HOUR_OF_DAY(-7 * 24 + 10) && atEpochMs < HOUR_OF_DAY(-1))),
    /1 week earlier: no increase .* end at 2026-03-03 1[01]:00:00.*Choose/,
  ],
])('an earlier history that %s is no value to compare with, and a notice says why', async (_, readings, text) => {
  const { frames } = await respond([
    { code: 'A', readings },
    { code: 'B', readings: counter(3) },
  ]);
  expect(cells(frames[0]!, 'device', 'value', 'before', 'change')).toEqual([
    ['Meter A', expect.any(Number), null, null],
    ['Meter B', 144, 72, 100],
    ['Total', expect.any(Number), null, null],
  ]);
  const notices = frames[0]!.meta?.notices?.map((notice) => notice.text) ?? [];
  expect(notices).toEqual([expect.stringMatching(text)]);
  expect(notices[0]).toContain('Meter A · Energy');
});

test('where the spans end cannot be found out, nothing is compared, and an error says why', async () => {
  const { frames, errors } = await respond(
    [{ code: 'A', readings: counter(1) }],
    {},
    {},
    { intercept: ({ path }) => (path === 'v1/valores' ? { kind: 'status', status: 403 } : undefined) }
  );
  expect(errors).toEqual([expect.stringContaining('lecturas:leer')]);
  expect(frames.flatMap((frame) => cells(frame, 'value', 'before', 'change'))).toEqual([]);
});
