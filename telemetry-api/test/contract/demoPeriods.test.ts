import { createCondition, type Operator } from '../../../src/core/history/signal/condition';
import { loadSignal } from '../../../src/core/history/signal/loadSignal';
import { applyPeriodRules, findPeriods, type PeriodRules } from '../../../src/core/history/signal/periods';
import { LevelGrid } from '../../../src/core/history/levelGrid';
import { planSignal, type SignalRules } from '../../../src/core/history/plan/planSignal';
import { ConditionQuestion } from '../../../src/core/history/signal/questions';
import { demoPlant, type PlantTag, tagsOf } from '../../demo/demoPlant.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../durations.ts';
import { eachReading } from '../../demo/plantModel.ts';
import type { Signal } from '../../demo/signals/signal.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { NOW_MS, startTestService, type TestService } from '../support/testService.ts';
import { context, contractClient, contractHistory } from './contractClient';

/*
 * The demo plant knows when its machines jam, trip and fill. What the plugin finds in the readings of the service is that schedule,
 * as exactly as sampling allows: from the first reading in the state to the first one after it.
 */

const SEEDED = Math.floor(NOW_MS / DAY_MS) * DAY_MS;
const WINDOW = { fromEpochMs: SEEDED - 20 * DAY_MS, toEpochMs: SEEDED };
const LIMITS = { maxRequests: 500, maxRows: 500_000 };
const NO_RULES: PeriodRules = { minDurationMs: 0, joinWithinMs: 0 };

const devices = demoPlant(SEEDED).filter(({ code }) => ['LIN-101', 'CMP-101', 'TAN-301'].includes(code));
const STATE_OF_LINE = tagOf('LIN-101', 'estado');
const STATE_OF_COMPRESSOR = tagOf('CMP-101', 'estado');
const LEVEL_OF_TANK = tagOf('TAN-301', 'nivel');

interface Stretch {
  readonly fromEpochMs: number;
  readonly toEpochMs: number;
}

let service: TestService;

beforeAll(async () => {
  service = await startTestService(devices);
  for (const plantTag of [STATE_OF_LINE, STATE_OF_COMPRESSOR, LEVEL_OF_TANK]) {
    const { times, values } = readingsOf(plantTag);
    const tagId = service.tagId(plantTag.device.code, plantTag.tag.key);
    const batch = { tagIds: times.map(() => tagId), tsEpochMs: times, values };
    await writeReadings(service.pool, batch, { onConflict: 'keep' });
  }
});

afterAll(() => service.close());

function tagOf(code: string, key: string): PlantTag {
  return tagsOf(devices).find(({ device, tag }) => device.code === code && tag.key === key)!;
}

/** From a day before the window, so that it begins with a known value. */
function readingsOf({ device, tag }: PlantTag) {
  const times: number[] = [];
  const values: number[] = [];
  eachReading(device, tag, WINDOW.fromEpochMs - DAY_MS, WINDOW.toEpochMs, (epochMs, value) => {
    times.push(epochMs);
    values.push(value);
  });
  return { times, values };
}

/** The periods of a condition, as the plugin finds them in the service. */
async function findInService(
  { device, tag }: PlantTag,
  operator: Operator,
  limit: number,
  interpolation: SignalRules['interpolation'],
  periodRules = NO_RULES
): Promise<Stretch[]> {
  const plan = planSignal(WINDOW, { interpolation, holdMs: 2 * HOUR_MS, ...LIMITS }, new LevelGrid('UTC'));
  const history = contractHistory(contractClient(service.address, await service.key()));
  const signal = await loadSignal(history.forSeries({ device: device.code, tag: tag.key }, context), plan);
  const { answer, isDecided } = await signal.ask(
    () => new ConditionQuestion(createCondition(operator, [limit]), WINDOW)
  );
  expect(isDecided).toBe(true);
  return findPeriods(applyPeriodRules(answer, periodRules), periodRules).map(({ fromEpochMs, toEpochMs }) => ({
    fromEpochMs,
    toEpochMs,
  }));
}

