import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specServer/specData';
import { testPlan } from '../../../testSupport/testPlan';
import { parseStep } from '../../time/step';
import type { PlanRequest } from '../plan/planHistory';
import { type HoldRules, withHeldValues } from './heldValues';
import { loadSeries } from './loadSeries';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON + 20 * SECOND, toEpochMs: NOON + HOUR };
const RAW: PlanRequest['interval'] = { kind: 'level', level: 'raw' };
const HOLD = { holdMs: 2 * HOUR, withValueBefore: true };

/** A reading at some seconds after noon. */
const at = (seconds: number, value: number): Reading => ({ atEpochMs: NOON + seconds * SECOND, value });

function client(readings: readonly Reading[], behavior: Partial<ServerBehavior> = {}, nowEpochMs = NOON + 48 * HOUR) {
  return createTestClient(singleSeriesData(readings), behavior, { clock: createFakeClock(nowEpochMs) });
}

async function load({ history }: ReturnType<typeof client>, window = WINDOW, hold: HoldRules = HOLD, interval = RAW) {
  const plan = testPlan(window, { interval });
  const source = history.forSeries(PUMP_PRESSURE, testContext());
  return withHeldValues(source, plan, hold, await loadSeries(source, plan));
}

/** From, to in seconds after noon, and the value. */
async function before(readings: readonly Reading[], ...parameters: [Partial<ServerBehavior>?, number?]) {
  const found = (await load(client(readings, ...parameters))).held?.before;
  return found && [(found.fromEpochMs - NOON) / SECOND, (found.toEpochMs - NOON) / SECOND, found.value];
}

it.each<[string, Reading[], unknown]>([
  ['lasts until the first reading', [at(-600, 7), at(600, 8)], [20, 600, 7]],
  ['lasts until the end without any reading', [at(-600, 7)], [20, 3600, 7]],
  ['can be in the minute that the beginning cuts', [at(-600, 7), at(10, 8), at(50, 8)], [20, 50, 8]],
  ['is not a reading of that minute after the beginning', [at(-600, 7), at(30, 8), at(40, 8)], [20, 30, 7]],
  ['ends with the hold limit', [at(-7200 + 1800, 7)], [20, 1800, 7]],
  ['does not exist beyond it', [at(-7200 - 60, 7), at(600, 8)], undefined],
  ['does not exist without a reading', [at(600, 8)], undefined],
  ['is not looked for if the first reading is at the beginning', [at(-600, 7), at(20, 8)], undefined],
  ['is not known from a minute with several values', [at(-600, 7), at(-590, 8), at(600, 9)], undefined],
])('the value before %s', async (_, readings, expected) => {
  expect(await before(readings)).toEqual(expected);
});

it('is known until the present', async () => {
  expect(await before([at(-600, 7)], {}, NOON + 10 * MINUTE)).toEqual([20, 600, 7]);
});

it('is not shown over readings that are missing or no longer retained', async () => {
  const readings = [at(-600, 7), at(300, 8), at(1200, 9)];
  const lost = new Date(WINDOW.fromEpochMs).toISOString();
  const failing = client(readings, {
    intercept: ({ params }) =>
      params.intervalo === 'crudo' && params.desde === lost ? { kind: 'status', status: 400 } : undefined,
  });
  await expect(load(failing)).rejects.toThrow();
  const expired = await load(client(readings, { retentionCutoffEpochMs: NOON + 600 * SECOND }));
  expect(expired.substitution?.kind).toBe('expiredReadings');
  expect(expired.held?.before).toBeUndefined();
});

it('costs one request, and none when the range is requested again or moves on', async () => {
  const plant = client([at(-600, 7), at(1800, 8)]);
  const without = client([at(-600, 7), at(1800, 8)]);
  await load(without, WINDOW, { ...HOLD, withValueBefore: false });
  await load(plant);
  expect(plant.server.requests).toHaveLength(without.server.requests.length + 1);
  const requests = plant.server.requests.length;
  await load(plant);
  for (const minutes of [1, 7, 25, 31]) {
    const shiftMs = minutes * MINUTE + 13 * SECOND;
    const moved = { fromEpochMs: WINDOW.fromEpochMs + shiftMs, toEpochMs: WINDOW.toEpochMs };
    const { held } = await load(plant, moved);
    expect(held?.before?.value).toBe(minutes > 30 ? 8 : 7);
  }
  expect(plant.server.requests).toHaveLength(requests);
});

it('is not requested where nobody draws it', async () => {
  const plant = client([at(-600, 7), at(1800, 8)]);
  const { held } = await load(plant, WINDOW, { ...HOLD, withValueBefore: false });
  expect(held).toMatchObject({ holdMs: 2 * HOUR, before: undefined });
  expect(plant.server.requests.filter(({ params }) => params.hasta === '2026-03-03T12:01:00.000Z')).toEqual([]);
});

it('is that of the first step, if the chart shows steps', async () => {
  const interval = { kind: 'step', step: parseStep('15m')! } as const;
  const { held } = await load(client([at(-600, 7), at(1000, 8)]), WINDOW, HOLD, interval);
  expect(held?.before).toEqual({ fromEpochMs: NOON, toEpochMs: NOON + 15 * MINUTE, value: 7 });
});

it.each([
  ['the end of the range, while the value is known', 2 * HOUR, HOUR, undefined],
  ['its hold limit', 5 * MINUTE, 35 * MINUTE, 35 * MINUTE],
])('the last value goes on to %s', async (_, holdMs, to, unknownFrom) => {
  const { held } = await load(client([at(0, 7), at(1800, 8)]), WINDOW, { holdMs, withValueBefore: false });
  expect(held).toMatchObject({
    after: { fromEpochMs: NOON + 30 * MINUTE, toEpochMs: NOON + to, value: 8 },
    unknownFromEpochMs: unknownFrom === undefined ? undefined : NOON + unknownFrom,
  });
});
