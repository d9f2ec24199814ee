import { type DataFrame, DataTopic } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { createFakeClock } from '../../../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../../../testSupport/panelRequest';
import { steadyReadings, singleSeriesData } from '../../../testSupport/specServer/specData';
import { createTestClient } from '../../../testSupport/testClient';
import type { HistoryQuery } from '../historyQuery';
import { runQuery } from '../../runQuery';

const HOUR = 3_600_000;
const MORNING = Date.UTC(2026, 2, 3);
/** 10:20, with a reading every minute. */
const NOW = MORNING + 10 * HOUR + 20 * 60_000;

async function openStepFrames(interval: string, hours: number, endEpochMs = NOW, shift = ''): Promise<DataFrame[]> {
  const queries: Array<Partial<HistoryQuery>> = [
    { kind: 'history', devices: ['PUMP-1'], tags: ['pressure'], interval, shift },
    { kind: 'history', devices: ['PUMP-1'], tags: ['flow'], interval, shift },
  ];
  const client = createTestClient(
    singleSeriesData(steadyReadings(MORNING, 60_000, 620)),
    {},
    { clock: createFakeClock(NOW) }
  );
  const request = panelRequest({ fromEpochMs: endEpochMs - hours * HOUR, toEpochMs: endEpochMs }, queries);
  const { data } = await lastValueFrom(runQuery(request, dataSourceServices(client), (text) => [text]));
  return (data as DataFrame[]).filter(({ meta }) => meta?.dataTopic === DataTopic.Annotations);
}

function listValues(frame: DataFrame | undefined, name: string): unknown[] | undefined {
  return frame?.fields.find((field) => field.name === name)?.values;
}

it('marks the open step up to the end of the time range, with the time at which the step ends', async () => {
  const frames = await openStepFrames('4h', 10);
  expect(frames).toHaveLength(1);
  expect(listValues(frames[0], 'time')).toEqual([MORNING + 8 * HOUR]);
  expect(listValues(frames[0], 'timeEnd')).toEqual([NOW]);
  expect(listValues(frames[0], 'text')).toEqual([expect.stringContaining('2026-03-03 12:00:00')]);
  expect(listValues(frames[0], 'isRegion')).toEqual([true]);
});

it.each<[string, Parameters<typeof openStepFrames>]>([
  ['is too narrow to be visible', ['15m', 20]],
  ['is outside the time range', ['1h', 4, MORNING + 4 * HOUR]],
  ['a shifted series does not have', ['4h', 10, NOW, '1d']],
])('does not mark an open step that %s', async (_, parameters) => {
  expect(await openStepFrames(...parameters)).toEqual([]);
});

it('marks the open step of a shifted series where it is shown, with the time at which it ends', async () => {
  const day = 24 * HOUR;
  const frames = await openStepFrames('4h', 10, NOW + day, '1d');
  expect(listValues(frames[0], 'time')).toEqual([MORNING + day + 8 * HOUR]);
  expect(listValues(frames[0], 'timeEnd')).toEqual([NOW + day]);
  expect(listValues(frames[0], 'text')).toEqual([expect.stringContaining('2026-03-03 12:00:00')]);
});

it.each<[number, string, Partial<HistoryQuery>]>([
  [12, 'steps', {}],
  [13, 'a line from point to point', {}],
  [12, 'a line from point to point', { fill: 'linear' }],
])('a chart of 144 pixels draws %d steps as %s: %j', async (hours, style, options) => {
  const client = createTestClient(
    singleSeriesData(steadyReadings(MORNING, 60_000, 620)),
    {},
    { clock: createFakeClock(NOW) }
  );
  const query: Partial<HistoryQuery> = {
    kind: 'history',
    devices: ['PUMP-1'],
    tags: ['pressure'],
    interval: '1h',
    ...options,
  };
  const range = { fromEpochMs: MORNING, toEpochMs: MORNING + hours * HOUR };
  const request = { ...panelRequest(range, [query]), maxDataPoints: 144 };
  const { data } = await lastValueFrom(runQuery(request, dataSourceServices(client), (text) => [text]));
  const [line, ...marks] = data as DataFrame[];
  const isStepped = line!.fields[1]!.config.custom?.lineInterpolation === 'stepAfter';
  expect(isStepped).toBe(style === 'steps');
  // The last step of the line and that of the band.
  const lastStep = [MORNING + 10 * HOUR, MORNING + 11 * HOUR];
  const ends = marks.filter((frame) => lastStep.every((time) => listValues(frame, 'time')?.includes(time)));
  expect(ends).toHaveLength(style === 'steps' ? 2 : 0);
  expect(line!.fields[1]!.config.links).toHaveLength(style === 'steps' ? 2 : 1);
});
