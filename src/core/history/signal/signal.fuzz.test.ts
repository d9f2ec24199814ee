import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../../../testSupport/fuzz';
import { listSpans } from '../../../testSupport/listSpans';
import { oracleIntegral, oracleLines, oracleSpans, oracleUnchanged } from '../../../testSupport/signalOracle';
import { createFakeClock } from '../../../testSupport/testClocks';
import { type ServerBehavior, TIME_FORMATS } from '../../../testSupport/specServer/serverBehavior';
import { arrivingData, PUMP_PRESSURE, type Reading } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import type { TimeWindow } from '../../time/window';
import type { Rows } from '../rows';
import { createCondition, OPERATORS } from './condition';
import { loadSignal } from './signal';
import { findPeriods, neededForPeriods, provenTrueMs } from './periods';
import { INTERPOLATIONS, planSignal, type Continuation } from '../plan/planSignal';
import { LevelGrid } from '../levelGrid';
import { ConditionQuestion, ValuesQuestion, WindowValuesQuestion } from './questions';
import { clipSpans, type Spans, TRUE, UNDECIDED, UNKNOWN } from './spans';
import { UnchangedQuestion } from './unchanged';
import { rangeRows, type ValueRange, ValueRangesQuestion } from './valueRanges';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIMITS = { maxRequests: 10_000, maxRows: 5_000_000 };
const NO_RULES = { minDurationMs: 0, joinWithinMs: 0 };

const behavior: fc.Arbitrary<Partial<ServerBehavior>> = fc.record({
  order: fc.constantFrom('ascending', 'descending', 'shuffled'),
  maxPageRows: fc.constantFrom(60, Infinity),
  formatTime: fc.constantFrom(TIME_FORMATS.utc, TIME_FORMATS.twoHoursEast),
  dayBucketZone: fc.constantFrom('UTC', 'Europe/Madrid'),
});

/** Irregular readings with bursts, gaps, equal values and values at the limit. */
function readingsFrom(firstEpochMs: number, usualMs: number): fc.Arbitrary<Reading[]> {
  const distance = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 2 * usualMs }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 * usualMs }) }
  );
  const value = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(8, 10, 12));
  const stay = fc.integer({ min: 1, max: 12 });
  return fc
    .array(fc.record({ distance, value, stay }), { minLength: 0, maxLength: 60 })
    .map((runs) => {
      let atEpochMs = firstEpochMs;
      return runs.flatMap(({ distance: distanceMs, value: reading, stay: times }) =>
        Array.from({ length: times }, () => {
          atEpochMs += distanceMs;
          return { atEpochMs, value: reading / 2 };
        })
      );
    })
    .map(withoutRepeated);
}

/** A server sends two equal readings of one instant once. */
function withoutRepeated(readings: readonly Reading[]): Reading[] {
  return readings.filter(({ atEpochMs }, index) => index === 0 || atEpochMs !== readings[index - 1]!.atEpochMs);
}

const scenario = fc
  .record({
    start: fc.oneof(
      fc.constantFrom(Date.UTC(2026, 2, 28, 20), Date.UTC(2026, 9, 24, 12)),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 8, 1) })
    ),
    lengthMs: fc.constantFrom(20 * MINUTE, 5 * HOUR, 3 * DAY, 30 * DAY, 150 * DAY),
    usualMs: fc.constantFrom(20 * SECOND, 10 * MINUTE, 2 * HOUR, 12 * HOUR),
    leadMs: fc.constantFrom(0, HOUR, 20 * HOUR, 40 * DAY),
    interpolation: fc.constantFrom(...INTERPOLATIONS),
    holdMs: fc.constantFrom(MINUTE, 30 * MINUTE, 2 * HOUR, 7 * HOUR, 3 * DAY, Infinity),
    operator: fc.constantFrom(...OPERATORS),
    limits: fc.tuple(fc.integer({ min: -1, max: 21 }), fc.integer({ min: -1, max: 21 })),
    nowShare: fc.constantFrom(0.3, 0.95, 1, 3),
    behavior,
  })
  .chain((parts) =>
    readingsFrom(parts.start - parts.leadMs, parts.usualMs).map((readings) => ({ ...parts, readings }))
  );

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

function setUp({ start, lengthMs, interpolation, holdMs, nowShare, readings, behavior: server, ...others }: Scenario) {
  const window: TimeWindow = { fromEpochMs: start, toEpochMs: start + lengthMs };
  const continuation: Continuation = { interpolation, holdMs };
  const nowEpochMs = start + Math.round(nowShare * lengthMs);
  const clock = createFakeClock(nowEpochMs);
  const { history } = createTestClient(arrivingData(readings, clock.nowEpochMs), server, { clock });
  const grid = new LevelGrid(server.dayBucketZone ?? 'UTC');
  const plan = planSignal(window, { ...continuation, ...LIMITS }, grid);
  const source = history.forSeries(PUMP_PRESSURE, testContext());
  const limits = others.limits.map((limit) => limit / 2);
  const lines = oracleLines(readings, continuation, nowEpochMs);
  return { ...others, limits, window, continuation, plan, source, lines };
}

