import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { singleDeviceData } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { HistoryQuery } from './historyQuery';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 4 * HOUR };

/** A state and a measure with the same readings: one an hour before noon, one two hours after it. */
const READINGS = [
  { atEpochMs: NOON - HOUR, value: 1 },
  { atEpochMs: NOON + 2 * HOUR, value: 2 },
];
const PLANT = singleDeviceData(
  { code: 'TANK', name: 'Tank' },
  { mode: { type: 'estado', readings: READINGS }, level: { type: 'medida', readings: READINGS } }
);

async function respond(panelPluginId: string | undefined, query: Partial<HistoryQuery> = {}, window = WINDOW) {
  const client = createTestClient(PLANT, {}, { clock: createFakeClock(NOON + 48 * HOUR) });
  const target: Partial<HistoryQuery> = { kind: 'history', devices: ['TANK'], tags: ['mode'], ...query };
  const request = panelRequest(window, [target], panelPluginId === undefined ? {} : { panelPluginId });
  const response = await lastValueFrom(runQuery(request, dataSourceServices(client), (text) => [text]));
  const frames = response.data as DataFrame[];
  const readingRequests = client.server.requests.filter(({ params }) => params.intervalo !== undefined).length;
  return {
    frames,
    readingRequests,
    lookBacks: client.server.requests.filter(({ params }) => Date.parse(params.desde ?? '') < NOON),
  };
}

/** The points of a frame, in hours after noon. */
const points = ({ fields: [time, value] }: DataFrame) =>
  (time!.values as number[]).map((at, row) => [(at - NOON) / HOUR, value!.values[row] as unknown]);

it.each([undefined, 'timeseries', 'trend'])(
  'draws the line from the left edge, in a frame that no legend, tooltip or table of the series counts: %s',
  async (visualization) => {
    const { frames } = await respond(visualization);
    const [line, before, ...others] = frames;
    expect(others).toEqual([]);
    expect(points(line!)).toEqual([[2, 2]]);
    // The hold limit of two hours ends an hour after noon; the value of the last reading goes on to the end of the range.
    expect(points(before!)).toEqual([
      [0, 1],
      [1, 1],
      [2, 2],
      [4, 2],
    ]);
    expect(before!.fields[1]!.config).toMatchObject({
      displayNameFromDS: line!.fields[1]!.config.displayNameFromDS,
      color: { fixedColor: 'red' },
      custom: { lineInterpolation: 'stepAfter', hideFrom: { legend: true, tooltip: true, viz: false } },
    });
  }
);

it.each([
  ['state-timeline', 'auto'],
  ['state-timeline', 'raw'],
  ['status-history', 'raw'],
])('begins the row of %s with the value before: %s', async (visualization, interval) => {
  const { frames } = await respond(visualization, { interval });
  expect(frames.map(points)).toEqual([
    [
      [0, 1],
      [1, null],
      [2, 2],
    ],
  ]);
  const unlimited = await respond(visualization, { interval, hold: 'none' });
  expect(unlimited.frames.map(points)).toEqual([
    [
      [0, 1],
      [2, 2],
    ],
  ]);
});

it.each([
  [
    'known until the end of the range',
    { ...WINDOW, toEpochMs: NOON + 0.5 * HOUR },
    [
      [0, 1],
      [0.5 - 1 / HOUR, 1],
    ],
  ],
  [
    'unknown at the end of the range',
    { ...WINDOW, toEpochMs: NOON + 1.5 * HOUR },
    [
      [0, 1],
      [1, null],
    ],
  ],
])('is the whole row of a state timeline: %s', async (_, window, expected) => {
  const { frames } = await respond('state-timeline', {}, window);
  expect(frames.map(points)).toEqual([expected]);
});

it('is in the cells of a status history that has steps', async () => {
  const { frames } = await respond('status-history');
  const cells = frames.flatMap(points);
  const inHour = (hour: number) =>
    new Set(cells.filter(([at]) => Math.floor(at as number) === hour).map(([, value]) => value));
  expect([0, 1, 2, 3].map((hour) => [...inHour(hour)])).toEqual([[1], [], [2], [2]]);
});

it.each(['table', 'stat', 'barchart'])('is neither shown nor requested in %s', async (visualization) => {
  const { frames, lookBacks } = await respond(visualization);
  expect(frames.map(points)).toEqual([[[2, 2]]]);
  expect(lookBacks).toEqual([]);
});

it.each(['raw', '15m'])('costs one request more, also if the inventory comes after the data: %s', async (interval) => {
  const drawn = await respond('timeseries', { interval });
  const counted = await respond('table', { interval });
  expect(drawn.readingRequests).toBe(counted.readingRequests + 1);
});

it.each<[string, Partial<HistoryQuery>]>([
  ['a measure', { tags: ['level'] }],
  ['a state whose values are to be joined by lines', { interpolation: 'linear' }],
  ['the range as one step', { interval: 'range' }],
  ['the number of readings', { statistics: ['n'] }],
])('%s has none', async (_, query) => {
  const { frames } = await respond('timeseries', query);
  expect(frames.filter(({ fields }) => fields.some(({ name }) => name === 'before'))).toEqual([]);
});

it('of a shifted series is drawn where the panel shows it', async () => {
  const later = { fromEpochMs: NOON + DAY, toEpochMs: NOON + DAY + 4 * HOUR };
  const { frames } = await respond('timeseries', { shift: '1d' }, later);
  expect(points(frames[1]!)).toEqual([
    [24, 1],
    [25, 1],
    [26, 2],
    [28, 2],
  ]);
});
