import { PUMP_PRESSURE, singleSeriesData, steadyReadings } from '../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import { testPlan } from '../../../testSupport/testPlan';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/window';
import type { LoadedSeries } from './loadedSeries';
import { loadSeries } from './loadSeries';

const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON - HOUR_MS, toEpochMs: NOON };
const READINGS = steadyReadings(NOON - 50 * DAY_MS, MINUTE_MS, 50 * 24 * 60);

function open(intercept: () => undefined = () => undefined) {
  const { history } = createTestClient(singleSeriesData(READINGS), { intercept }, { clock: createFakeClock(NOON) });
  const plan = testPlan(WINDOW, { usual: { weeks: 6 } });
  return (signal?: AbortSignal, onProgress?: Parameters<typeof loadSeries>[2]) =>
    loadSeries(history.forSeries(PUMP_PRESSURE, testContext(signal)), plan, onProgress);
}

it('what is received grows, and the line is shown before what is usual is known', async () => {
  const shares: number[] = [];
  const partial: LoadedSeries[] = [];
  const loaded = await open()(undefined, (progress) => {
    shares.push(progress.receivedParts / progress.parts);
    partial.push(progress.partial());
  });
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(partial[0]!.rows).toEqual(loaded.rows);
  expect(partial[0]!.usual).toBeUndefined();
  expect(loaded.usual!.rows.timeEpochMs).toHaveLength(60);
});

it('a load that is cancelled meanwhile ends with that', async () => {
  const controller = new AbortController();
  let requests = 0;
  const load = open(() => {
    requests++;
    if (requests === 4) {
      controller.abort();
    }
    return undefined;
  });
  await expect(load(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