const TAKE_SEVERAL: ReadonlySet<string> = new Set(['=', '!=', 'between', 'outside']);

function listStates(spans: Spans): Array<[number, number, string]> {
  const name = (value: number) =>
    Object.is(value, UNKNOWN) ? 'unknown' : value === UNDECIDED ? 'undecided' : value === TRUE ? 'true' : 'false';
  return listSpans(spans).map(({ fromEpochMs, toEpochMs, value }) => [fromEpochMs, toEpochMs, name(value)]);
}

jest.setTimeout(FUZZ_TIMEOUT_MS);

test('the periods of a condition are those of its readings, to the millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (parts) => {
      const { operator, limits, window, plan, source, lines } = setUp(parts);
      const signal = await loadSignal(source, plan);
      const condition = createCondition(operator, limits);
      const { answer, isDecided } = await signal.ask(() => new ConditionQuestion(condition, window));
      const used = TAKE_SEVERAL.has(operator) ? limits : limits.slice(0, 1);
      const expected = oracleSpans(lines, operator, used, window);
      expect(isDecided).toBe(true);
      expect(listStates(answer)).toEqual(
        expected.map(({ fromEpochMs, toEpochMs, state }) => [fromEpochMs, toEpochMs, state])
      );
    }),
    FUZZ
  );
});

test('where a value stays the same for so long is where its readings do', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.constantFrom(1, 6, 9, 13, 40), async (parts, readings) => {
      const least = readings * parts.usualMs;
      const { window, plan, source, lines } = setUp({ ...parts, interpolation: 'linear' });
      const around = { fromEpochMs: window.fromEpochMs - least, toEpochMs: window.toEpochMs + least };
      const looking = planSignal(window, plan.request, plan.grid, { seenAroundMs: least, stretchMs: least });
      const needed = neededForPeriods(window, NO_RULES);
      const signal = await loadSignal(source, looking);
      const { answer, isDecided } = await signal.ask(() => new UnchangedQuestion(least, around, needed));
      expect(isDecided).toBe(true);
      expect(listStates(clipSpans(answer, window))).toEqual(
        oracleUnchanged(lines, least, window).map(({ fromEpochMs, toEpochMs, state }) => [
          fromEpochMs,
          toEpochMs,
          state,
        ])
      );
    }),
    FUZZ
  );
});

const somePeriodRules = fc.constantFrom(
  NO_RULES,
  { minDurationMs: 5 * MINUTE, joinWithinMs: MINUTE },
  { minDurationMs: 0, joinWithinMs: HOUR }
);

test('the proven interval contains the truth at any moment of the loading, and only narrows', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, somePeriodRules, async (parts, rules) => {
      const { operator, limits, window, plan, source } = setUp(parts);
      const signal = await loadSignal(source, plan);
      const condition = createCondition(operator, limits);
      const intervals = [{ atLeastMs: 0, atMostMs: Infinity }];
      const { answer } = await signal.ask(() => new ConditionQuestion(condition, window), {
        onProgress: (partial) => intervals.push(provenTrueMs(partial().answer, rules, window)),
      });
      const { atLeastMs: truth, atMostMs } = provenTrueMs(answer, rules, window);
      expect(atMostMs).toBe(truth);
      intervals.forEach((interval, index) => {
        const before = intervals[Math.max(0, index - 1)]!;
        expect(interval.atLeastMs).toBeGreaterThanOrEqual(before.atLeastMs);
        expect(interval.atMostMs).toBeLessThanOrEqual(before.atMostMs);
        expect(interval.atLeastMs).toBeLessThanOrEqual(truth);
        expect(interval.atMostMs).toBeGreaterThanOrEqual(truth);
      });
    }),
    FUZZ
  );
});

test('the time-weighted average of every step is the integral over its known time', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, fc.integer({ min: 1, max: 5 }), async (parts, steps) => {
      const { window, continuation, plan, source, lines } = setUp(parts);
      const signal = await loadSignal(source, plan);
      const stepMs = (window.toEpochMs - window.fromEpochMs) / steps;
      const windows = Array.from({ length: steps }, (_, index) => ({
        fromEpochMs: window.fromEpochMs + index * stepMs,
        toEpochMs: window.fromEpochMs + (index + 1) * stepMs,
      }));
      const isLinear = continuation.interpolation === 'linear';
      const { answer } = await signal.ask(() => new WindowValuesQuestion(windows, isLinear, Infinity, true));
      answer.forEach(({ average, knownMs, isDecided }, index) => {
        const { area, knownMs: expectedMs } = oracleIntegral(lines, windows[index]!);
        expect(isDecided).toBe(true);
        expect(knownMs).toBeCloseTo(expectedMs, 3);
        if (expectedMs > 0) {
          expect(average).toBeCloseTo(area / expectedMs, 8);
        } else {
          expect(average).toBeNaN();
        }
      });
    }),
    FUZZ
  );
});

