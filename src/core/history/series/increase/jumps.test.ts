import fc from 'fast-check';
import { cases } from '../../../../testSupport/fuzz';
import { createFakeClock } from '../../../../testSupport/testClocks';
import { PUMP_PRESSURE, type Reading, singleSeriesData } from '../../../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../../../testSupport/testClient';
import { testPlan } from '../../../../testSupport/testPlan';
import type { Meter } from '../../../inventory/meter';
import { parseStep } from '../../../time/step';
import type { RequestedInterval } from '../../plan/planHistory';
import { loadSeries } from '../loadSeries';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Of a day that follows one of readings and precedes another. */
const MIDNIGHT = Date.UTC(2026, 8, 14);
/** At which something happens. */
const EVENT = MIDNIGHT + 9.5 * HOUR;
const EVERY = 10 * MINUTE;
const COUNT = (3 * DAY) / EVERY;

/** Three days with a reading every ten minutes. @param valueAt by the number of readings since the event; negative before it */
function readingsOf(valueAt: (since: number) => number): Reading[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const atEpochMs = MIDNIGHT - DAY + index * EVERY;
    return { atEpochMs, value: valueAt((atEpochMs - EVENT) / EVERY) };
  });
}

/** A meter that goes on with another value at the event. */
const replaced = (last: number, first: number, each = 0.25) =>
  readingsOf((since) => (since < 0 ? last + (since + 1) * each : first + since * each));

const step = (text: string): RequestedInterval => ({ kind: 'step', step: parseStep(text)! });
const INTERVALS: ReadonlyArray<readonly [string, RequestedInterval]> = [
  ['raw', { kind: 'level', level: 'raw' }],
  ['1m', { kind: 'level', level: '1m' }],
  ['10m', step('10m')],
  ['1h', step('1h')],
  ['8h', step('8h')],
  ['24h', step('24h')],
  ['the range', { kind: 'range' }],
];
const FEW = { readings: 2000, perStep: 15 };
/** Buckets decide, whatever they hold. */
const NEVER_FEW = { readings: 0, perStep: 0 };

/** What was counted on the day of the event, and what is known of it. */
async function load(readings: readonly Reading[], interval: RequestedInterval, few = FEW, meter?: Meter) {
  const { history, server } = createTestClient(
    singleSeriesData(readings),
    {},
    { clock: createFakeClock(MIDNIGHT + 40 * DAY) }
  );
  const window = { fromEpochMs: MIDNIGHT, toEpochMs: MIDNIGHT + DAY };
  const planned = testPlan(window, { interval, withIncrease: true, meter });
  const plan = { ...planned, increase: planned.increase && { ...planned.increase, few } };
  const { increase } = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
  const known = [...increase!.rows.avg].filter((value) => !Number.isNaN(value));
  return {
    sum: known.reduce((sum, value) => sum + value, 0),
    unknownSteps: increase!.rows.avg.length - known.length,
    unknown: increase!.unknown,
    rollovers: increase!.rollovers,
    momentary: increase!.momentary,
    requests: server.requests.length,
  };
}

/** 144 readings a day, 0.25 each. */
const A_DAY = 36;

