import { type DataFrame, DataTopic } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { singleDeviceData, steadyReadings } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { HistoryQuery } from './historyQuery';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 3);
const WINDOW = { fromEpochMs: START, toEpochMs: START + 45 * DAY };
/** 0, in the second third 2, in the last one 1, each minute; the very last reading is 2. */
const READINGS = steadyReadings(START, MINUTE, 45 * 1440, (index) =>
  index === 45 * 1440 - 1 ? 2 : index < 15 * 1440 ? 0 : index < 30 * 1440 ? 2 : 1
);
const RESTLESS = READINGS.map(({ atEpochMs }, index) => ({ atEpochMs, value: (index * 7919) % 3 }));
const TANK = { code: 'TANK', name: 'Tank' };
const PLANT = singleDeviceData(TANK, {
  mode: { type: 'estado', readings: READINGS },
  target: { type: 'consigna', readings: READINGS },
  level: { type: 'medida', readings: READINGS },
  word: { type: 'situacion', readings: READINGS },
  restless: { type: 'estado', readings: RESTLESS },
});

async function respond(
  panelPluginId: string,
  query: Partial<HistoryQuery>,
  { app = 'dashboard', maxDataPoints = 1000, plant = PLANT, window = WINDOW } = {}
) {
  const client = createTestClient(plant, {}, { clock: createFakeClock(WINDOW.toEpochMs + DAY) });
  const target: Partial<HistoryQuery> = { kind: 'history', devices: ['TANK'], ...query };
  const request = panelRequest(window, [target], { panelPluginId, app, maxDataPoints });
  const services = dataSourceServices(client, { maxRequests: 12 });
  const { data, errors = [] } = await lastValueFrom(runQuery(request, services, (text) => [text]));
  const frames = (data as DataFrame[]).filter(({ meta }) => meta?.dataTopic !== DataTopic.Annotations);
  const notices = frames.flatMap(({ meta }) => meta?.notices?.map(({ text }) => text) ?? []);
  return { frames, notices, errors: errors.map(({ message }) => message) };
}

const CHANGES = [
  [START, 0],
  [START + 15 * DAY, 2],
  [START + 30 * DAY, 1],
  [WINDOW.toEpochMs - MINUTE, 2],
  [WINDOW.toEpochMs - 1, 2],
];

function points({ fields: [time, value] }: DataFrame): unknown[][] {
  return time!.values.map((at: number, index) => [at, value!.values[index]]);
}

test.each(['stat', 'table', 'state-timeline', 'timeseries'])('a state over weeks in %s: its changes', async (panel) => {
  for (const tag of ['mode', 'target']) {
    const { frames, notices } = await respond(panel, { tags: [tag] });
    expect(points(frames[0]!)).toEqual(CHANGES);
    expect(frames).toHaveLength(1);
    expect(notices).toEqual([]);
  }
});

test('a state timeline says which states may not be seen', async () => {
  const atFirst = steadyReadings(START, MINUTE, 45 * 1440, (index) => (index % 7200 < 20 ? 1 : 0));
  const plant = singleDeviceData(TANK, { mode: { type: 'estado', readings: atFirst } });
  const { notices } = await respond('state-timeline', { tags: ['mode'] }, { plant });
  expect(notices).toEqual([
    'Tank · mode: 9 states are so narrow that others may cover them. Choose a shorter time range.',
  ]);
  const chart = await respond('timeseries', { tags: ['mode'] }, { plant });
  expect(chart.notices).toEqual([]);
});

test('a status history has few enough cells, with the value that lasted longest, or the average of a measure', async () => {
  const state = await respond('status-history', { tags: ['mode'] });
  const cells = points(state.frames[0]!);
  expect(cells.length).toBeLessThanOrEqual(100);
  expect(cells.filter(([at]) => at === START + 15 * DAY)).toEqual([[START + 15 * DAY, 2]]);
  expect(new Set(cells.map(([, value]) => value))).toEqual(new Set([0, 2, 1]));
  expect(cells.at(-1)).toEqual([WINDOW.toEpochMs - 12 * HOUR, 1]);
  const measure = await respond('status-history', { tags: ['level'] });
  expect(points(measure.frames[0]!)).toHaveLength(cells.length);
});

describe('a state that is read each second', () => {
  const readings = steadyReadings(START, 1000, 15 * 3600, (index) => (index < 8 * 3600 ? 0 : 1));
  const plant = singleDeviceData(TANK, { mode: { type: 'estado', readings } });

  test('shows its changes over hours, too, in which the panel has points every few seconds', async () => {
    const window = { fromEpochMs: START, toEpochMs: START + 15 * HOUR };
    const options = { plant, window, maxDataPoints: 5000 };
    const { frames, notices } = await respond('timeseries', { tags: ['mode'] }, options);
    expect(points(frames[0]!)).toEqual([
      [START, 0],
      [START + 8 * HOUR, 1],
      [window.toEpochMs - 1, 1],
    ]);
    expect(notices).toEqual([]);
  });

  test('has few enough cells in a status history of half an hour', async () => {
    const window = { fromEpochMs: START + 7.75 * HOUR, toEpochMs: START + 8.25 * HOUR };
    const { frames } = await respond('status-history', { tags: ['mode'] }, { plant, window });
    const cells = points(frames[0]!);
    expect(cells.length).toBeLessThanOrEqual(100);
    expect(cells.filter(([at]) => at === START + 8 * HOUR)).toEqual([[START + 8 * HOUR, 1]]);
  });
});

test('of a restless state, a rule gets an error, because not all changes are known, and a panel a notice and a band', async () => {
  const unknown = expect.stringContaining('only the lowest and the highest value are known for') as string;
  const rule = await respond('', { tags: ['restless'] }, { app: 'unified-alerting' });
  expect(rule.errors).toEqual([unknown]);
  const panel = await respond('timeseries', { tags: ['restless'] });
  expect(panel.errors).toEqual([]);
  expect(panel.notices).toEqual([unknown, expect.stringContaining('showing the first, last, lowest and highest')]);
  expect(panel.frames.map(({ fields }) => fields.length)).toEqual([2, 3]);
});

test('a rule gets the changes', async () => {
  const { errors, frames } = await respond('', { tags: ['mode'] }, { app: 'unified-alerting' });
  expect(errors).toEqual([]);
  expect(points(frames[0]!)).toEqual(CHANGES);
});

test('a statistic of steps is that of steps', async () => {
  const { frames } = await respond('timeseries', { tags: ['mode'], statistics: ['n'] });
  const [, counts] = frames[0]!.fields;
  expect(counts!.values.reduce((sum: number, n: number) => sum + n, 0)).toBe(READINGS.length);
});

test('a tag of another type that looks like a state is proposed as one', async () => {
  expect((await respond('timeseries', { tags: ['word'] })).notices).toEqual([
    'Tank · word: the readings look like those of a state (0, 1, 2), of which averages say little. If it is one, add its tag type “situacion” to “States” in the data source settings.',
  ]);
  expect((await respond('timeseries', { tags: ['word'], statistics: ['max'] })).notices).toEqual([]);
});

test('of more changes than the panel can show, some are left out, and a notice says so', async () => {
  const { notices } = await respond('table', { tags: ['mode'] }, { maxDataPoints: 1 });
  expect(notices).toEqual([
    'Tank · mode: of 5 changes, showing the first, last, lowest and highest of each pixel. Zoom in to see each change.',
  ]);
});
