import fc from 'fast-check';
import { counterReadings, counts, distances, gainsOf, seenInBuckets } from '../../testSupport/counter';
import { cases, FUZZ_TIMEOUT_MS } from '../../testSupport/fuzz';
import { arrivingData, PUMP_PRESSURE, type Reading } from '../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { testPlan } from '../../testSupport/testPlan';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/window';
import { LevelGrid } from '../history/levelGrid';
import { ALIGNMENTS, canAlign, elapsedSteps, stepsOfRun } from './elapsed';
import { loadCounts } from './loadCounts';
import type { Run } from './run';

const START = Date.UTC(2026, 2, 28, 20);

const scenario = fc
  .record({
    usualMs: fc.constantFrom(20_000, 10 * MINUTE_MS),
    lengthsMs: fc.array(fc.integer({ min: MINUTE_MS, max: 5 * HOUR_MS }), { minLength: 1, maxLength: 4 }),
    leadMs: fc.constantFrom(0, HOUR_MS, 2 * DAY_MS),
    isInProgress: fc.boolean(),
    holdMs: fc.constantFrom(5 * MINUTE_MS, 3 * HOUR_MS, Infinity),
    align: fc.constantFrom(...ALIGNMENTS),
    points: fc.constantFrom(3, 40),
    isLocal: fc.boolean(),
    order: fc.constantFrom('ascending' as const, 'descending' as const, 'shuffled' as const),
  })
  .chain((parts) => counts(distances(parts.usualMs)).map((list) => ({ ...parts, list })));

function runsOf(lengthsMs: readonly number[], isInProgress: boolean): Run[] {
  let from = START;
  return lengthsMs.map((lengthMs, index) => {
    const run: Run = {
      ...{ fromEpochMs: from, toEpochMs: from + lengthMs },
      ...{ start: 'known', value: undefined },
      end: isInProgress && index === lengthsMs.length - 1 ? 'inProgress' : 'known',
    };
    from += lengthMs + 7 * MINUTE_MS;
    return run;
  });
}

/** From the definition: the gains of all readings after the start of the run and not after an instant. */
function bruteCount(readings: readonly Reading[], { fromEpochMs, toEpochMs }: Run, until: number, holdMs: number) {
  // A run is counted as a time range: what is after its end shows nothing about a fall in it.
  const inRange = gainsOf(readings.filter(({ atEpochMs }) => atEpochMs <= toEpochMs));
  const inRun = inRange.filter(({ atEpochMs }) => atEpochMs > fromEpochMs);
  const counted = inRun.filter(({ atEpochMs }) => atEpochMs <= until);
  const [first] = inRun;
  const last = counted.at(-1);
  const isKnown =
    last === undefined
      ? first !== undefined && first.atEpochMs - fromEpochMs <= holdMs
      : until - last.atEpochMs <= holdMs;
  return isKnown ? counted.reduce((sum, { gain }) => sum + gain, 0) : NaN;
}

jest.setTimeout(FUZZ_TIMEOUT_MS);

test('a counter is drawn with what it counted since the start of each run', async () => {
  await fc.assert(
    fc.asyncProperty(
      scenario,
      async ({ list, lengthsMs, isInProgress, leadMs, holdMs, align, points, order, isLocal }) => {
        const readings = counterReadings(list, START - leadMs, seenInBuckets([]));
        const runs = runsOf(lengthsMs, isInProgress);
        const clock = createFakeClock(runs.at(-1)!.toEpochMs + (isInProgress ? 0 : DAY_MS));
        const { history } = createTestClient(arrivingData(readings, clock.nowEpochMs), { order }, { clock });
        const aligned = runs.filter((run) => canAlign(run, align));
        const steps = elapsedSteps(aligned, align, points);
        const series = history.forSeries(PUMP_PRESSURE, testContext());
        const loaded = await loadCounts(
          isLocal ? series.withLocalCache() : series,
          {
            ...{ runs, steps, holdMs, aligned: new Set(aligned) },
            ...{ grid: new LevelGrid('UTC'), maxReadings: 10_000 },
            planOf: (window) => testPlan(window, { interval: { kind: 'level', level: 'raw' }, withIncrease: true }),
          },
          () => undefined
        );
        loaded.runs.forEach(({ run, curve }) => {
          const expected = new Float64Array(steps.count).fill(NaN);
          for (const { step, toEpochMs } of aligned.includes(run) ? stepsOfRun(run, steps) : []) {
            // Of the run in progress, a step counts once it is over.
            const isCounted = run.end === 'known' || run.fromEpochMs + (step + 1) * steps.length <= run.toEpochMs;
            expected[step] = isCounted ? bruteCount(readings, run, toEpochMs, holdMs) : NaN;
          }
          expect(curve).toEqual(expected);
        });
      }
    ),
    cases(200)
  );
});