describe.each(INTERVALS)('a meter in steps of %s', (_interval, interval) => {
  describe.each([
    ['by readings', FEW],
    ['by buckets', NEVER_FEW],
  ])('%s', (_, few) => {
    it.each<[string, Reading[]]>([
      ['of 32 bits with a sign, in thousandths', replaced(2_147_483.647, -2_147_483.399)],
      ['of 32 bits', replaced(4_294_967_295.9, 0.15)],
      ['of 16 bits with a sign', replaced(32_767.9, -32_767.85)],
      ['of 16 bits', replaced(65_535.8, 0.05)],
      ['of four digits', replaced(9999.9, 0.15)],
      ['of five digits', replaced(99_999.75, 0)],
      ['of six digits', replaced(999_999.8, 0.05)],
    ])('that rolls over: %s', async (_name, readings) => {
      const { sum, unknown, rollovers } = await load(readings, interval, few);
      expect(sum).toBeCloseTo(A_DAY, 5);
      expect(unknown).toEqual([]);
      expect(rollovers).toHaveLength(1);
    });

    it.each<[string, Reading[], number, number]>([
      ['replaced by one that reads less', replaced(98_265.7, 95_534.8), 98_265.7, 95_534.8],
      ['replaced by one that reads far less', replaced(98_265.7, 1640.625), 98_265.7, 1640.625],
      ['replaced by one that reads half of little', replaced(100, 50), 100, 50],
      ['replaced by one that reads more', replaced(12_000, 98_231), 12_000, 98_231],
      [
        'in Wh and then in kWh',
        readingsOf((since) => (since < 0 ? 1_640_625 + since * 100 : 1640.625 + since / 10)),
        1_640_525,
        1640.625,
      ],
      [
        'in kWh and then in Wh',
        readingsOf((since) => (since < 0 ? 1640.625 + since / 10 : 1_640_625 + since * 100)),
        1640.525,
        1_640_625,
      ],
      ['below zero at once', replaced(500, -3000), 500, -3000],
    ])('is not known where it is %s', async (_name, readings, last, value) => {
      const { unknown, unknownSteps, momentary } = await load(readings, interval, few);
      expect(unknown).toEqual([{ fromEpochMs: expect.any(Number), toEpochMs: EVENT, last, value }]);
      expect(unknownSteps).toBe(1);
      expect(momentary).toEqual([]);
    });

    it.each<[string, Reading[], number]>([
      ['restarts at 0', replaced(98_265.7, 0.1), A_DAY - 0.15],
      ['is corrected', replaced(98_265.7, 98_260), A_DAY - 5.95],
      ['stood still and starts', readingsOf((since) => (since < 0 ? 500 : 500 + since / 1000)), 0.087],
      // It runs once in three days.
      ['runs at last', readingsOf((since) => 500 + since / 1000 + 50 * Math.max(0, Math.min(since + 1, 12))), 600.14],
    ])('that %s is known', async (_name, readings, sum) => {
      const { sum: counted, unknown, rollovers } = await load(readings, interval, few);
      expect(counted).toBeCloseTo(sum, 2);
      expect([...unknown, ...rollovers]).toEqual([]);
    });

    it('that jumps for a moment is known', async () => {
      const rising = replaced(98_265.7, 98_265.95);
      const readings = rising.map((reading) =>
        reading.atEpochMs === EVENT + HOUR ? { ...reading, value: 982_657 } : reading
      );
      const { sum, unknown, momentary } = await load(readings, interval, few);
      expect(sum).toBeCloseTo(A_DAY, 5);
      expect(unknown).toEqual([]);
      expect(momentary).toEqual([EVENT + HOUR]);
    });
  });
});

describe.each(INTERVALS)('a meter whose settings are known in steps of %s', (_interval, interval) => {
  describe.each([
    ['by readings', FEW],
    ['by buckets', NEVER_FEW],
  ])('%s', (_, few) => {
    it.each<[string, number, number, number]>([
      ['reads less', 98_265.7, 95_534.8, EVENT],
      ['reads more', 12_000, 98_231, EVENT],
      ['begins at 0, between two readings', 98_265.7, 0.1, EVENT - MINUTE],
      ['reads slightly less, between two readings', 500, 499, EVENT - EVERY + 1],
    ])('is counted through where it was replaced by one that %s', async (_name, last, first, atEpochMs) => {
      // The old one counted 1 after its last reading, the new one 2 before its first one.
      const meter = { replacements: [{ atEpochMs, last: last + 1, first: first - 2 }] };
      const { sum, unknown, unknownSteps, rollovers } = await load(replaced(last, first), interval, few, meter);
      expect(sum).toBeCloseTo(A_DAY - 0.25 + 3, 5);
      expect([unknown, unknownSteps, rollovers]).toEqual([[], 0, []]);
    });

    it('is counted through where it was replaced twice, and once more before the range', async () => {
      const readings = readingsOf((since) => (since < 0 ? 9000 : since < 12 ? 100 : 7000) + since * 0.25);
      const meter = {
        replacements: [
          { atEpochMs: MIDNIGHT - 5 * HOUR, last: 50, first: 70_000 },
          { atEpochMs: EVENT, last: 9000, first: 100 },
          { atEpochMs: EVENT + 12 * EVERY, last: 103, first: 7003 },
        ],
      };
      const { sum, unknown } = await load(readings, interval, few, meter);
      expect(sum).toBeCloseTo(A_DAY, 5);
      expect(unknown).toEqual([]);
    });

    it.each<[string, number]>([
      ['before', EVENT + 20_000],
      ['after', EVENT - EVERY + 40_000],
    ])('is counted through where it was replaced %s the only reading of a bucket', async (_name, atEpochMs) => {
      const readings = replaced(98_265.7, 12).map((reading) => ({ ...reading, atEpochMs: reading.atEpochMs + 30_000 }));
      const meter = { replacements: [{ atEpochMs, last: 98_265.8, first: 11.9 }] };
      const { sum, unknown, momentary } = await load(readings, interval, few, meter);
      expect(sum).toBeCloseTo(A_DAY - 0.25 + 0.2, 5);
      expect([unknown, momentary]).toEqual([[], []]);
    });

    it('rolls over where its register ends, at no other end', async () => {
      const meter = { rolloverAt: 6000, replacements: [] };
      const own = await load(replaced(5999.9, 0.15), interval, few, meter);
      expect(own.sum).toBeCloseTo(A_DAY, 5);
      expect(own.rollovers).toHaveLength(1);
      const other = await load(replaced(9999.9, 0.15), interval, few, meter);
      expect(other.rollovers).toEqual([]);
    });

    it('counts no more at once than in 25 hours of what it can at most', async () => {
      const jump = (by: number) => replaced(5000, 5000 + by);
      const within = await load(jump(49), interval, few, { maxPerHour: 2, replacements: [] });
      expect(within.sum).toBeCloseTo(A_DAY - 0.25 + 49, 5);
      const { unknown } = await load(jump(51), interval, few, { maxPerHour: 2, replacements: [] });
      expect(unknown).toEqual([{ fromEpochMs: expect.any(Number), toEpochMs: EVENT, last: 5000, value: 5051 }]);
    });
  });
});

