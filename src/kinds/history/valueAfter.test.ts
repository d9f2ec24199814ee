import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { singleDeviceData } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { HistoryQuery } from './historyQuery';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 4 * HOUR };

/** A state and a set point that are silent after half an hour, and one reading of a measure. */
const READINGS = [
  { atEpochMs: NOON, value: 1 },
  { atEpochMs: NOON + 0.5 * HOUR, value: 2 },
];
const PLANT = singleDeviceData(
  { code: 'TANK', name: 'Tank' },
  { mode: { type: 'estado', readings: READINGS }, level: { type: 'medida', readings: READINGS } }
);

async function respond(panelPluginId: string, query: Partial<HistoryQuery> = {}, window = WINDOW) {
  const client = createTestClient(PLANT, {}, { clock: createFakeClock(NOON + 48 * HOUR) });
  const target: Partial<HistoryQuery> = { kind: 'history', devices: ['TANK'], tags: ['mode'], ...query };
  const request = panelRequest(window, [target], { panelPluginId });
  const response = await lastValueFrom(runQuery(request, dataSourceServices(client), (text) => [text]));
  return response.data as DataFrame[];
}

/** The points of a frame, in hours after noon. */
const points = ({ fields: [time, value] }: DataFrame) =>
  (time!.values as number[]).map((at, row) => [(at - NOON) / HOUR, value!.values[row] as unknown]);

const LINE = [
  [0, 1],
  [0.5, 2],
];

it.each(['timeseries', 'trend'])(
  'draws the last value to the hold limit, or to the end of the range: %s',
  async (panel) => {
    const [line, held] = await respond(panel);
    expect(points(line!)).toEqual(LINE);
    expect(points(held!)).toEqual([
      [0, null],
      [0.5, 2],
      [2.5, 2],
    ]);
    expect(held!.fields[1]!.config.custom).toMatchObject({ hideFrom: { legend: true, tooltip: true, viz: false } });
    const [, unlimited] = await respond(panel, { hold: 'none' });
    expect(points(unlimited!).at(-1)).toEqual([4, 2]);
  }
);

it('ends where the periods of the state end, and these name the hold limit', async () => {
  const periods = {
    kind: 'periods',
    condition: { operator: '=', value: '2', upper: '' },
  } as never as Partial<HistoryQuery>;
  const [, held] = await respond('timeseries');
  const [timeline] = await respond('state-timeline', { ...periods, format: 'timeline' as never });
  const [table] = await respond('table', { ...periods, format: 'table' });
  const at = points(held!).at(-1)![0] as number;
  expect(points(timeline!).at(-1)).toEqual([at, expect.not.stringMatching(/^[12]$/)]);
  const cell = (name: string) => table!.fields.find((field) => field.name === name)!.values[0] as unknown;
  expect([cell('end'), cell('state')]).toEqual([NOON + at * HOUR, 'Then unknown (hold 2 h)']);
});

it('draws nothing of a measure, whose line ends with its last reading', async () => {
  expect(await respond('timeseries', { tags: ['level'] })).toHaveLength(1);
});

it.each([
  ['auto', '1h', 1.5],
  ['raw', '', 2.5],
])(
  'ends the row of a state timeline where the state is no longer known: %s, hold limit %s',
  async (interval, hold, end) => {
    const frames = await respond('state-timeline', { interval, hold });
    expect(frames.map(points)).toEqual([[...LINE, [expect.closeTo(end, 6), null]]]);
  }
);

it('ends each state of a row where it is no longer known', async () => {
  const [row] = await respond('state-timeline', { interval: 'raw', hold: '6m' });
  expect(points(row!)).toEqual([
    [0, 1],
    [0.1, null],
    [0.5, 2],
    [0.6, null],
  ]);
});

it('fills the row of a state timeline to the end of the range while the state is known', async () => {
  expect((await respond('state-timeline', { hold: '6h' })).map(points)).toEqual([LINE]);
  expect((await respond('state-timeline', { hold: 'none' })).map(points)).toEqual([LINE]);
});

it.each(['stat', 'gauge', 'bargauge'])(
  '%s says of a value that is no longer known what it was, and how old',
  async (panel) => {
    const mappingsOf = ([frame]: DataFrame[]) => JSON.stringify(frame!.fields[1]!.config.mappings ?? []);
    const old = mappingsOf(await respond(panel));
    expect(old).toMatch(/"2":\{"text":"Unknown \(2, 3 h ago\)"/);
    expect(mappingsOf(await respond(panel, { hold: '6h' }))).not.toMatch(/ago/);
  }
);

it.each(['table', 'histogram'])('counts nothing twice: %s', async (panel) => {
  expect((await respond(panel, { interval: 'raw' })).map(points)).toEqual([LINE]);
});
