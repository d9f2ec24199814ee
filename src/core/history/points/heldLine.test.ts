import { createTestClient, testContext } from '../../../testSupport/testClient';
import { createFakeClock } from '../../../testSupport/testClocks';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../testSupport/specServer/specData';
import { testPlan } from '../../../testSupport/testPlan';
import type { FixedLevel } from '../../time/step';
import { withHeldValues } from '../series/heldValues';
import { loadSeries } from '../series/loadSeries';
import { type SeriesPoints, toPoints } from './seriesPoints';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const NOON = Date.UTC(2026, 2, 3, 12);
const WINDOW = { fromEpochMs: NOON, toEpochMs: NOON + HOUR };

/** A reading at some seconds after noon. */
const at = (seconds: number, value: number): Reading => ({ atEpochMs: NOON + seconds * SECOND, value });

async function load(readings: readonly Reading[], holdMs: number | undefined, level: FixedLevel = 'raw') {
  const { history } = createTestClient(singleSeriesData(readings), {}, { clock: createFakeClock(NOON + 48 * HOUR) });
  const plan = testPlan(WINDOW, { interval: { kind: 'level', level } });
  const source = history.forSeries(PUMP_PRESSURE, testContext());
  const loaded = await loadSeries(source, plan);
  return holdMs === undefined ? loaded : withHeldValues(source, plan, { holdMs, withValueBefore: false }, loaded);
}

describe('the line of values that hold', () => {
  const style = { statistics: ['avg'], fill: 'gap' } as const;
  const shown = ({ timeEpochMs, columns }: SeriesPoints) =>
    timeEpochMs.map((time, point) => [(time - NOON) / SECOND, columns.avg![point]]);

  // Every 20 s for ten minutes, and then rarely.
  const READINGS = Array.from({ length: 30 }, (_, index) => at(20 * (index + 1), 20 * (index + 1)));
  const LATER = [at(2400, 1), at(3000, 2)];

  it('has no gap within the limit, and ends at the limit beyond it', async () => {
    const lines = [undefined, 2 * HOUR, 700 * SECOND].map(async (holdMs) =>
      shown(toPoints(await load([...READINGS, ...LATER], holdMs), style, WINDOW, 1000)).slice(29)
    );
    const [ofMeasure, held, limited] = await Promise.all(lines);
    expect(ofMeasure).toEqual([
      [600, 600],
      [expect.any(Number), null],
      [2400, 1],
      [expect.any(Number), null],
      [3000, 2],
    ]);
    expect(held).toEqual([
      [600, 600],
      [2400, 1],
      [3000, 2],
    ]);
    expect(limited).toEqual([
      [600, 600],
      [1300, null],
      [2400, 1],
      [3000, 2],
    ]);
  });

  it('of steps has none after a step of one value', async () => {
    const several = [at(2410, 5), at(2420, 6), at(3000, 6)];
    const loaded = await load([...READINGS, ...several], 2 * HOUR, '1m');
    const points = toPoints(loaded, style, WINDOW, 1000);
    expect(shown(points).slice(10)).toEqual([
      [600, 600],
      [2400, 5.5],
      [2460, null],
      [3000, 6],
    ]);
    expect(points.gapMs).toBeGreaterThanOrEqual(1800 * SECOND);
  });
});
