import type { DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { singleDeviceData } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import type { HistoryQuery } from './historyQuery';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + 4 * HOUR };
/** Four tags with the same two readings: 0 at noon, 10 an hour later. */
const READINGS = [
  { atEpochMs: NOON, value: 0 },
  { atEpochMs: NOON + HOUR, value: 10 },
];
const PLANT = singleDeviceData(
  { code: 'TANK', name: 'Tank' },
  {
    level: { type: 'medida', readings: READINGS },
    mode: { type: 'estado', readings: READINGS },
    target: { type: 'consigna', readings: READINGS },
    energy: { type: 'contador', readings: READINGS },
  }
);

async function respond(query: Partial<HistoryQuery>, window = WINDOW) {
  const client = createTestClient(PLANT, {}, { clock: createFakeClock(NOON + 48 * HOUR) });
  const target: Partial<HistoryQuery> = {
    kind: 'history',
    devices: ['TANK'],
    interval: '30m',
    statistics: ['timeWeighted'],
    ...query,
  };
  const response = await lastValueFrom(
    runQuery(panelRequest(window, [target]), dataSourceServices(client), (text) => [text])
  );
  const frames = (response.data as DataFrame[]).filter(({ meta }) => meta?.dataTopic === undefined);
  return { frames, errors: response.errors?.map(({ message }) => message) ?? [], requests: client.server.requests };
}

/** Each point as half hours after noon and its values. */
function points({ fields: [time, ...values] }: DataFrame): unknown[][] {
  return (time!.values as number[]).map((at, row) => [
    (at - NOON) / (HOUR / 2),
    ...values.map((field) => field.values[row] as unknown),
  ]);
}

it.each<[string, number[]]>([
  ['level', [2.5, 7.5]],
  ['mode', [0, 0]],
  ['target', [0, 0]],
  ['energy', [0, 0]],
])('joins measures by a line, and everything else holds: %s', async (tag, firstHour) => {
  const { frames } = await respond({ tags: [tag] });
  expect(points(frames[0]!)).toEqual([
    [0, firstHour[0]],
    [1, firstHour[1]],
    [2, 10],
    [3, 10],
    [4, 10],
    [5, 10],
  ]);
});

it('takes interpolation and hold limit from the query', async () => {
  const { frames } = await respond({ tags: ['mode'], interpolation: 'linear', hold: '1h' });
  expect(points(frames[0]!)).toEqual([
    [0, 2.5],
    [1, 7.5],
    [2, 10],
    [3, 10],
  ]);
  expect((await respond({ tags: ['mode'], hold: '6' })).errors).toEqual([
    expect.stringContaining('"6" is not a valid hold limit'),
  ]);
});

it('beside other statistics has points of its own, which are no gaps of theirs', async () => {
  const { frames } = await respond({ tags: ['level'], statistics: ['avg', 'timeWeighted', 'n'] });
  const [, avg, timeWeighted, n] = frames[0]!.fields;
  expect([avg, timeWeighted, n].map((field) => field?.name)).toEqual(['avg', 'timeWeighted', 'n']);
  expect(points(frames[0]!)).toEqual([
    [0, 0, 2.5, 1],
    [1, null, 7.5, null],
    [2, 10, 10, 1],
    [3, null, 10, null],
    [4, null, 10, null],
    [5, null, 10, null],
  ]);
  expect(avg!.config.custom).toMatchObject({ spanNulls: expect.any(Number) as number });
  expect(timeWeighted!.config).toMatchObject({
    displayNameFromDS: 'Tank · level (time-weighted)',
    custom: { spanNulls: false },
  });
});

it('says that readings have no steps', async () => {
  const { errors, requests } = await respond({ tags: ['level'], interval: 'raw' });
  expect(errors).toEqual([expect.stringContaining('Raw readings have no steps')]);
  expect(requests.filter(({ params }) => params.intervalo !== undefined)).toEqual([]);
});

it('is in steps on auto, also of states and of seconds', async () => {
  const window = { fromEpochMs: NOON + HOUR - 2 * MINUTE, toEpochMs: NOON + HOUR + 2 * MINUTE };
  for (const tag of ['mode', 'level']) {
    const { frames } = await respond({ tags: [tag], interval: 'auto' }, window);
    expect(frames[0]!.fields[1]!.name).toBe('timeWeighted');
    expect(frames[0]!.length).toBeGreaterThanOrEqual(240);
  }
});

it('of an earlier day is shown at the same time of day, and counts the time range itself as the present', async () => {
  const day = 24 * HOUR;
  const later = { fromEpochMs: WINDOW.fromEpochMs + day, toEpochMs: WINDOW.toEpochMs + day };
  const { frames } = await respond({ tags: ['level'], shift: '1d', alsoUnshifted: true }, later);
  const [unshifted, shifted] = frames;
  expect(unshifted!.length).toBe(0);
  expect(points(shifted!).map(([half]) => half)).toEqual([48, 49, 50, 51, 52, 53]);
});

it('is no empty series while a value is known without a reading in the time range', async () => {
  const later = { fromEpochMs: NOON + 1.5 * HOUR, toEpochMs: NOON + 2.5 * HOUR };
  const { frames } = await respond({ tags: ['mode'] }, later);
  expect(points(frames[0]!)).toEqual([
    [3, 10],
    [4, 10],
  ]);
  expect(frames[0]!.meta?.notices).toEqual([]);
});
