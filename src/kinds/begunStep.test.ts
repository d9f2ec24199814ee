import { type DataFrame, DataTopic, FieldType } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../testSupport/panelRequest';
import { singleSeriesData, steadyReadings } from '../testSupport/specServer/specData';
import { createTestClient } from '../testSupport/testClient';
import { createFakeClock } from '../testSupport/testClocks';
import type { HistoryQuery } from './history/historyQuery';
import type { TelemetryQuery } from './kinds';
import type { PeriodsQuery } from './periods/periodsQuery';
import { runQuery } from './runQuery';

const HOUR = 3_600_000;
const MORNING = Date.UTC(2026, 2, 3);
/** In the shift from 06:00 to 14:00, which still runs. */
const RANGE = { fromEpochMs: MORNING + 10 * HOUR, toEpochMs: MORNING + 12 * HOUR };
const SHIFT = { devices: ['PUMP-1'], tags: ['pressure'], interval: '8h', offset: '06:00' };
const HISTORY: Partial<HistoryQuery> = { ...SHIFT, kind: 'history' };
const PERIODS = {
  ...SHIFT,
  kind: 'periods',
  format: 'perStep',
  condition: { operator: '>', value: '0', upper: '' },
  totals: ['duration'],
} as Partial<PeriodsQuery>;

async function run(
  query: Partial<TelemetryQuery>,
  panelPluginId: string | undefined,
  range = RANGE,
  app = 'dashboard'
): Promise<DataFrame[]> {
  const data = singleSeriesData(steadyReadings(MORNING, 60_000, 720));
  const client = createTestClient(data, {}, { clock: createFakeClock(RANGE.toEpochMs) });
  const request = panelRequest(range, [query], {
    app: app as never,
    ...(panelPluginId !== undefined && { panelPluginId }),
  });
  const { data: frames } = await lastValueFrom(runQuery(request, dataSourceServices(client), (text) => [text]));
  return (frames as DataFrame[]).filter(({ meta }) => meta?.dataTopic !== DataTopic.Annotations);
}

function timesOf({ fields }: DataFrame): unknown[] {
  return fields.find(({ type }) => type === FieldType.time)!.values;
}

const noticesOf = (frames: readonly DataFrame[]) =>
  frames.flatMap(({ meta }) => (meta?.notices ?? []).map(({ text }) => text));
const SAYS_WHEN = expect.stringContaining('The step that began at 2026-03-03 06:00:00');

test.each<[string, Partial<TelemetryQuery>, string]>([
  ['a chart', HISTORY, 'timeseries'],
  ['a chart of a day', { ...HISTORY, interval: '1d', offset: '' }, 'timeseries'],
  ['a chart of straight lines', { ...HISTORY, fill: 'linear' }, 'timeseries'],
  ['a row of states', HISTORY, 'state-timeline'],
  ['a chart of periods', PERIODS, 'timeseries'],
  ['cells of periods', { ...PERIODS, format: 'timeline' } as Partial<PeriodsQuery>, 'status-history'],
])(
  '%s whose only step began before the range shows it in the range, and says when it began',
  async (_, query, panel) => {
    const [series, ...others] = await run(query, panel);
    expect(timesOf(series!)).toEqual([RANGE.fromEpochMs]);
    expect(series!.fields[1]!.values).toEqual([expect.any(Number)]);
    // Where a step of a chart ends, what shows its length begins with it.
    const outside = others.flatMap(timesOf).filter((time) => (time as number) < RANGE.fromEpochMs);
    expect(outside).toEqual([]);
    expect(noticesOf([series!])).toContainEqual(expect.stringMatching(/The step that began at 2026-03-03 0[06]:00:00/));
  }
);

test('its width ends where the step does', async () => {
  const [, ...ends] = await run({ ...HISTORY, statistics: ['avg'] }, 'timeseries');
  expect(ends.map(timesOf)).toEqual([[RANGE.fromEpochMs, MORNING + 14 * HOUR]]);
});

test.each<[string, Partial<TelemetryQuery>, string | undefined, string]>([
  ['a table', HISTORY, 'table', 'dashboard'],
  ['a table of periods', PERIODS, 'table', 'dashboard'],
  ['a rule', HISTORY, undefined, 'unified-alerting'],
  ['a rule over periods', PERIODS, undefined, 'unified-alerting'],
  ['Explore', HISTORY, undefined, 'explore'],
])('%s has the step at its own time', async (_, query, panel, app) => {
  const frames = await run(query, panel, RANGE, app);
  expect(timesOf(frames[0]!)).toEqual([MORNING + 6 * HOUR]);
  expect(noticesOf(frames)).not.toContainEqual(SAYS_WHEN);
});

test.each([HISTORY, PERIODS])(
  'a range with the start of a step leaves the one before it at its own time: $kind',
  async (query) => {
    const range = { fromEpochMs: MORNING + 5 * HOUR, toEpochMs: MORNING + 7 * HOUR };
    const frames = await run(query, 'timeseries', range);
    expect(timesOf(frames[0]!)).toEqual([MORNING - 2 * HOUR, MORNING + 6 * HOUR]);
    expect(noticesOf(frames)).not.toContainEqual(expect.stringContaining('before the time range'));
  }
);

test('a step without data has no place in the range', async () => {
  const later = { fromEpochMs: MORNING + 86 * HOUR, toEpochMs: MORNING + 88 * HOUR };
  expect(noticesOf(await run({ ...HISTORY, fill: 'null' }, 'timeseries', later))).not.toContainEqual(
    expect.stringContaining('before the time range')
  );
});
