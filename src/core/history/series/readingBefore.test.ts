import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import {
  PUMP_PRESSURE,
  type Reading,
  singleSeriesData,
  steadyReadings,
} from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time/window';
import { readingBefore } from './readingBefore';

const NOON = Date.UTC(2026, 2, 3, 12);

function client(readings: readonly Reading[], behavior: Partial<ServerBehavior> = {}) {
  const clock = createFakeClock(NOON + 365 * DAY_MS);
  const { history, server } = createTestClient(singleSeriesData(readings), behavior, { clock });
  return { before: (atMs: number) => readingBefore(history.forSeries(PUMP_PRESSURE, testContext()), atMs), server };
}

/** How long a plant is silent between two readings. */
const gapMs = fc.oneof(
  fc.integer({ min: 1, max: 5 * SECOND_MS }),
  fc.integer({ min: SECOND_MS, max: 20 * MINUTE_MS }),
  fc.integer({ min: MINUTE_MS, max: 3 * DAY_MS }),
  fc.integer({ min: HOUR_MS, max: 400 * DAY_MS })
);

it('is the stored reading before any instant, in any order of questions', async () => {
  const plant = fc.record({
    gapsMs: fc.array(gapMs, { minLength: 1, maxLength: 60 }),
    instants: fc.array(fc.tuple(fc.nat(), fc.integer({ min: -3, max: 3 }), gapMs), { minLength: 100, maxLength: 100 }),
    counts: fc.constantFrom('exact' as const, 'absent' as const),
    dayBucketZone: fc.constantFrom('UTC', 'Europe/Madrid', 'Asia/Kathmandu', 'America/St_Johns'),
  });
  await fc.assert(
    fc.asyncProperty(plant, async ({ gapsMs, instants, ...behavior }) => {
      let atEpochMs = NOON - 3000 * DAY_MS;
      const readings = gapsMs.map((gap, index) => ({ atEpochMs: (atEpochMs += gap), value: index + 0.5 }));
      const { before } = client(readings, behavior);
      for (const [at, byMs, gap] of instants) {
        // At a reading, just beside it, or later.
        const near = readings[at % readings.length]!.atEpochMs + byMs;
        const instant = at % 2 === 0 ? near : near + gap;
        const last = readings.filter((reading) => reading.atEpochMs < instant).at(-1);
        const isTooOld = last !== undefined && instant - last.atEpochMs > 3650 * DAY_MS;
        expect(await before(instant)).toEqual(
          last === undefined || isTooOld ? { kind: 'none' } : { kind: 'reading', ...last }
        );
      }
    }),
    cases(40)
  );
});

it.each([
  ['a second ago', SECOND_MS, 1],
  ['ten minutes ago', 10 * MINUTE_MS, 1],
  ['an hour ago', HOUR_MS, 2],
  ['a week ago', 7 * DAY_MS, 5],
  ['a year ago', 365 * DAY_MS, 6],
])('costs few requests, and none when it is asked again: %s', async (_, agoMs, requests) => {
  const last = { atEpochMs: NOON - agoMs, value: 4 };
  const { before, server } = client([...steadyReadings(NOON - agoMs - DAY_MS, HOUR_MS, 20), last]);
  expect(await before(NOON)).toEqual({ kind: 'reading', ...last });
  expect(server.requests).toHaveLength(requests);
  expect(await before(NOON)).toEqual({ kind: 'reading', ...last });
  expect(server.requests).toHaveLength(requests);
});

it('requests few readings, however often a tag that is silent now was read', async () => {
  const readings = steadyReadings(NOON - 2 * HOUR_MS, 20, (HOUR_MS / 20) | 0);
  const { before, server } = client(readings);
  expect(await before(NOON)).toEqual({ kind: 'reading', ...readings.at(-1) });
  expect(server.requests.map(({ params }) => params.intervalo)).toEqual(['crudo', 'crudo', 'crudo', '1m', 'crudo']);
});

it('is not in a bucket that has no reading', async () => {
  const last = { atEpochMs: NOON - 3 * DAY_MS, value: 7 };
  const { before } = client([last], { emptyBuckets: 'zero' });
  expect(await before(NOON)).toEqual({ kind: 'reading', ...last });
});

it('is the average of the last minute where readings are no longer retained', async () => {
  const readings = steadyReadings(NOON - 5 * HOUR_MS, 10 * SECOND_MS, 360, (index) => index);
  const { before } = client(readings, { retentionCutoffEpochMs: NOON + DAY_MS });
  const average = (354 + 359) / 2;
  expect(await before(NOON)).toEqual({ kind: 'average', atEpochMs: NOON - 4 * HOUR_MS - MINUTE_MS, value: average });
});

it.each(['crudo', '1m'])('is not known where a later part could not be received: %s', async (level) => {
  const { before } = client(steadyReadings(NOON - 20 * HOUR_MS, MINUTE_MS, 60), {
    intercept: ({ params }) => (params.intervalo === level ? { kind: 'status', status: 400 } : undefined),
  });
  expect(await before(NOON)).toMatchObject({ kind: 'undecided', cause: 'missing', error: { status: 400 } });
});

it('is not known where the bucket that has it cannot be used', async () => {
  const { before } = client(steadyReadings(NOON - 20 * HOUR_MS, MINUTE_MS, 60), { isUnusableBucket: () => true });
  expect(await before(NOON)).toMatchObject({ kind: 'undecided', cause: 'invalid' });
});

it('ends when it is aborted', async () => {
  const aborted = new AbortController();
  aborted.abort();
  const { history } = createTestClient(singleSeriesData([]));
  const context = { ...testContext(), signal: aborted.signal };
  await expect(readingBefore(history.forSeries(PUMP_PRESSURE, context), NOON)).rejects.toThrow('aborted');
});
