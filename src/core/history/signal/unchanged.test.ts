import { listSpans } from '../../../testSupport/listSpans';
import { createFakeClock } from '../../../testSupport/testClocks';
import { arrivingData, PUMP_PRESSURE, type Reading, steadyReadings } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { toRows } from '../../../testSupport/toRows';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from '../../time/window';
import { loadSignal } from './signal';
import { neededForPeriods } from './periods';
import { UTC_GRID } from '../../../testSupport/testPlan';
import { planSignal } from '../plan/planSignal';
import { TRUE } from './spans';
import { fetchUsuallyUnchangedMs, longestUnchangedMs, UnchangedQuestion } from './unchanged';

const MONDAY = Date.UTC(2026, 2, 2);
const WINDOW = { fromEpochMs: MONDAY, toEpochMs: MONDAY + DAY_MS };
const HOLD_MS = 2 * HOUR_MS;
const LIMITS = { maxRequests: 500, maxRows: 500_000 };
const NO_RULES = { minDurationMs: 0, joinWithinMs: 0 };

function at(hour: number, minute = 0): EpochMs {
  return MONDAY + hour * HOUR_MS + minute * MINUTE_MS;
}

/** Of a sensor that moves with each reading, every ten seconds from Sunday to Tuesday, but for when it is stuck. */
function sensor(stuck: ReadonlyArray<readonly [EpochMs, EpochMs]>): Reading[] {
  return steadyReadings(MONDAY - DAY_MS, 10 * SECOND_MS, 3 * 8640).map(({ atEpochMs }, index) => {
    const isStuck = stuck.some(([from, to]) => atEpochMs >= from && atEpochMs < to);
    return { atEpochMs, value: isStuck ? 24.25 : 20 + (index % 7) / 2 };
  });
}

function connect(readings: readonly Reading[], nowEpochMs = MONDAY + 2 * DAY_MS) {
  const clock = createFakeClock(nowEpochMs);
  return createTestClient(arrivingData(readings, clock.nowEpochMs), {}, { clock });
}

async function unchanged(client: ReturnType<typeof connect>, leastMs: number) {
  const lookedAt = { seenAroundMs: leastMs, stretchMs: leastMs };
  const plan = planSignal(WINDOW, { interpolation: 'linear', holdMs: HOLD_MS, ...LIMITS }, UTC_GRID, lookedAt);
  const signal = await loadSignal(client.history.forSeries(PUMP_PRESSURE, testContext()), plan);
  const around = { fromEpochMs: WINDOW.fromEpochMs - leastMs, toEpochMs: WINDOW.toEpochMs + leastMs };
  const needed = neededForPeriods(WINDOW, NO_RULES);
  const { answer, isDecided } = await signal.ask(() => new UnchangedQuestion(leastMs, around, needed));
  const time = (epochMs: EpochMs) => toIso(epochMs).slice(8, 19).replace('T', ' ');
  expect(isDecided).toBe(true);
  return listSpans(answer)
    .filter(({ value }) => value === TRUE)
    .map(({ fromEpochMs, toEpochMs }) => `${time(fromEpochMs)} to ${time(toEpochMs)}`);
}

it('lasts from the first of equal readings to the last', async () => {
  const client = connect(sensor([[at(10, 10), at(14, 20)]]));
  expect(await unchanged(client, 4 * HOUR_MS)).toEqual(['02 10:10:00 to 02 14:19:50']);
});

it('costs one request where hours decide, and the hours at its ends where they do not', async () => {
  const intervals = ({ server }: ReturnType<typeof connect>) => server.requests.map(({ params }) => params.intervalo);
  const moving = connect(sensor([]));
  expect(await unchanged(moving, 2 * HOUR_MS)).toEqual([]);
  expect(intervals(moving)).toEqual(['1h']);
  const stuck = connect(sensor([[at(8, 30), at(18, 30)]]));
  expect(await unchanged(stuck, 2 * HOUR_MS)).toHaveLength(1);
  expect(intervals(stuck)).toEqual(['1h', 'crudo', 'crudo']);
});

describe('for how long a value usually stays the same', () => {
  /** @param hours minimum and maximum of each; undefined: without readings */
  const rows = (...hours: ReadonlyArray<readonly [number, number] | undefined>) =>
    toRows(
      hours.flatMap((hour, index) =>
        hour === undefined ? [] : [{ at: at(index), min: hour[0], max: hour[1], avg: (hour[0] + hour[1]) / 2, n: 60 }]
      )
    );
  const moves = (count: number) => Array.from({ length: count }, () => [1, 9] as const);
  const stays = (count: number, value = 5) => Array.from({ length: count }, () => [value, value] as const);

  it.each([
    ['a value that always moves', [...moves(30)], 2],
    ['three equal hours between others', [...moves(12), ...stays(3), ...moves(12)], 5],
    ['two values one after the other', [...moves(12), ...stays(3, 5), ...stays(4, 6), ...moves(12)], 5],
    ['equal hours from the first one', [...stays(7), ...moves(20)], 8],
    ['silence that is shorter than the hold limit', [...moves(14), undefined, ...moves(14)], 3],
    ['silence that is longer', [...moves(14), undefined, undefined, undefined, ...moves(14)], 2],
  ])('%s', (_, hours, hoursAtMost) => {
    expect(longestUnchangedMs(rows(...hours), HOLD_MS)).toBe(hoursAtMost * HOUR_MS + HOLD_MS);
  });

  it('is not known from less than a day of hours', () => {
    expect(longestUnchangedMs(rows(...moves(23)), HOLD_MS)).toBeUndefined();
  });

  it('is asked of the whole hours of four weeks in one request', async () => {
    const client = connect(sensor([[at(-9), at(-5)]]));
    const history = client.history.forSeries(PUMP_PRESSURE, testContext());
    expect(await fetchUsuallyUnchangedMs(history, at(0, 42), HOLD_MS)).toBe(6 * HOUR_MS + HOLD_MS);
    expect(client.server.requests.map(({ params }) => params)).toMatchObject([
      { intervalo: '1h', desde: toIso(MONDAY - 28 * DAY_MS), hasta: toIso(MONDAY) },
    ]);
  });
});