test.each(INTERVALS)(
  'a meter that was replaced in the hour before the range goes on in steps of %s',
  async (_, interval) => {
    const byMs = 5 * MINUTE;
    const readings = replaced(500, 70_000).map((reading) => ({ ...reading, atEpochMs: reading.atEpochMs + byMs }));
    const { history } = createTestClient(
      singleSeriesData(readings),
      {},
      { clock: createFakeClock(MIDNIGHT + 40 * DAY) }
    );
    const window = { fromEpochMs: EVENT + 0.5 * HOUR, toEpochMs: EVENT + 2.5 * HOUR };
    const meter = { replacements: [{ atEpochMs: EVENT + byMs, last: 500.25, first: 70_000 }] };
    const plan = testPlan(window, { interval, withIncrease: true, meter });
    const { increase } = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    expect(increase!.rows.avg[0]).toBeLessThanOrEqual(A_DAY);
    expect(increase!.unknown).toEqual([]);
  }
);

test('the hours around are not requested of a counter with a limit', async () => {
  const meter = { maxPerHour: 2, replacements: [] };
  const { requests } = await load(replaced(5000, 9000), step('1h'), FEW, meter);
  expect(requests).toBe((await load(replaced(5000, 5000.25), step('1h'), FEW)).requests);
});

test('the end of a register needs no course', async () => {
  const readings = replaced(5999.9, 0.15).filter(({ atEpochMs }) => Math.abs(atEpochMs - EVENT) < 2 * HOUR);
  const { sum, rollovers } = await load(readings, step('1h'), FEW, { rolloverAt: 6000, replacements: [] });
  expect(sum).toBeCloseTo((readings.length - 1) * 0.25, 5);
  expect(rollovers).toHaveLength(1);
});

