import { LevelGrid } from '../levelGrid';
import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { exactAggregate } from '../../../testSupport/exactAggregate';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { PUMP_PRESSURE, steadyReadings, singleSeriesData } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { testPlan } from '../../../testSupport/testPlan';
import type { HistoryPlan, RequestedInterval } from '../plan/planHistory';
import { loadSeries } from './loadSeries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 2, 3, 12);
/** Four hours, with a reading every 20 s. */
const READINGS = steadyReadings(NOON, 20_000, 720);

function createPlan(interval: RequestedInterval, lengthMs = 4 * HOUR): HistoryPlan {
  return testPlan({ fromEpochMs: NOON, toEpochMs: NOON + lengthMs }, { interval });
}

const everyMinutes = (count: number) => createPlan({ kind: 'step', step: { count, unit: 'm' } });

/** A client whose clock is long after the readings, so that all of them can be cached. */
function createClient(behavior: Partial<ServerBehavior>) {
  return createTestClient(singleSeriesData(READINGS), behavior, { clock: createFakeClock(NOON + 24 * HOUR) });
}

const unusableMinutes = (minutes: ReadonlySet<number>) => ({
  isUnusableBucket: (start: number) => minutes.has((start - NOON) / MINUTE),
});

test('a step is exact if all of its buckets are usable, and left out otherwise, from the server and from the cache', async () => {
  const scenario = fc.record({
    minutes: fc.uniqueArray(fc.integer({ min: 0, max: 239 }), { maxLength: 40 }),
    length: fc.constantFrom(2, 5, 10, 30),
    order: fc.constantFrom('ascending' as const, 'descending' as const, 'shuffled' as const),
    maxPageRows: fc.constantFrom(7, 60, Infinity),
    overlapRows: fc.constantFrom(0, 3),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ minutes, length, ...behavior }) => {
      const unusable = new Set(minutes);
      const { history, server } = createClient({ ...behavior, ...unusableMinutes(unusable) });
      const starts = Array.from({ length: 240 / length }, (_, step) => step * length);
      const complete = starts.filter((start) => {
        return !Array.from({ length }, (_, minute) => start + minute).some((minute) => unusable.has(minute));
      });
      const leftOut = starts.filter((start) => !complete.includes(start));
      for (const source of ['server', 'cache']) {
        const requestsBefore = server.requests.length;
        const { rows, undecided } = await loadSeries(
          history.forSeries(PUMP_PRESSURE, testContext()),
          everyMinutes(length)
        );
        expect(server.requests.length === requestsBefore).toBe(source === 'cache');
        expect(new Set(undecided.map(({ fromEpochMs }) => (fromEpochMs - NOON) / MINUTE))).toEqual(new Set(leftOut));
        expect(Array.from(rows.timeEpochMs)).toEqual(complete.map((start) => NOON + start * MINUTE));
        complete.forEach((start, row) => {
          const values = READINGS.slice(start * 3, (start + length) * 3).map(({ value }) => value);
          const { avg, min, max, n } = exactAggregate(values);
          expect([rows.min[row], rows.max[row], rows.n[row]]).toEqual([min, max, n]);
          expect(Math.abs(rows.avg[row]! - avg)).toBeLessThanOrEqual(Math.abs(avg) * 1e-12);
        });
      }
    }),
    cases(60)
  );
});

it('a bucket is usable if a later row has its numbers', async () => {
  const ts = new Date(NOON).toISOString();
  const datos = [
    { ts, avg: null, min: null, max: null, n: 3 },
    { ts, avg: 1, min: 1, max: 1, n: 3 },
  ];
  const { history } = createClient({ intercept: () => ({ kind: 'body', body: { datos } }) });
  const { rows, undecided } = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), everyMinutes(5));
  expect(undecided).toEqual([]);
  expect(Array.from(rows.avg)).toEqual([1]);
});

