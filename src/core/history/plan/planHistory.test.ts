import { LevelGrid } from '../levelGrid';
import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import { testPlanRequest } from '../../../testSupport/testPlan';
import { BUCKET_MS, formatStep, nominalMs, parseStep, READABLE_STEPS } from '../../time/step';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time/window';
import {
  type HistoryPlan,
  planHistory,
  type PlanRequest,
  type RejectedPlan,
  type RequestedInterval,
} from './planHistory';

const MIDNIGHT = Date.UTC(2026, 2, 2);

function request(lengthMs: number, change: Partial<PlanRequest> = {}): PlanRequest {
  return testPlanRequest({ fromEpochMs: MIDNIGHT, toEpochMs: MIDNIGHT + lengthMs }, change);
}

function step(count: number, unit: 's' | 'm' | 'h' | 'd' | 'w' | 'M'): RequestedInterval {
  return { kind: 'step', step: { count, unit } };
}

/** `raw`, or level and step, such as `1h→6h`. */
function summary(plan: HistoryPlan | RejectedPlan): string {
  switch (plan.kind) {
    case 'rejected':
      return `rejected ${plan.interval}: ${plan.expectedRows} > ${plan.maxRows}`;
    case 'raw':
      return plan.step ? `raw→${formatStep(plan.step)}` : 'raw';
    case 'range':
      return ['range', plan.core.level, ...plan.cuts.map(({ level, finer }) => `${level}:${finer}`)].join(' ');
    case 'longest':
      return `longest→${plan.step ? formatStep(plan.step) : 'range'}`;
    case 'buckets':
      return `${plan.level}→${formatStep(plan.step)}${plan.direct ? ' direct' : ''}`;
  }
}

describe('auto', () => {
  it.each([
    // window, points, plan
    [5 * MINUTE_MS, 1000, 'raw'],
    [8 * HOUR_MS, 1000, 'raw'],
    [8 * HOUR_MS, 480, '1m→1m direct'],
    [24 * HOUR_MS, 1440, '1m→1m direct'],
    [24 * HOUR_MS, 1000, '1m→2m'],
    [24 * HOUR_MS, 300, '1m→5m'],
    [7 * DAY_MS, 1000, '1m→15m'],
    [7 * DAY_MS, 100, '1h→2h'],
    [30 * DAY_MS, 1000, '1h→1h direct'],
    [30 * DAY_MS, 200, '1h→4h'],
    [90 * DAY_MS, 1000, '1h→3h'],
    [365 * DAY_MS, 1000, '1h→12h'],
    [365 * DAY_MS, 365, '1d→1d direct'],
    [365 * DAY_MS, 100, '1d→1w'],
    [365 * DAY_MS, 12, '1d→1M'],
    [3650 * DAY_MS, 10, '1d→12M'],
    [DAY_MS, 0, '1d→1d direct'],
  ])('%d ms over %d points: %s', (lengthMs, points, expected) => {
    expect(summary(planHistory(request(lengthMs, { points })))).toBe(expected);
  });

  it.each([
    [HOUR_MS, 10 * MINUTE_MS, '1m→10m'],
    [HOUR_MS, 7 * MINUTE_MS, '1m→10m'],
    [HOUR_MS, DAY_MS, '1d→1d direct'],
    [365 * DAY_MS, MINUTE_MS, '1h→12h'],
  ])('over %d ms respects the minimum interval of %d ms: %s', (lengthMs, minStepMs, expected) => {
    expect(summary(planHistory(request(lengthMs, { minStepMs })))).toBe(expected);
  });

  it('below a minute has steps where increases are wanted, because that of a single reading says little', () => {
    const plan = planHistory(request(6 * HOUR_MS, { withIncrease: true }));
    expect(summary(plan)).toBe('raw→30s');
    expect(plan).toMatchObject({
      increase: { maxReadings: 500_000 },
      fallback: { increase: { maxReadings: 500_000 } },
    });
    expect(planHistory(request(6 * HOUR_MS))).toMatchObject({ increase: undefined, fallback: { increase: undefined } });
  });

  it('below a minute counts the readings in 1m buckets, which replace them if there are too many', () => {
    const plan = planHistory(request(HOUR_MS, { maxAutoRawRows: 7000 }));
    expect(plan).toMatchObject({ kind: 'raw', maxRows: 7000, countedBy: { level: '1m', expectedRows: 60 } });
    expect(plan.kind === 'raw' && plan.fallback).toBe(plan.kind === 'raw' && plan.countedBy);
  });

  it.each([
    ['Asia/Kolkata', 365 * DAY_MS, '1h→12h'],
    ['Asia/Kathmandu', 3650 * DAY_MS, '1d→1w'],
  ])(
    'in %s uses UTC steps and says so, instead of being rejected for the 1m buckets that local steps would need',
    (zone, length, expected) => {
      const plan = planHistory(request(length, { zone }));
      expect(summary(plan)).toBe(expected);
      expect(plan).toMatchObject({ reason: { kind: 'auto', onUtcClock: true } });
    }
  );

  it('takes a coarser step if the row limit is low', () => {
    expect(summary(planHistory(request(7 * DAY_MS, { maxRows: 200 })))).toBe('1h→1h direct');
  });
});

