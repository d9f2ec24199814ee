import { type SpecDecisions } from '../../testSupport/specDecisions';
import { PUMP_PRESSURE, type Reading, steadyReadings, worldOf } from '../../testSupport/specWorld';
import { createTestClient, listening } from '../../testSupport/testClient';
import { type HistoryPlan, planHistory, type PlanRequest } from './plan';
import { loadSeries } from './loadSeries';

const NOON = Date.UTC(2026, 2, 3, 12);
const HOUR = 3_600_000;

function rawPlan(hours: number, change: Partial<PlanRequest> = {}): HistoryPlan {
  const plan = planHistory({
    window: { fromEpochMs: NOON, toEpochMs: NOON + hours * HOUR },
    points: 1000,
    minStepMs: 0,
    interval: { kind: 'level', level: 'raw' },
    zone: 'UTC',
    shiftMs: 0,
    dayBucketZone: 'UTC',
    maxRows: 500_000,
    maxAutoRawRows: 50_000,
    ...change,
  });
  if (plan.kind === 'refused') {
    throw new Error(`refused: ${JSON.stringify(plan)}`);
  }
  return plan;
}

function load(readings: readonly Reading[], plan: HistoryPlan, decisions: Partial<SpecDecisions> = {}) {
  const { client, server } = createTestClient(worldOf(readings), decisions);
  return { server, loaded: loadSeries(client, PUMP_PRESSURE, plan, listening()) };
}

describe('raw readings on several pages', () => {
  const readings = steadyReadings(NOON, 1000, 12_000);

  it.each<[string, Partial<SpecDecisions>]>([
    ['ascending', {}],
    ['ascending, short pages', { maxPageRows: 900 }],
    ['one row on the first page, descending', { order: 'descending', maxPageRows: 1 }],
    ['descending', { order: 'descending' }],
    ['the newest page first, each ascending', { order: 'newestPageFirst' }],
    ['unordered', { order: 'shuffled' }],
    ['pages that overlap', { overlapRows: 7 }],
    ['an empty page before each', { emptyPages: 2 }],
    ['more rows than asked for', { ignoresLimit: true }],
  ])('are all drawn, each once: %s', async (_, decisions) => {
    const some = decisions.maxPageRows === 1 ? readings.slice(0, 300) : readings;
    const { rows, read } = await load(some, rawPlan(4), decisions).loaded;
    expect(Array.from(rows.timeEpochMs)).toEqual(some.map(({ atEpochMs }) => atEpochMs));
    expect(Array.from(rows.avg)).toEqual(some.map(({ value }) => value));
    expect(read.missing).toEqual([]);
    expect(read.outsideRows).toBe(0);
  });
});