test('a value that holds is that of its last reading', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (parts) => {
      const { window, plan, source, lines } = setUp({ ...parts, interpolation: 'hold' });
      const signal = await loadSignal(source, plan);
      const { answer } = await signal.ask(() => new ValuesQuestion(window));
      for (const { fromEpochMs, toEpochMs, value } of listSpans(answer)) {
        const inside = lines.filter(
          (line) => Math.max(line.fromEpochMs, fromEpochMs) < Math.min(line.toEpochMs, toEpochMs)
        );
        const values = new Set(inside.map(({ line }) => line?.fromValue));
        expect([...values].map((known) => known ?? UNKNOWN)).toEqual(values.size === 0 ? [] : [value]);
      }
    }),
    FUZZ
  );
});

const budget = fc.oneof(
  fc.constant(LIMITS),
  fc.record({ maxRequests: fc.integer({ min: 1, max: 12 }), maxRows: fc.integer({ min: 1, max: 2000 }) })
);

test('whatever may be requested, a known start or end of a period is one of the truth', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, budget, somePeriodRules, async (parts, limits, rules) => {
      const { operator, limits: compared, window, plan, source } = setUp(parts);
      const condition = createCondition(operator, compared);
      const ask = async (mayRequest: typeof LIMITS) => {
        const signal = await loadSignal(source, { ...plan, request: { ...plan.request, ...mayRequest } });
        const { answer } = await signal.ask(() => new ConditionQuestion(condition, window));
        return findPeriods(answer, rules);
      };
      const found = await ask(limits);
      const truth = await ask(LIMITS);
      const starts = new Set(truth.map(({ fromEpochMs }) => fromEpochMs));
      const ends = new Set(truth.map(({ toEpochMs }) => toEpochMs));
      expect(found.filter(({ start, fromEpochMs }) => start === 'known' && !starts.has(fromEpochMs))).toEqual([]);
      expect(found.filter(({ end, toEpochMs }) => end === 'known' && !ends.has(toEpochMs))).toEqual([]);
    }),
    FUZZ
  );
});

test('whatever may be requested, a value is exact or lies in its range, and rows draw what is known', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, budget, async (parts, limits) => {
      const { window, plan, source, lines } = setUp({ ...parts, interpolation: 'hold' });
      const signal = await loadSignal(source, { ...plan, request: { ...plan.request, ...limits } });
      const { answer } = await signal.ask(() => new ValueRangesQuestion(window));
      if (limits === LIMITS) {
        expect(answer.filter(({ isDecided }) => !isDecided)).toEqual([]);
      }
      for (const { fromEpochMs, toEpochMs, low, high, isDecided } of answer) {
        const inside = lines.filter(
          (line) => Math.max(line.fromEpochMs, fromEpochMs) < Math.min(line.toEpochMs, toEpochMs)
        );
        const values = inside.map(({ line }) => line?.fromValue ?? NaN);
        const isPossible = (value: number) =>
          isDecided ? Object.is(value, low) : Number.isNaN(low) || (low <= value && value <= high);
        expect(values.filter((value) => !isPossible(value))).toEqual([]);
      }
      expectDrawn(rangeRows(answer), answer);
    }),
    FUZZ
  );
});

/** Every value is drawn from its beginning to its last millisecond, and nothing where it is not known. */
function expectDrawn(rows: Rows, ranges: readonly ValueRange[]): void {
  const times = Array.from(rows.timeEpochMs);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  const rowAt = (epochMs: number) => times.filter((time) => time <= epochMs).length - 1;
  ranges.forEach(({ fromEpochMs, toEpochMs, low, high }, index) => {
    for (const at of [fromEpochMs, toEpochMs - 1]) {
      const row = rowAt(at);
      const drawn = row < 0 ? [NaN, NaN] : [rows.min[row], rows.max[row]];
      // After the last value, no row says that none is known: a line ends with its last point.
      const isAfter = index === ranges.length - 1 && Number.isNaN(low);
      expect(isAfter ? [] : drawn).toEqual(isAfter ? [] : [low, high]);
    }
    const next = ranges[index + 1];
    if (low === high && (next === undefined || next.low !== next.high)) {
      expect(times).toContain(toEpochMs - 1);
    }
  });
}
