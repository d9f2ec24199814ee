import type { QueryResultMeta } from '@grafana/data';
import type { TelemetryQuery } from '../kinds/kinds';
import { dataSourceServices } from '../testSupport/panelRequest';
import type { ServerBehavior } from '../testSupport/specServer/serverBehavior';
import { type Reading, singleDeviceData, singleSeriesData, steadyReadings } from '../testSupport/specServer/specData';
import { createTestClient } from '../testSupport/testClient';
import { createFakeClock } from '../testSupport/testClocks';
import { runQueries } from './runQueries';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 2, 3, 13, 1);

/** An alert rule on the latest readings of the last two days. */
function evaluate(readings: readonly Reading[], behavior: Partial<ServerBehavior> = {}) {
  const client = createTestClient(singleSeriesData(readings), behavior, { clock: createFakeClock(NOW) });
  const query = { kind: 'history', devices: ['PUMP-1'], tags: ['pressure'], statistics: ['avg'], interval: '2h' };
  return runQueries(
    {
      queries: [{ refId: 'A', ...query, latestReading: true } as TelemetryQuery],
      fromEpochMs: NOW - 2 * DAY,
      toEpochMs: NOW,
      maxDataPoints: 1000,
      intervalMs: 0,
      purpose: 'alerting',
      visualization: '',
    },
    () => ({ zone: 'UTC', source: 'default' }),
    dataSourceServices(client),
    new AbortController().signal
  );
}

it.each([
  ['history', {}],
  ['periods', { condition: { operator: '>', value: '0' }, format: 'total' }],
])(
  'series that a %s query leaves out are an error beside the others, because an expression may calculate with them',
  async (kind, query) => {
    const one = singleSeriesData(steadyReadings(NOW - DAY, MINUTE, 1440));
    const series = ['pressure', 'flow', 'level'].map((tag) => ({ ...one.series[0]!, tag }));
    const services = dataSourceServices(createTestClient({ ...one, series }, {}, { clock: createFakeClock(NOW) }));
    const { frames, errors } = await runQueries(
      {
        queries: [
          {
            refId: 'A',
            kind,
            devices: ['PUMP-1'],
            tags: series.map(({ tag }) => tag),
            maxSeries: 2,
            ...query,
          } as TelemetryQuery,
        ],
        fromEpochMs: NOW - DAY,
        toEpochMs: NOW,
        maxDataPoints: 100,
        intervalMs: MINUTE,
        purpose: 'panel',
        visualization: '',
      },
      () => ({ zone: 'UTC', source: 'default' }),
      { ...services, canFollow: false },
      new AbortController().signal
    );
    expect(frames.length).toBeGreaterThan(1);
    expect(errors).toEqual([
      expect.objectContaining({
        refId: 'A',
        message: expect.stringMatching(/^Showing the first 2 of 3 series/) as unknown,
      }),
    ]);
  }
);

it.each([
  ['the last of the wide steps', { tags: ['level'], interval: '2h' }],
  ['the range as one step', { tags: ['level'], interval: 'range' }],
  ['the value before the range', { tags: ['mode'], interval: 'raw' }],
])(
  'a panel whose visualization is not known has the points of a series once, without a frame for %s',
  async (_, query) => {
    const readings = [NOW - 3 * DAY, NOW - 2 * DAY + MINUTE, NOW - DAY - MINUTE].map((atEpochMs, value) => ({
      atEpochMs,
      value,
    }));
    const plant = singleDeviceData(
      { code: 'TANK', name: 'Tank' },
      { mode: { type: 'estado', readings }, level: { type: 'medida', readings } }
    );
    const test = createTestClient(plant, {}, { clock: createFakeClock(NOW) });
    const statistics = ['avg'];
    const { frames, errors } = await runQueries(
      {
        queries: [
          { refId: 'A', kind: 'history', devices: ['TANK'], statistics, hold: 'none', ...query } as TelemetryQuery,
        ],
        fromEpochMs: NOW - 2 * DAY,
        toEpochMs: NOW - DAY,
        maxDataPoints: 1000,
        intervalMs: MINUTE,
        purpose: 'panel',
        visualization: '',
      },
      () => ({ zone: 'UTC', source: 'default' }),
      { ...dataSourceServices(test), canFollow: false },
      new AbortController().signal
    );
    expect(errors).toEqual([]);
    expect(frames).toHaveLength(1);
  }
);

it('several series without a value are one frame without fields, also for a chart', async () => {
  const tags = ['level', 'flow'];
  const neverRead = { type: 'medida', readings: [] };
  const plant = singleDeviceData({ code: 'TANK', name: 'Tank' }, { level: neverRead, flow: neverRead });
  const { frames, errors } = await runQueries(
    {
      queries: [{ refId: 'A', kind: 'history', devices: ['TANK'], tags } as TelemetryQuery],
      fromEpochMs: NOW - DAY,
      toEpochMs: NOW,
      maxDataPoints: 100,
      intervalMs: MINUTE,
      purpose: 'panel',
      visualization: 'timeseries',
    },
    () => ({ zone: 'UTC', source: 'default' }),
    { ...dataSourceServices(createTestClient(plant, {}, { clock: createFakeClock(NOW) })), canFollow: false },
    new AbortController().signal
  );
  expect(errors).toEqual([]);
  expect(frames.map(({ fields, meta }) => [fields, (JSON.parse(meta) as QueryResultMeta).type])).toEqual([
    [[], 'timeseries-multi'],
  ]);
});

describe('the latest reading in alert rules and expressions', () => {
  const readings = steadyReadings(NOW - 3 * DAY, MINUTE, 3 * 1440);

  it('is the last value, if it is in the time range', async () => {
    const { frames, errors } = await evaluate(readings);
    expect(errors).toEqual([]);
    expect(new Float64Array(frames[0]!.fields[1]!.numbers!).at(-1)).toBe(readings.at(-1)!.value);
  });

  it.each([
    ['before the range', NOW - 3 * DAY],
    ['dated in the future', NOW + DAY],
  ])('is none if it is %s, so that No data acts', async (_, atEpochMs) => {
    const { frames, errors } = await evaluate([{ atEpochMs, value: 7 }]);
    expect(errors).toEqual([]);
    expect(frames.map(({ fields }) => fields)).toEqual([[]]);
  });

  it('is an error if the list of latest values fails: the last average is something else', async () => {
    const { errors } = await evaluate(readings, {
      intercept: ({ path }) => (path === 'v1/valores' ? { kind: 'status', status: 403 } : undefined),
    });
    const message = expect.stringContaining('The latest readings could not be received') as unknown;
    expect(errors).toEqual([expect.objectContaining({ refId: 'A', message })]);
  });
});