describe('the coarsest level whose buckets no step edge splits', () => {
  it.each([
    ['10 m', step(10, 'm'), 'UTC', '1m→10m'],
    ['6 h', step(6, 'h'), 'UTC', '1h→6h'],
    ['a day in UTC', step(1, 'd'), 'UTC', '1d→1d direct'],
    ['a day in Madrid', step(1, 'd'), 'Europe/Madrid', '1h→1d'],
    ['an hour in Madrid', step(1, 'h'), 'Europe/Madrid', '1h→1h direct'],
    ['an hour in Kolkata', step(1, 'h'), 'Asia/Kolkata', '1m→1h'],
    ['a day in Kathmandu', step(1, 'd'), 'Asia/Kathmandu', '1m→1d'],
    ['15 m in Kathmandu', step(15, 'm'), 'Asia/Kathmandu', '1m→15m'],
    ['90 m', step(90, 'm'), 'UTC', '1m→90m'],
    ['a week in UTC', step(1, 'w'), 'UTC', '1d→1w'],
    ['a month in UTC', step(1, 'M'), 'UTC', '1d→1M'],
    ['a month in Santiago', step(1, 'M'), 'America/Santiago', '1h→1M'],
    ['30 s', step(30, 's'), 'UTC', 'raw→30s'],
    ['90 s, not a multiple of a minute', step(90, 's'), 'UTC', 'raw→90s'],
    ['60 s', step(60, 's'), 'UTC', '1m→60s direct'],
  ])('%s', (_, interval, zone, expected) => {
    expect(summary(planHistory(request(3 * DAY_MS, { interval, zone })))).toBe(expected);
  });

  it.each([
    ['shifts from 06:00', step(8, 'h'), '06:00', 'UTC', '1h→8h'],
    ['shifts from 06:00 in Madrid', step(8, 'h'), '06:00', 'Europe/Madrid', '1h→8h'],
    ['shifts from 06:00 in Kolkata', step(8, 'h'), '06:00', 'Asia/Kolkata', '1m→8h'],
    ['shifts from 05:30 in Kolkata, which is midnight in UTC', step(8, 'h'), '05:30', 'Asia/Kolkata', '1h→8h'],
    ['days from 06:00, which would split the days of the server', step(1, 'd'), '06:00', 'UTC', '1h→1d'],
    ['days from 06:30', step(1, 'd'), '06:30', 'UTC', '1m→1d'],
    ['weeks from 06:00', step(1, 'w'), '06:00', 'UTC', '1h→1w'],
    ['months from 06:00', step(1, 'M'), '06:00', 'UTC', '1h→1M'],
  ])('%s', (_, interval, from, zone, expected) => {
    const [hours, minutes] = from.split(':').map(Number);
    const offsetMs = hours! * HOUR_MS + minutes! * MINUTE_MS;
    expect(summary(planHistory(request(3 * DAY_MS, { interval, zone, offsetMs })))).toBe(expected);
  });

  it('is 1h for shifts from 06:00', () => {
    const plan = planHistory(request(3 * DAY_MS, { interval: step(8, 'h'), offsetMs: 6 * HOUR_MS }));
    expect(summary(plan)).toBe('1h→8h');
    expect(plan.kind === 'buckets' && plan.edges[0]).toBe(MIDNIGHT - 2 * HOUR_MS);
  });

  it.each([
    ['Europe/Madrid', 'Europe/Madrid', '1d→1d direct'],
    ['Europe/Madrid', 'UTC', '1h→1d'],
    ['UTC', 'Europe/Madrid', '1h→1d'],
  ])('for days in %s, on a server with days in %s: %s', (zone, dayBucketZone, expected) => {
    expect(
      summary(planHistory(request(3 * DAY_MS, { interval: step(1, 'd'), zone, grid: new LevelGrid(dayBucketZone) })))
    ).toBe(expected);
  });

  it('uses the days of the server directly, including those of 23 and 25 hours', () => {
    const window = { fromEpochMs: Date.UTC(2026, 2, 27), toEpochMs: Date.UTC(2026, 3, 2) };
    const zones = { zone: 'Europe/Madrid', grid: new LevelGrid('Europe/Madrid') };
    expect(summary(planHistory(request(0, { window, interval: step(1, 'w'), ...zones })))).toBe('1d→1w');
    expect(planHistory(request(0, { window, interval: step(1, 'd'), ...zones }))).toMatchObject({
      direct: true,
      grid: { dayZone: 'Europe/Madrid' },
    });
  });
});

