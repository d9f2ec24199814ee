import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { PUMP_PRESSURE, singleSeriesData, steadyReadings } from '../../../testSupport/specServer/specData';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import type { TimeWindow } from '../../time/window';
import type { FetchContext } from './historySource';

const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 3);

/** Three hours of readings every 20 s. */
const READINGS = steadyReadings(START, 20_000, 540, (index) => index % 11);

function plant(behavior: Partial<ServerBehavior> = {}) {
  const client = createTestClient(singleSeriesData(READINGS), behavior, { clock: createFakeClock(START + 1e9) });
  const fetchMinutes = (from: number, to: number, context: FetchContext = testContext()) => {
    const window = { fromEpochMs: START + from * MINUTE, toEpochMs: START + to * MINUTE };
    return client.history.forSeries(PUMP_PRESSURE, context).buckets({ level: '1m', window });
  };
  const requested = () => client.server.requests.map(({ params }) => minutesOf(params.desde!, params.hasta!));
  return { ...client, fetchMinutes, requested };
}

/** In minutes from the start. */
function minutesOf(from: string, to: string): [number, number] {
  return [(Date.parse(from) - START) / MINUTE, (Date.parse(to) - START) / MINUTE];
}

it('requests no minute twice, and gives each query its own, whatever windows are wanted at the same time', async () => {
  const window = fc.tuple(fc.nat(170), fc.integer({ min: 1, max: 60 })).map(([from, length]) => [from, from + length]);
  await fc.assert(
    fc.asyncProperty(fc.array(window, { minLength: 1, maxLength: 8 }), async (windows) => {
      const { fetchMinutes, requested } = plant();
      const results = await Promise.all(windows.map(([from, to]) => fetchMinutes(from!, to!)));
      const minutes = requested().flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, index) => from + index)
      );
      expect(new Set(minutes).size).toBe(minutes.length);
      for (const [index, [from, to]] of windows.entries()) {
        expect(results[index]!.rows).toEqual((await plant().fetchMinutes(from!, to!)).rows);
      }
    }),
    cases(60)
  );
});

it('a request goes on while one of those who share it waits, and ends when none does', async () => {
  const { fetchMinutes, server } = plant({ intercept: () => ({ kind: 'hang' }) });
  const [first, second] = [new AbortController(), new AbortController()];
  const outcomes = Promise.allSettled([
    fetchMinutes(0, 60, testContext(first.signal)),
    fetchMinutes(10, 50, testContext(second.signal)),
  ]);
  await Promise.resolve();
  first.abort();
  await Promise.resolve();
  expect(server.traffic.aborted).toBe(0);
  second.abort();
  await outcomes;
  expect(server.requests).toHaveLength(1);
  expect(server.traffic.aborted).toBe(1);
});

it('what nobody waits for any more is requested again', async () => {
  const { fetchMinutes } = plant({ intercept: (_, number) => (number === 1 ? { kind: 'hang' } : undefined) });
  const left = new AbortController();
  const outcome = fetchMinutes(0, 60, testContext(left.signal)).catch(() => 'aborted');
  await Promise.resolve();
  left.abort();
  await expect(outcome).resolves.toBe('aborted');
  expect((await fetchMinutes(0, 30)).rows.timeEpochMs).toHaveLength(30);
});

it('what lies between many slices in flight is shared, too', async () => {
  const { fetchMinutes, requested } = plant();
  const windows: Array<[number, number]> = [
    [10, 11],
    [20, 21],
    [30, 31],
    [40, 41],
    [0, 60],
    [5, 50],
  ];
  await Promise.all(windows.map(([from, to]) => fetchMinutes(from, to)));
  expect(requested()).toHaveLength(9);
});

it('nobody waits in the queue of a long load', async () => {
  const { fetchMinutes, requested } = plant();
  await Promise.all([fetchMinutes(-24_820, 180), fetchMinutes(60, 180)]);
  expect(requested()).toHaveLength(6);
  expect(requested()).toContainEqual([60, 180]);
});

it('a query that bypasses caches shares nothing with one that does not', async () => {
  const { fetchMinutes, requested } = plant();
  await Promise.all([fetchMinutes(0, 60), fetchMinutes(0, 30, { ...testContext(), noCache: true })]);
  expect(requested()).toEqual([
    [0, 60],
    [0, 30],
  ]);
});

it('a part of what the server refuses as a whole is requested alone, but not after several attempts', async () => {
  const given = plant({
    intercept: ({ params }) => {
      const [from, to] = minutesOf(params.desde!, params.hasta!);
      return to - from > 30 ? { kind: 'status', status: 400 } : undefined;
    },
  });
  const [refused, part] = await Promise.all([given.fetchMinutes(0, 60), given.fetchMinutes(10, 30)]);
  expect(refused.missing).toHaveLength(1);
  expect(part).toMatchObject({ missing: [], rows: { timeEpochMs: { length: 20 } } });
  expect(given.requested()).toHaveLength(2);

  const failing = plant({ intercept: () => ({ kind: 'status', status: 503 }) });
  const [, failed] = await Promise.all([failing.fetchMinutes(0, 60), failing.fetchMinutes(10, 30)]);
  expect(failed.missing).toMatchObject([span(10, 30)]);
  expect(new Set(failing.requested().map(String))).toEqual(new Set(['0,60']));
});

function span(from: number, to: number): TimeWindow {
  return { fromEpochMs: START + from * MINUTE, toEpochMs: START + to * MINUTE };
}