describe('a bucket without a usable time', () => {
  const bucket = (minute: number) => ({
    ts: new Date(NOON + minute * MINUTE).toISOString(),
    avg: minute,
    min: minute,
    max: minute,
    n: 3,
  });

  /** Steps of five minutes over twenty minutes, of which the server sends the given rows. */
  async function loadSteps(datos: readonly unknown[]) {
    const { history, server } = createClient({ intercept: () => ({ kind: 'body', body: { datos } }) });
    const plan = createPlan({ kind: 'step', step: { count: 5, unit: 'm' } }, 20 * MINUTE);
    const first = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    const second = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    expect(server.requests).toHaveLength(1);
    expect(second.undecided).toEqual(first.undecided);
    expect(second.rows).toEqual(first.rows);
    return Array.from(first.rows.timeEpochMs, (time) => (time - NOON) / MINUTE);
  }

  const minutes = Array.from({ length: 20 }, (_, minute) => minute);
  const ascending = (unusable: unknown) => minutes.map((minute) => (minute === 7 ? unusable : bucket(minute)));

  it.each([
    ['null', null],
    ['a text', 'row'],
    ['a bucket without a time', { ...bucket(7), ts: null }],
    ['a bucket with a time that does not exist', { ...bucket(7), ts: '2026-02-30T00:00:00Z' }],
  ])('leaves out the step between its neighbours: %s', async (_, unusable) => {
    expect(await loadSteps(ascending(unusable))).toEqual([0, 10, 15]);
    expect(await loadSteps([...ascending(unusable)].reverse())).toEqual([0, 10, 15]);
  });

  it('leaves out the first or the last step at the ends of the rows', async () => {
    expect(await loadSteps([null, ...minutes.slice(1).map(bucket)])).toEqual([5, 10, 15]);
    expect(await loadSteps([...minutes.slice(0, 19).map(bucket), null])).toEqual([0, 5, 10]);
  });

  it('leaves out every step when the rows are in no order', async () => {
    expect(await loadSteps([bucket(9), null, bucket(2), bucket(15)])).toEqual([]);
  });

  it('leaves out every step when a single row shows no order', async () => {
    expect(await loadSteps([bucket(9), null])).toEqual([]);
    expect(await loadSteps([null, bucket(9)])).toEqual([]);
  });

  it('leaves out every step when it is on another page than all rows, because the pages show no order', async () => {
    const { history } = createClient({
      intercept: ({ params }) => ({
        kind: 'body',
        body: params.siguiente ? { datos: [null] } : { datos: [bucket(9), bucket(15)], siguiente: 'next' },
      }),
    });
    const plan = createPlan({ kind: 'step', step: { count: 5, unit: 'm' } }, 20 * MINUTE);
    const { rows } = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    expect(Array.from(rows.timeEpochMs)).toEqual([]);
  });

  it('leaves out no step when there is no room for it between its neighbours', async () => {
    expect(await loadSteps([...minutes.slice(0, 7).map(bucket), null, ...minutes.slice(7).map(bucket)])).toEqual([
      0, 5, 10, 15,
    ]);
  });
});

it('a day that is an hour short does not take the next step with it', async () => {
  const days = steadyReadings(Date.UTC(2026, 2, 1), HOUR, 24 * 60);
  const lastOfMarch = Date.UTC(2026, 2, 28, 23);
  const { history } = createTestClient(
    singleSeriesData(days),
    { dayBucketZone: 'Europe/Madrid', isUnusableBucket: (start) => start === lastOfMarch },
    { clock: createFakeClock(Date.UTC(2026, 6, 1)) }
  );
  const plan = testPlan(
    { fromEpochMs: Date.UTC(2026, 2, 22, 23), toEpochMs: Date.UTC(2026, 3, 5, 22) },
    {
      interval: { kind: 'step', step: { count: 1, unit: 'w' } },
      zone: 'Europe/Madrid',
      grid: new LevelGrid('Europe/Madrid'),
    }
  );
  const { level, rows } = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
  expect(level).toBe('1d');
  expect(Array.from(rows.timeEpochMs)).toEqual([Date.UTC(2026, 2, 29, 22)]);
});
