import { LevelGrid } from '../levelGrid';
import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { oracleIntegral, type OracleLine, oracleLines } from '../../../testSupport/signalOracle';
import { arrivingData, PUMP_PRESSURE, type Reading } from '../../../testSupport/specServer/specData';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import { testPlan } from '../../../testSupport/testPlan';
import { BUCKET_MS, nominalMs, parseStep } from '../../time/step';
import type { RequestedInterval } from '../plan/planHistory';
import { loadSeries } from './loadSeries';
import type { LoadedSeries } from './loadedSeries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const intervals: fc.Arbitrary<RequestedInterval> = fc.oneof(
  fc.constantFrom<RequestedInterval>({ kind: 'auto' }, { kind: 'range' }),
  fc.constantFrom('1m' as const, '1h' as const).map((level): RequestedInterval => ({ kind: 'level', level })),
  fc
    .constantFrom('10s', '15m', '1h', '8h', '24h', '1w', '1M')
    .map((text): RequestedInterval => ({ kind: 'step', step: parseStep(text)! }))
);

/** More would take long and show nothing new. */
const MAX_STEPS = 1500;

function shortestMs(interval: RequestedInterval): number {
  switch (interval.kind) {
    case 'level':
      return interval.level === 'raw' ? 1 : BUCKET_MS[interval.level];
    case 'step':
      return nominalMs(interval.step);
    default:
      return DAY;
  }
}

const scenario = fc
  .record({
    start: fc.oneof(
      fc
        .record({
          change: fc.constantFrom(Date.UTC(2026, 2, 29, 1), Date.UTC(2025, 9, 26, 1), Date.UTC(2026, 3, 4, 15)),
          before: fc.integer({ min: 0, max: 2 * DAY }),
        })
        .map(({ change, before }) => change - before),
      fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2026, 8, 1) })
    ),
    lengthMs: fc.constantFrom(17 * MINUTE, 5 * HOUR, 3 * DAY, 40 * DAY),
    nowShare: fc.constantFrom(0.4, 0.95, 3),
    usualMs: fc.constantFrom(20_000, 10 * MINUTE, 3 * HOUR),
    leadMs: fc.constantFrom(0, HOUR, 20 * HOUR),
    gaps: fc.array(fc.record({ distance: fc.nat(2000), value: fc.integer({ min: -9, max: 9 }) }), { maxLength: 150 }),
    interval: intervals,
    zone: fc.constantFrom('UTC', 'Europe/Madrid', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
    offsetMs: fc.constantFrom(0, 6 * HOUR),
    interpolation: fc.constantFrom('hold' as const, 'linear' as const),
    holdMs: fc.constantFrom(5 * MINUTE, 2 * HOUR, 3 * DAY, Infinity),
    maxRequests: fc.constantFrom(4, 10_000),
    behavior: fc.record<Partial<ServerBehavior>>({
      order: fc.constantFrom('ascending', 'descending', 'shuffled'),
      maxPageRows: fc.constantFrom(40, Infinity),
      dayBucketZone: fc.constantFrom('UTC', 'Europe/Madrid'),
    }),
  })
  .filter(({ lengthMs, interval }) => lengthMs / shortestMs(interval) <= MAX_STEPS)
  .map((parts) => {
    let atEpochMs = parts.start - parts.leadMs;
    const readings = parts.gaps.map(({ distance, value }): Reading => {
      // Mostly a usual distance, sometimes a burst or a gap.
      atEpochMs +=
        distance < 1700 ? Math.ceil((distance / 1000) * parts.usualMs) + 1 : (distance - 1699) * parts.usualMs;
      return { atEpochMs, value: value / 3 };
    });
    return { ...parts, readings };
  });

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

/** Loads the series, and everything that is shown before it is complete. */
async function load(parts: Scenario) {
  const { start, lengthMs, nowShare, readings, behavior, interpolation, holdMs, maxRequests } = parts;
  const clock = createFakeClock(start + Math.round(nowShare * lengthMs));
  const { history } = createTestClient(arrivingData(readings, clock.nowEpochMs), behavior, { clock });
  const plan = testPlan(
    { fromEpochMs: start, toEpochMs: start + lengthMs },
    {
      interval: parts.interval,
      zone: parts.zone,
      offsetMs: parts.interval.kind === 'step' ? parts.offsetMs : 0,
      grid: new LevelGrid(behavior.dayBucketZone ?? 'UTC'),
      timeWeighted: { interpolation, holdMs, maxRequests, maxRows: 500_000 },
    }
  );
  const partial: LoadedSeries[] = [];
  const shares: number[] = [];
  const loaded = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan, (progress) => {
    partial.push(progress.partial());
    shares.push(progress.receivedParts / progress.parts);
  });
  return { loaded, partial, shares, lines: oracleLines(readings, { interpolation, holdMs }, clock.nowEpochMs()) };
}

/** The average of each step by its start, from the readings alone; unknown steps are left out. */
function expectedAverages({ edges }: LoadedSeries, lines: readonly OracleLine[]): Map<number, number> {
  const averages = new Map<number, number>();
  for (let step = 0; step + 1 < edges!.length; step++) {
    const { area, knownMs } = oracleIntegral(lines, { fromEpochMs: edges![step]!, toEpochMs: edges![step + 1]! });
    if (knownMs > 0) {
      averages.set(edges![step]!, area / knownMs);
    }
  }
  return averages;
}

function expectRight({ timeWeighted }: LoadedSeries, expected: ReadonlyMap<number, number>): void {
  timeWeighted?.rows.timeEpochMs.forEach((start, row) => {
    const average = expected.get(start)!;
    expect(Math.abs(timeWeighted.rows.avg[row]! - average)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(average)));
  });
}

test('every step has the integral over its known time, divided by it; while it loads and beyond the limits, what is shown is right', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (parts) => {
      const { loaded, partial, shares, lines } = await load(parts);
      const expected = expectedAverages(loaded, lines);
      const { rows, undecided: leftOut } = loaded.timeWeighted!;
      expectRight(loaded, expected);
      partial.forEach((shown) => expectRight(shown, expected));
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      const starts = new Set([...rows.timeEpochMs, ...leftOut.map(({ fromEpochMs }) => fromEpochMs)]);
      expect([...expected.keys()].filter((start) => !starts.has(start))).toEqual([]);
      expect(loaded.fetched.missing).toEqual([]);
      if (parts.maxRequests > 1000) {
        expect(leftOut).toEqual([]);
      } else {
        expect(leftOut.filter(({ cause }) => cause !== 'maxRequests')).toEqual([]);
      }
    }),
    cases(200)
  );
});