describe('an interval that the user fixed', () => {
  it.each([
    ['raw', 'raw'],
    ['1m', '1m→1m direct'],
    ['1h', '1h→1h direct'],
  ] as const)('level %s is used, even in a zone with a half-hour offset', (level, expected) => {
    const interval: RequestedInterval = { kind: 'level', level };
    expect(summary(planHistory(request(DAY_MS, { interval, zone: 'Asia/Kolkata' })))).toBe(expected);
  });

  it.each<[string, number, RequestedInterval]>([
    ['rejected 1m: 525600 > 500000', 365 * DAY_MS, { kind: 'level', level: '1m' }],
    ['rejected 5m: 525600 > 500000', 365 * DAY_MS, step(5, 'm')],
    ['rejected 1s: 864000 > 500000', 10 * DAY_MS, step(1, 's')],
    ['1m→1m direct', 347 * DAY_MS, { kind: 'level', level: '1m' }],
  ])('%s, over %d ms', (expected, length, interval) => {
    expect(summary(planHistory(request(length, { interval })))).toBe(expected);
  });

  it('is rejected, instead of switching to UTC steps, if local steps need too many 1m buckets', () => {
    const planRequest = request(365 * DAY_MS, { interval: step(1, 'd'), zone: 'Asia/Kolkata' });
    expect(summary(planHistory(planRequest))).toBe('rejected 1d: 527040 > 500000');
  });

  it('counts raw readings in the finest buckets that fit on one page', () => {
    const level = (length: number) => {
      const plan = planHistory(request(length, { interval: { kind: 'level', level: 'raw' } }));
      return plan.kind === 'raw' && plan.countedBy.level;
    };
    expect([SECOND_MS, 3 * DAY_MS, 4 * DAY_MS, 200 * DAY_MS, 210 * DAY_MS].map(level)).toEqual([
      '1m',
      '1m',
      '1h',
      '1h',
      '1d',
    ]);
  });
});

describe('the whole time range as one step', () => {
  it('is the value that lasted longest only if that is wanted', () => {
    const changes = { interpolation: 'hold' as const, holdMs: HOUR_MS, maxRequests: 200, maxRows: 1000 };
    const asked = { interval: { kind: 'range' } as const, changes };
    expect(summary(planHistory(request(2 * HOUR_MS, { ...asked, ofLongest: true })))).toBe('longest→range');
    expect(summary(planHistory(request(2 * HOUR_MS, asked)))).toBe('range 1h');
  });

  const at = (text: string) => Date.parse(`2026-03-${text}Z`);

  it.each([
    // from, to, core level, then what is replaced by what, coarse ones first
    ['02T00:00:00', '03T00:00:00', 'range 1d'],
    ['02T00:00:00', '02T05:00:00', 'range 1h'],
    ['02T00:10:00', '02T05:00:00', 'range 1m'],
    ['02T00:10:20', '02T05:00:00', 'range 1m 1m:raw'],
    ['02T00:10:20', '02T00:10:40', 'range 1m 1m:raw'],
    ['02T00:10:20', '02T05:00:30', 'range 1m 1m:raw 1m:raw'],
    ['02T10:17:33', '09T10:17:33', 'range 1h 1h:1m 1h:1m 1m:raw 1m:raw'],
    ['02T10:00:00', '12T10:17:00', 'range 1h 1h:1m'],
  ])('%s to %s: %s', (from, to, expected) => {
    const window = { fromEpochMs: at(from), toEpochMs: at(to) };
    const plan = planHistory(request(0, { window, interval: { kind: 'range' } }));
    expect(summary(plan)).toBe(expected);
    expect(plan).toMatchObject({ window });
  });

  it('of a year costs five requests: days, and minutes and readings of the days at its ends', () => {
    const window = { fromEpochMs: MIDNIGHT - 365 * DAY_MS + 4711, toEpochMs: MIDNIGHT + 4711 };
    const plan = planHistory(request(0, { window, interval: { kind: 'range' } }));
    expect(summary(plan)).toBe('range 1d 1d:1m 1d:1m 1m:raw 1m:raw');
    expect(plan).toMatchObject({ core: { expectedRows: 366 } });
    const counter = planHistory(request(0, { window, interval: { kind: 'range' }, withIncrease: true }));
    expect(summary(counter)).toBe('range 1h 1h:1m 1h:1m 1m:raw 1m:raw');
  });

  it('follows the days of the server', () => {
    const window = { fromEpochMs: Date.UTC(2025, 5, 1, 22), toEpochMs: Date.UTC(2026, 5, 1, 18) };
    const plan = planHistory(request(0, { window, interval: { kind: 'range' }, grid: new LevelGrid('Europe/Madrid') }));
    expect(summary(plan)).toBe('range 1d 1d:1h');
    const kolkata = planHistory(
      request(0, { window, interval: { kind: 'range' }, grid: new LevelGrid('Asia/Kolkata') })
    );
    expect(summary(kolkata)).toBe('range 1h');
  });

  it('takes a coarser level if the row limit is low, and is rejected if even days are too many', () => {
    const interval: RequestedInterval = { kind: 'range' };
    expect(summary(planHistory(request(30 * DAY_MS + 1, { interval, maxRows: 100 })))).toBe('range 1d 1d:1m 1m:raw');
    expect(summary(planHistory(request(30 * DAY_MS + 1, { interval, maxRows: 20 })))).toBe('rejected range: 31 > 20');
  });
});

