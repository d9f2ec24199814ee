import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { oracleIntegral, oracleLines } from '../../testSupport/signalOracle';
import { arrivingData, PUMP_PRESSURE, type Reading } from '../../testSupport/specServer/specData';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { createTestClient, testContext } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { LevelGrid } from '../history/levelGrid';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/window';
import { ALIGNMENTS, elapsedAt, elapsedSteps } from './elapsed';
import { deviationFrom, envelopeOf, excursionFrom } from './envelope';
import { loadCurves } from './loadCurves';
import type { Run } from './run';

const START = Date.UTC(2026, 2, 3, 4, 5, 6, 789);

const scenario = fc.record({
  cadenceMs: fc.constantFrom(SECOND_MS * 31, MINUTE_MS, 12 * MINUTE_MS),
  runs: fc.array(
    fc.record({
      pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 * MINUTE_MS })),
      lengthMs: fc.oneof(fc.integer({ min: 1, max: 20 * MINUTE_MS }), fc.integer({ min: 1, max: 3 * HOUR_MS })),
    }),
    { minLength: 1, maxLength: 6 }
  ),
  jumps: fc.array(fc.record({ skip: fc.nat(9), value: fc.integer({ min: -9, max: 9 }) }), {
    minLength: 1,
    maxLength: 60,
  }),
  isInProgress: fc.boolean(),
  align: fc.constantFrom(...ALIGNMENTS),
  points: fc.constantFrom(3, 11, 60),
  interpolation: fc.constantFrom('hold' as const, 'linear' as const),
  holdMs: fc.constantFrom(30 * MINUTE_MS, 6 * HOUR_MS, Infinity),
  behavior: fc.record<Partial<ServerBehavior>>({
    order: fc.constantFrom('ascending', 'descending', 'shuffled'),
    maxPageRows: fc.constantFrom(50, Infinity),
  }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;

function runsOf({ runs, isInProgress }: Scenario): Run[] {
  let end = START;
  return runs.map(({ pauseMs, lengthMs }, index): Run => {
    const fromEpochMs = end + pauseMs;
    end = fromEpochMs + lengthMs;
    const isLast = index === runs.length - 1;
    return {
      fromEpochMs,
      toEpochMs: end,
      start: 'known',
      end: isLast && isInProgress ? 'inProgress' : 'known',
      value: undefined,
    };
  });
}

/** From before the first run to after the last one, with gaps. */
function readingsOf({ jumps, cadenceMs }: Scenario, untilEpochMs: number): Reading[] {
  const readings: Reading[] = [];
  let atEpochMs = START - HOUR_MS;
  for (let index = 0; atEpochMs < untilEpochMs; index++) {
    const { skip, value } = jumps[index % jumps.length]!;
    readings.push({ atEpochMs, value: value / 3 });
    atEpochMs += cadenceMs * (skip === 9 ? 11 : 1);
  }
  return readings;
}

test('curves, envelopes and deviations equal brute force over the readings, however runs are aligned', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (parts) => {
      const runs = runsOf(parts);
      const last = runs.at(-1)!;
      const clock = createFakeClock(parts.isInProgress ? last.toEpochMs : last.toEpochMs + 2 * HOUR_MS);
      const readings = readingsOf(parts, clock.nowEpochMs());
      const { history } = createTestClient(arrivingData(readings, clock.nowEpochMs), parts.behavior, { clock });
      const { align, interpolation, holdMs } = parts;
      const aligned = runs.filter(({ end }) => align === 'start' || end === 'known');
      const steps = elapsedSteps(aligned, align, parts.points);
      const partial: number[] = [];
      const loaded = await loadCurves(
        history.forSeries(PUMP_PRESSURE, testContext()),
        {
          ...{ runs, steps, aligned: new Set(aligned), isState: false, withWholes: true, grid: new LevelGrid('UTC') },
          request: { interpolation, holdMs, maxRequests: 10_000, maxRows: 1_000_000 },
        },
        (progress) => partial.push(progress().runs.length)
      );
      const lines = oracleLines(readings, { interpolation, holdMs }, clock.nowEpochMs());
      const averageOf = (fromEpochMs: number, toEpochMs: number) => {
        const { area, knownMs } = oracleIntegral(lines, { fromEpochMs, toEpochMs });
        return knownMs > 0 ? area / knownMs : NaN;
      };
      const expected = runs.map((run) =>
        bruteCurve(run, aligned.includes(run), align, steps.length, steps.count, averageOf)
      );
      loaded.runs.forEach(({ run, curve, whole }, index) => {
        expectClose(curve, expected[index]!);
        expectClose([whole!.average], [averageOf(run.fromEpochMs, run.toEpochMs)]);
      });
      expect(loaded.undecidedBecause).toBeUndefined();
      expect(new Set([...partial, runs.length]).size).toBe(1);

      const reference = expected.slice(0, -1);
      const envelope = envelopeOf(
        loaded.runs.slice(0, -1).map(({ curve }) => curve),
        steps.count
      );
      const brute = bruteEnvelope(reference, steps.count);
      (['min', 'p10', 'median', 'p90', 'max'] as const).forEach((key) => expectClose(envelope[key], brute[key]));
      const compared = loaded.runs.at(-1)!.curve;
      const differences = [...expected.at(-1)!]
        .map((value, step) => value - brute.median[step]!)
        .filter((d) => !Number.isNaN(d));
      const deviation = deviationFrom(envelope.median, compared);
      expect(deviation === undefined).toBe(differences.length === 0);
      if (deviation !== undefined) {
        const rms = Math.hypot(...differences) / Math.sqrt(differences.length);
        expectClose([deviation.rms, Math.abs(deviation.largest)], [rms, Math.max(...differences.map(Math.abs))]);
        expectClose(
          [deviation.largest],
          [expected.at(-1)![deviation.largestStep]! - brute.median[deviation.largestStep]!]
        );
      }
      const outside = [...expected.at(-1)!].map(
        (value, step) => value - Math.min(brute.max[step]!, Math.max(brute.min[step]!, value))
      );
      const excursion = excursionFrom(envelope, compared);
      expectClose(
        [excursion === undefined ? NaN : Math.abs(excursion.largest)],
        [Math.max(...outside.filter((amount) => !Number.isNaN(amount)).map(Math.abs), -1)].map((most) =>
          most < 0 ? NaN : most
        )
      );
    }),
    cases(200)
  );
});

