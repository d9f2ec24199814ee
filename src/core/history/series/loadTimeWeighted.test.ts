import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import {
  PUMP_PRESSURE,
  type Reading,
  singleSeriesData,
  steadyReadings,
} from '../../../testSupport/specServer/specData';
import { testPlan } from '../../../testSupport/testPlan';
import type { ApiRequest } from '../../api/transport';
import { parseStep } from '../../time/step';
import type { PlanRequest } from '../plan/planHistory';
import { loadSeries } from './loadSeries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 2, 3, 12);
const STEP: PlanRequest['interval'] = { kind: 'step', step: parseStep('15m')! };
const HOURLY: PlanRequest['interval'] = { kind: 'step', step: parseStep('1h')! };
const HOLD = { interpolation: 'hold', holdMs: 2 * HOUR, maxRequests: 500, maxRows: 500_000 } as const;

/** Two hours from noon on, a reading every 20 s: 4, but 8 from 12:20 to 12:25. */
const PULSE = steadyReadings(NOON - HOUR, 20_000, 540, (index) => (index >= 240 && index < 255 ? 8 : 4));

function client(readings: readonly Reading[], behavior: Partial<ServerBehavior> = {}, nowEpochMs = NOON + 48 * HOUR) {
  return createTestClient(singleSeriesData(readings), behavior, { clock: createFakeClock(nowEpochMs) });
}

/** Loads the hour after noon in steps of 15 minutes, unless stated otherwise. */
async function load({ history }: ReturnType<typeof client>, change: Partial<PlanRequest> = {}) {
  const window = { fromEpochMs: NOON, toEpochMs: NOON + HOUR };
  const plan = testPlan(window, { interval: STEP, timeWeighted: HOLD, ...change });
  const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
  const { rows, undecided: leftOut } = loaded.timeWeighted!;
  const leftOutBecause = leftOut[0]?.cause;
  const minute = (epochMs: number) => (epochMs - NOON) / MINUTE;
  const averages = Object.fromEntries(Array.from(rows.timeEpochMs, (start, row) => [minute(start), rows.avg[row]]));
  return { loaded, averages, leftOut: leftOut.map(({ fromEpochMs }) => minute(fromEpochMs)), leftOutBecause };
}

const readingRequests = ({ server }: ReturnType<typeof client>) =>
  server.requests.filter(({ params }: ApiRequest) => params.intervalo === 'crudo');

it('of buckets whose values are constant needs no readings', async () => {
  const plant = client(steadyReadings(NOON - HOUR, 20_000, 540, () => 4));
  expect((await load(plant)).averages).toEqual({ 0: 4, 15: 4, 30: 4, 45: 4 });
  expect(readingRequests(plant)).toEqual([]);
  // The hours before and after hold those of the hour.
  expect(plant.server.requests).toHaveLength(1);
});

it('requests readings only of the buckets that differ from the value before them, and nothing again', async () => {
  const plant = client(PULSE);
  const expected = { 0: 4, 15: (10 * 4 + 5 * 8) / 15, 30: 4, 45: 4 };
  expect((await load(plant)).averages).toEqual(expected);
  const rows = readingRequests(plant).length;
  expect(rows).toBeGreaterThan(0);
  const requests = plant.server.requests.length;
  expect((await load(plant)).averages).toEqual(expected);
  expect(plant.server.requests).toHaveLength(requests);
});

it('leaves out the earliest of the steps that would cost more than the limits, rather than read parts of them', async () => {
  const noisy = steadyReadings(NOON - HOUR, 20_000, 540, (index) => index % 7);
  const day = { window: { fromEpochMs: NOON - HOUR, toEpochMs: NOON + 2 * HOUR }, interval: HOURLY };
  expect((await load(client(noisy), day)).leftOut).toEqual([]);
  const rows = await load(client(noisy), { ...day, timeWeighted: { ...HOLD, maxRows: 300 } });
  expect(rows).toMatchObject({ leftOut: [-60, 0, 60], leftOutBecause: 'maxRows', averages: {} });
  const some = await load(client(noisy), { ...day, timeWeighted: { ...HOLD, maxRows: 600 } });
  expect(some).toMatchObject({ leftOut: [-60], leftOutBecause: 'maxRows' });
  expect(Object.keys(some.averages)).toEqual(['0', '60']);
  const requests = await load(client(noisy), { timeWeighted: { ...HOLD, maxRequests: 1 } });
  expect(requests).toMatchObject({ leftOut: [0, 15, 30, 45], leftOutBecause: 'maxRequests', averages: {} });
});

it('leaves out the steps whose readings cannot be received, and reports what is missing', async () => {
  const plant = client(PULSE, {
    intercept: ({ params }) => (params.intervalo === 'crudo' ? { kind: 'status', status: 400 } : undefined),
  });
  const { loaded, ...result } = await load(plant);
  expect(result).toEqual({ averages: { 0: 4, 30: 4, 45: 4 }, leftOut: [15], leftOutBecause: 'missing' });
  expect(loaded.fetched.missing).not.toEqual([]);
});

it('leaves out the steps whose readings the server no longer retains', async () => {
  const { loaded, ...result } = await load(client(PULSE, { retentionCutoffEpochMs: NOON + 30 * MINUTE }));
  expect(result).toEqual({ averages: { 0: 4, 30: 4, 45: 4 }, leftOut: [15], leftOutBecause: 'expired' });
  expect(loaded.fetched.missing).toEqual([]);
});

it('is not known anywhere if the first request fails, while everything else is', async () => {
  const fromNoon = new Date(NOON).toISOString();
  const plant = client(PULSE, {
    intercept: ({ params }) => (params.desde === fromNoon ? undefined : { kind: 'status', status: 400 }),
  });
  const { loaded, averages, leftOut } = await load(plant);
  expect(Array.from(loaded.rows.n)).toEqual([45, 45, 45, 45]);
  expect(averages).toEqual({});
  expect(leftOut).toEqual([0, 15, 30, 45]);
  expect(loaded.fetched.missing).toHaveLength(1);
});

it('does not blame the retention for readings that are no numbers', async () => {
  const datos = ({ params }: ApiRequest) =>
    PULSE.filter(
      ({ atEpochMs }) => atEpochMs >= Date.parse(params.desde!) && atEpochMs < Date.parse(params.hasta!)
    ).map(({ atEpochMs, value }) => ({
      ts: new Date(atEpochMs).toISOString(),
      valor: atEpochMs === NOON + 20 * MINUTE ? null : value,
    }));
  const plant = client(PULSE, {
    intercept: (request) =>
      request.params.intervalo === 'crudo' ? { kind: 'body', body: { datos: datos(request) } } : undefined,
  });
  const { leftOut, leftOutBecause } = await load(plant);
  expect({ leftOut, leftOutBecause }).toEqual({ leftOut: [15], leftOutBecause: 'invalid' });
});