/** When a signal of the plant has a value, second by second. */
function scheduleOf(signal: Signal, value: number): Stretch[] {
  const stretches: Stretch[] = [];
  let start: number | undefined;
  for (let at = WINDOW.fromEpochMs; at < WINDOW.toEpochMs; at += SECOND_MS) {
    const isIn = signal(at) === value;
    if (isIn && start === undefined) {
      start = at;
    } else if (!isIn && start !== undefined) {
      stretches.push({ fromEpochMs: start, toEpochMs: at });
      start = undefined;
    }
  }
  return stretches;
}

/** The first instant at or after another at which a logger looks, once a minute. */
const sampled = (epochMs: number) => Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS;

test.each([
  ['the jams of LIN-101', STATE_OF_LINE, 2, 150],
  ['the format changes of LIN-101', STATE_OF_LINE, 3, 20],
  ['the trips of CMP-101', STATE_OF_COMPRESSOR, 2, 3],
])('%s are those of its schedule', async (_, plantTag, code, atLeast) => {
  const schedule = scheduleOf(plantTag.tag.signal, code);
  expect(schedule.length).toBeGreaterThanOrEqual(atLeast);
  expect(await findInService(plantTag, '=', code, 'hold')).toEqual(
    schedule
      .map(({ fromEpochMs, toEpochMs }) => ({ fromEpochMs: sampled(fromEpochMs), toEpochMs: sampled(toEpochMs) }))
      .filter(({ fromEpochMs, toEpochMs }) => fromEpochMs < toEpochMs)
  );
});

/** Below the level at which filling stops in any cycle, above that at which it starts. */
const HALF_FULL = 60;
/** As declared for TAN-301: it fills in the last 40 % of each cycle. */
const CYCLE_MS = 4.4 * HOUR_MS;
const FILLING_SHARE = 0.4;
/** Cycles count from the seeding. */
const cyclesUntil = (epochMs: number) => (epochMs - SEEDED) / CYCLE_MS;

test('the level of TAN-301 crosses a limit where the line between two of its readings does', async () => {
  const { times, values } = readingsOf(LEVEL_OF_TANK);
  const crossings = times.flatMap((time, index): number[] => {
    const [before, after, next] = [values[index]!, values[index + 1], times[index + 1]];
    if (after === undefined || next === undefined || before > HALF_FULL === after > HALF_FULL) {
      return [];
    }
    const crossing = Math.round(time + ((HALF_FULL - before) / (after - before)) * (next - time));
    return crossing > WINDOW.fromEpochMs ? [crossing] : [];
  });
  const found = await findInService(LEVEL_OF_TANK, '>', HALF_FULL, 'linear');
  const edges = found.flatMap(({ fromEpochMs, toEpochMs }) => [fromEpochMs, toEpochMs]);
  expect(edges.filter((edge) => edge > WINDOW.fromEpochMs && edge < WINDOW.toEpochMs)).toEqual(crossings);
});

test('TAN-301 becomes half full once in each filling of its schedule', async () => {
  const rules = { minDurationMs: 0, joinWithinMs: 30 * MINUTE_MS };
  const found = await findInService(LEVEL_OF_TANK, '>', HALF_FULL, 'linear', rules);
  // Only the cycles that are in the window from their start to their end.
  const first = Math.ceil(cyclesUntil(WINDOW.fromEpochMs));
  const count = Math.floor(cyclesUntil(WINDOW.toEpochMs)) - first;
  const fillings = found
    .map(({ fromEpochMs }) => cyclesUntil(fromEpochMs))
    .filter((cycles) => cycles >= first)
    .map((cycles) => ({ cycle: Math.floor(cycles), isFilling: cycles - Math.floor(cycles) >= 1 - FILLING_SHARE }));
  expect(count).toBe(109);
  expect(fillings).toEqual(Array.from({ length: count }, (_, index) => ({ cycle: first + index, isFilling: true })));
});