/** Step by step, from the definition: a step of a run is what lies between two multiples of its length, counted from where runs are aligned. */
function bruteCurve(
  { fromEpochMs, toEpochMs }: Run,
  isAligned: boolean,
  align: (typeof ALIGNMENTS)[number],
  length: number,
  count: number,
  averageOf: (from: number, to: number) => number
): number[] {
  return Array.from({ length: count }, (_, step) => {
    if (!isAligned) {
      return NaN;
    }
    const lengthMs = align === 'stretch' ? ((toEpochMs - fromEpochMs) * length) / 100 : length;
    const edge = (at: number) =>
      Math.round(align === 'end' ? toEpochMs - (count - at) * lengthMs : fromEpochMs + at * lengthMs);
    const [first, last] = [Math.max(edge(step), fromEpochMs), Math.min(edge(step + 1), toEpochMs)];
    return first < last ? averageOf(first, last) : NaN;
  });
}

function bruteEnvelope(curves: ReadonlyArray<readonly number[]>, count: number) {
  const at = (share: number) =>
    Array.from({ length: count }, (_, step) => {
      const values = curves
        .map((curve) => curve[step]!)
        .filter((value) => !Number.isNaN(value))
        .sort((a, b) => a - b);
      const place = share * (values.length - 1);
      const below = values[Math.floor(place)] ?? NaN;
      return below + ((values[Math.ceil(place)] ?? NaN) - below) * (place % 1);
    });
  return { min: at(0), p10: at(0.1), median: at(0.5), p90: at(0.9), max: at(1) };
}

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length);
  Array.from(actual).forEach((value, index) => {
    const wanted = expected[index]!;
    expect(Number.isNaN(value)).toBe(Number.isNaN(wanted));
    if (!Number.isNaN(wanted)) {
      expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(wanted)));
    }
  });
}

it('places are times since the start, until the end, or shares', () => {
  const run: Run = { fromEpochMs: 0, toEpochMs: 90 * MINUTE_MS, start: 'known', end: 'known', value: undefined };
  const places = (align: (typeof ALIGNMENTS)[number]) => {
    const steps = elapsedSteps([run], align, 4);
    return Array.from({ length: steps.count }, (_, step) => elapsedAt(steps, step));
  };
  expect(places('start')).toEqual([0, 30 * MINUTE_MS, 60 * MINUTE_MS]);
  expect(places('end')).toEqual([-90 * MINUTE_MS, -60 * MINUTE_MS, -30 * MINUTE_MS]);
  expect(places('stretch')).toEqual([0, 25, 50, 75]);
});
