import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { exactAggregate } from '../../../testSupport/exactAggregate';
import { cases } from '../../../testSupport/fuzz';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import { testPlan } from '../../../testSupport/testPlan';
import { nominalMs, parseStep } from '../../time/step';
import { stepEdges } from '../../time/stepEdges';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, type TimeWindow, WEEK_MS } from '../../time/window';
import { createCondition } from '../signal/condition';
import { loadSeries } from './loadSeries';
import type { LoadedSeries } from './loadedSeries';

/** Around a change of the clock, in the window or up to some weeks before it. */
const scenario = fc
  .record({
    change: fc.constantFrom(
      ...[Date.UTC(2026, 2, 29, 1), Date.UTC(2025, 9, 26, 1), Date.UTC(2025, 9, 4, 15), Date.UTC(2026, 3, 4, 15)],
      Date.UTC(2025, 8, 7, 4)
    ),
    weeksLater: fc.constantFrom(0, 0, 1, 2, 4),
    before: fc.integer({ min: -6 * 60, max: 36 * 60 }),
    hours: fc.constantFrom(1, 5, 30, 9 * 24),
    step: fc.constantFrom('15m', '30m', '1h', '2h', '3h', '8h', '1d', '1w'),
    zone: fc.constantFrom('UTC', 'Europe/Madrid', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu'),
    offsetMs: fc.constantFrom(0, 6 * HOUR_MS),
    weeks: fc.integer({ min: 3, max: 6 }),
    everyMs: fc.constantFrom(20 * MINUTE_MS, 3 * HOUR_MS, 50 * HOUR_MS),
    values: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 5, maxLength: 40 }),
    silentShare: fc.constantFrom(0, 0, 0.3, 0.7),
    /** While a value is at least so high, steps of earlier weeks count; undefined: all do. */
    least: fc.constantFrom(undefined, undefined, -2, 0, 1),
  })
  .filter(({ hours, step }) => hours < 100 || step !== '15m');

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

function windowOf({ change, weeksLater, before, hours }: Scenario): TimeWindow {
  const fromEpochMs = change + weeksLater * WEEK_MS - before * MINUTE_MS;
  return { fromEpochMs, toEpochMs: fromEpochMs + hours * HOUR_MS };
}

/** Readings at irregular times over the window and all weeks before it, none in a share at the beginning. */
function readingsOf(parts: Scenario): Reading[] {
  const { fromEpochMs, toEpochMs } = windowOf(parts);
  const { everyMs, values, weeks, silentShare } = parts;
  const readings: Reading[] = [];
  const spanMs = toEpochMs - fromEpochMs + (weeks + 2) * WEEK_MS;
  for (
    let atEpochMs = toEpochMs - spanMs * (1 - silentShare), index = 0;
    atEpochMs < toEpochMs;
    atEpochMs += everyMs * (1 + (index % 3) / 5), index++
  ) {
    readings.push({ atEpochMs: Math.round(atEpochMs), value: values[(index * 7) % values.length]! / 3 });
  }
  return readings;
}

/** Where an instant is some weeks later, by the calendar alone; NaN where it has no place. */
function placeLater(epochMs: EpochMs, weeks: number, zone: string): EpochMs {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();
  if (shown.toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds !== epochMs) {
    return NaN;
  }
  const later = shown.add({ weeks });
  const place = later.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return place.toPlainDateTime().equals(later) ? place.epochMilliseconds : NaN;
}

/** The first time that the clock shows what it shows at an instant. */
function firstShown(epochMs: EpochMs, zone: string): EpochMs {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();
  return shown.toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds;
}

function listSteps(edges: Float64Array): TimeWindow[] {
  return Array.from(edges.subarray(1), (toEpochMs, step) => ({ fromEpochMs: edges[step]!, toEpochMs }));
}

const HOLD_MS = 6 * HOUR_MS;

/** Whether a value that holds is high enough for most of a window. */
function isMostlyHigh(least: number, readings: readonly Reading[], window: TimeWindow): boolean {
  const highMs = readings.map(({ atEpochMs, value }, index) => {
    const end = Math.min(atEpochMs + HOLD_MS, readings[index + 1]?.atEpochMs ?? Infinity, window.toEpochMs);
    return value >= least ? Math.max(0, end - Math.max(atEpochMs, window.fromEpochMs)) : 0;
  });
  return 2 * highMs.reduce((sum, ms) => sum + ms, 0) > window.toEpochMs - window.fromEpochMs;
}