describe('what is not known', () => {
  const unitChanges = (backAfter: number) =>
    readingsOf((since) => {
      const wattHours = 1_640_625 + since * 100;
      return since >= 0 && since < backAfter ? wattHours / 1000 : wattHours;
    });

  it('is so twice where the unit changes and changes back', async () => {
    for (const [, interval] of INTERVALS) {
      const { unknown } = await load(unitChanges(30), interval);
      expect(unknown.map(({ toEpochMs }) => toEpochMs)).toEqual([EVENT, EVENT + 30 * EVERY]);
    }
  });

  it('is the same for every range that holds it', async () => {
    const { history } = createTestClient(
      singleSeriesData(unitChanges(30)),
      {},
      { clock: createFakeClock(MIDNIGHT + 40 * DAY) }
    );
    const ranges = [MINUTE, EVERY, HOUR, 4 * HOUR, DAY].map((before) => ({
      fromEpochMs: EVENT - before,
      toEpochMs: EVENT + before,
    }));
    for (const window of ranges) {
      for (const [, interval] of INTERVALS) {
        const { increase } = await loadSeries(
          history.forSeries(PUMP_PRESSURE, testContext()),
          testPlan(window, { interval, withIncrease: true })
        );
        const first = increase!.unknown.find(({ toEpochMs }) => toEpochMs === EVENT);
        expect(first).toMatchObject({ last: 1_640_525, value: 1640.625 });
      }
    }
  });

  it('costs the hours before and after those of the range, once', async () => {
    const { history, server } = createTestClient(
      singleSeriesData(replaced(98_265.7, 95_534.8)),
      {},
      { clock: createFakeClock(MIDNIGHT + 40 * DAY) }
    );
    const window = { fromEpochMs: MIDNIGHT, toEpochMs: MIDNIGHT + DAY };
    const plan = testPlan(window, { interval: step('1h'), withIncrease: true });
    const requestsOfHours = () => server.requests.filter(({ params }) => params.intervalo === '1h').length;
    await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    expect(requestsOfHours()).toBe(4);
    await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
    expect(requestsOfHours()).toBe(4);
  });

  it('is nothing of a meter of which too little is known', async () => {
    const readings = replaced(12_000, 98_231).filter(({ atEpochMs }) => Math.abs(atEpochMs - EVENT) < 2 * HOUR);
    expect(await load(readings, step('1h'))).toMatchObject({ unknown: [] });
  });

  it('is where hours around it are missing', async () => {
    const { history } = createTestClient(
      singleSeriesData(replaced(12_000, 98_231)),
      { intercept: ({ params }) => (params.intervalo === '1h' ? { kind: 'status', status: 400 } : undefined) },
      { clock: createFakeClock(MIDNIGHT + 40 * DAY) }
    );
    const window = { fromEpochMs: MIDNIGHT, toEpochMs: MIDNIGHT + DAY };
    const { increase, fetched } = await loadSeries(
      history.forSeries(PUMP_PRESSURE, testContext()),
      testPlan(window, { interval: { kind: 'level', level: '1m' }, withIncrease: true })
    );
    expect(Math.max(...[...increase!.rows.avg].filter((value) => !Number.isNaN(value)))).toBeLessThan(1);
    expect(fetched.missing.length).toBeGreaterThan(0);
  });
});

test.each<[string, Reading[], Meter]>([
  ['rolls over', replaced(65_535.8, 0.05), { replacements: [] }],
  ['is replaced', replaced(98_265.7, 12), { replacements: [{ atEpochMs: EVENT - MINUTE, last: 98_266, first: 11.5 }] }],
  [
    'is replaced as it is read',
    replaced(500, 70_000),
    { replacements: [{ atEpochMs: EVENT, last: 500.25, first: 70_000 }] },
  ],
])('the sum over any division of a range is the same, wherever a meter %s', async (_, readings, meter) => {
  const division = fc.array(fc.integer({ min: 1, max: DAY / MINUTE - 1 }), { maxLength: 5 });
  const interval = fc.constantFrom(...INTERVALS.map(([, one]) => one));
  await fc.assert(
    fc.asyncProperty(division, interval, async (cuts, one) => {
      // In minutes; and at the event and at the end of its hour, where it matters most.
      const atEvent = (EVENT - MIDNIGHT) / MINUTE;
      const edges = [0, ...new Set([...cuts, atEvent - 1, atEvent, atEvent + 30]), DAY / MINUTE]
        .sort((a, b) => a - b)
        .map((cut) => MIDNIGHT + cut * MINUTE);
      const { history } = createTestClient(
        singleSeriesData(readings),
        {},
        { clock: createFakeClock(MIDNIGHT + 40 * DAY) }
      );
      let sum = 0;
      for (let part = 1; part < edges.length; part++) {
        const window = { fromEpochMs: edges[part - 1]!, toEpochMs: edges[part]! };
        const plan = testPlan(window, { interval: { kind: 'range' }, withIncrease: true, meter });
        const { increase } = await loadSeries(history.forSeries(PUMP_PRESSURE, testContext()), plan);
        sum += increase!.rows.avg.reduce((total, value) => total + value, 0);
      }
      expect(sum).toBeCloseTo((await load(readings, one, FEW, meter)).sum, 5);
    }),
    cases(60)
  );
});