describe.each(['UTC', 'Europe/Madrid', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'each step from a second to a month in %s',
  (zone) => {
    it.each(READABLE_STEPS.map(formatStep))('%s covers the window without gaps and splits no bucket', (text) => {
      const parsed = parseStep(text)!;
      const window = { fromEpochMs: MIDNIGHT + 17, toEpochMs: MIDNIGHT + 17 + 3 * nominalMs(parsed) };
      const interval: RequestedInterval = { kind: 'step', step: parsed };
      const plan = planHistory(request(0, { window, interval, zone, offsetMs: 6 * HOUR_MS }));
      if (plan.kind === 'rejected' || plan.kind === 'range' || plan.edges === undefined) {
        throw new Error(`No steps: ${summary(plan)}`);
      }
      const { edges } = plan;
      expect(edges[0]).toBeLessThanOrEqual(window.fromEpochMs);
      expect(edges[1]).toBeGreaterThan(window.fromEpochMs);
      expect(edges.at(-1)).toBeGreaterThanOrEqual(window.toEpochMs);
      expect(edges.at(-2)).toBeLessThan(window.toEpochMs);
      expect(edges.every((edge, index) => index === 0 || edge > edges[index - 1]!)).toBe(true);
      expect(plan.kind).toBe(nominalMs(parsed) < MINUTE_MS ? 'raw' : 'buckets');
      if (plan.kind === 'buckets') {
        expect(edges.filter((edge) => edge % BUCKET_MS[plan.level] !== 0)).toHaveLength(0);
      }
    });
  }
);

it('widens the window to the edges of its steps', () => {
  const window = { fromEpochMs: MIDNIGHT + 1, toEpochMs: MIDNIGHT + 2 * HOUR_MS + 1 };
  const plan = planHistory(request(0, { window, interval: step(1, 'h') }));
  expect(plan).toMatchObject({ window: { fromEpochMs: MIDNIGHT, toEpochMs: MIDNIGHT + 3 * HOUR_MS }, expectedRows: 3 });
});

it('computes no more edges than a series may have rows, whatever is requested', () => {
  const intervals: RequestedInterval[] = [
    { kind: 'auto' },
    { kind: 'range' },
    ...(['raw', '1m', '1h'] as const).map((level) => ({ kind: 'level', level }) as const),
    step(1, 's'),
    step(7, 'm'),
    step(1, 'd'),
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: -62e12, max: 62e12 }),
      fc.integer({ min: 1, max: 250e12 }),
      fc.constantFrom(1, 1000, 1e9, Infinity),
      fc.constantFrom(...intervals),
      fc.boolean(),
      fc.constantFrom('UTC', 'Asia/Kathmandu'),
      (fromEpochMs, lengthMs, points, interval, withIncrease, zone) => {
        const window = { fromEpochMs, toEpochMs: fromEpochMs + lengthMs };
        const maxRows = 5000;
        const plan = planHistory(request(0, { window, points, interval, withIncrease, zone, maxRows }));
        const edges = plan.kind === 'rejected' || plan.kind === 'range' ? undefined : plan.edges;
        // One more edge than steps, and steps that the ends of the window cut.
        expect(edges?.length ?? 0).toBeLessThanOrEqual(maxRows + 3);
      }
    ),
    cases(300)
  );
});