/** The averages of a step's weeks, from the stored readings alone. */
function valuesByStep(parts: Scenario, edges: Float64Array, readings: readonly Reading[]) {
  const { zone, step, offsetMs, weeks, least } = parts;
  const steps = listSteps(edges);
  const averageOf = (window: TimeWindow) => {
    const inside = readings.filter(({ atEpochMs }) => atEpochMs >= window.fromEpochMs && atEpochMs < window.toEpochMs);
    return inside.length === 0 ? NaN : exactAggregate(inside.map(({ value }) => value)).avg;
  };
  const countedAverage = (window: TimeWindow) =>
    least === undefined || isMostlyHigh(least, readings, window) ? averageOf(window) : NaN;
  const values = new Map<EpochMs, number[]>(steps.map(({ fromEpochMs }) => [fromEpochMs, []]));
  const around = new Map<EpochMs, number[]>(steps.map(({ fromEpochMs }) => [fromEpochMs, []]));
  const reach = Math.max(1, Math.round((3 * HOUR_MS) / nominalMs(parseStep(step)!)));
  for (let week = 1; week <= weeks; week++) {
    const span = {
      fromEpochMs: edges[0]! - (week + 2) * WEEK_MS,
      toEpochMs: edges.at(-1)! - (week - 2) * WEEK_MS,
    };
    const taken = new Set<EpochMs>();
    const list = listSteps(stepEdges(span, parseStep(step)!, zone, offsetMs));
    const isNear = ({ fromEpochMs }: TimeWindow) =>
      Math.abs(fromEpochMs + week * WEEK_MS - edges[0]!) < 2 * DAY_MS + edges.at(-1)! - edges[0]!;
    for (const [index, earlier] of list.entries()) {
      if (!isNear(earlier)) {
        continue;
      }
      let place = NaN;
      for (let at = earlier.fromEpochMs; Number.isNaN(place) && at < earlier.toEpochMs; at += 15 * MINUTE_MS) {
        place = placeLater(at, week, zone);
      }
      const target = steps.find(({ fromEpochMs, toEpochMs }) => place >= fromEpochMs && place < toEpochMs);
      const average = countedAverage(earlier);
      if (target !== undefined && !taken.has(target.fromEpochMs)) {
        taken.add(target.fromEpochMs);
        values.get(target.fromEpochMs)!.push(...(Number.isNaN(average) ? [] : [average]));
        const near = list.slice(index - reach, index + reach + 1).map(countedAverage);
        around.get(target.fromEpochMs)!.push(...near.filter((value) => !Number.isNaN(value)));
      }
    }
  }
  const own = new Map(steps.map((window) => [window.fromEpochMs, averageOf(window)]));
  for (const { fromEpochMs } of steps) {
    const first = firstShown(fromEpochMs, zone);
    if (first !== fromEpochMs && values.has(first)) {
      values.set(fromEpochMs, values.get(first)!);
      around.set(fromEpochMs, around.get(first)!);
    }
  }
  return { values, around, own };
}

function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(place)]!;
  return lower + (sorted[Math.ceil(place)]! - lower) * (place % 1);
}

async function load(parts: Scenario, readings: readonly Reading[]): Promise<LoadedSeries> {
  const window = windowOf(parts);
  const clock = createFakeClock(window.toEpochMs + DAY_MS);
  const { history } = createTestClient(singleSeriesData(readings), {}, { clock });
  const { step, zone, offsetMs, weeks, least } = parts;
  const interval = { kind: 'step', step: parseStep(step)! } as const;
  const plan = testPlan(window, { interval, zone, offsetMs, usual: { weeks } });
  const counting = least !== undefined && {
    history: history.forSeries(PUMP_PRESSURE, testContext()),
    condition: createCondition('>=', [least]),
    terms: { interpolation: 'hold', holdMs: HOLD_MS, maxRequests: 5000, maxRows: 500_000 } as const,
  };
  return loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan, undefined, counting || undefined);
}

test('the band of each step has the quantiles of what the stored readings were at the same time of day and weekday', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (parts) => {
      const readings = readingsOf(parts);
      const { usual, edges } = await load(parts, readings);
      const { values, around, own } = valuesByStep(parts, edges!, readings);
      const { rows, outside, tooFew, counting } = usual!;
      expect(counting?.undecided ?? []).toEqual([]);
      const expected = [...values].filter(([, list]) => list.length >= 3);
      expect([...rows.timeEpochMs]).toEqual(expected.map(([start]) => start));
      expect([...rows.n]).toEqual(expected.map(([, list]) => list.length));
      expected.forEach(([start, list], row) => {
        const [low, median, high] = [0.1, 0.5, 0.9].map((share) => quantileOf(list, share)) as [number, number, number];
        expect(rows.min[row]).toBeCloseTo(low, 9);
        expect(rows.avg[row]).toBeCloseTo(median, 9);
        expect(rows.max[row]).toBeCloseTo(high, 9);
        const distance = outside.avg[outside.timeEpochMs.indexOf(start)];
        const average = own.get(start)!;
        expect(distance === undefined).toBe(Number.isNaN(average));
        const [lowest, highest] = [Math.min(...around.get(start)!), Math.max(...around.get(start)!)];
        const beyond = Math.max(lowest - average, average - highest) - 0.25 * (highest - lowest);
        if (beyond < -1e-6) {
          expect(distance).toBe(0);
        } else if (beyond > 1e-6) {
          expect(distance).toBeCloseTo(average < low ? average - low : average - high, 9);
        }
      });
      const few = [...values].filter(([start, list]) => list.length < 3 && !Number.isNaN(own.get(start)!));
      expect(few.every(([start]) => tooFew.some((span) => span.fromEpochMs <= start && start < span.toEpochMs))).toBe(
        true
      );
      expect(tooFew.length === 0).toBe(few.length === 0);
    }),
    cases(60)
  );
});
