import { NEVER_STOPS, THREE_SHIFTS, WATER_DEMAND } from '../loadPlans.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { siteSignals } from '../siteSignals.ts';
import { keyOf, normal, uniform } from './random.ts';
import { lagged, total } from './responses.ts';
import { type Input, quantise, type Signal, type SignalFunction } from './signal.ts';
import { signalTable } from './signalTable.ts';
import { tankCycle, windows } from './sources.ts';

const startMs = Date.UTC(2026, 9, 1);

/** The declared signal "tested", with the others as its inputs. */
function build(declared: Record<string, Input>, zone = 'UTC'): Signal {
  const scope = { zone, anchorMs: startMs, countersMs: startMs - DAY_MS };
  return signalTable('TST-1', declared, scope)('tested', 'a test');
}

function sample(signal: Signal, fromMs: number, toMs: number, everyMs: number): number[] {
  return Array.from({ length: Math.floor((toMs - fromMs) / everyMs) }, (_, index) => signal(fromMs + index * everyMs));
}

function largestStep(values: readonly number[]): number {
  return Math.max(...values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value))));
}

describe('hash', () => {
  it('is uniform, and normal with mean 0 and standard deviation 1', () => {
    const even = Array.from({ length: 20_000 }, (_, count) => uniform(7, startMs + count * 1000));
    expect(even.filter((value) => value < 0.1).length / even.length).toBeCloseTo(0.1, 2);
    const bells = Array.from({ length: 20_000 }, (_, count) => normal(7, startMs + count * 1000));
    const mean = bells.reduce((sum, value) => sum + value, 0) / bells.length;
    const variance = bells.reduce((sum, value) => sum + (value - mean) ** 2, 0) / bells.length;
    expect(mean).toBeCloseTo(0, 1);
    expect(Math.sqrt(variance)).toBeCloseTo(1, 1);
  });

  it('differs between names', () => {
    expect(new Set(['a', 'b', 'ab', 'ba', 'CMP-101 x', 'CMP-102 x'].map(keyOf)).size).toBe(6);
  });
});

describe('quantise', () => {
  it.each([
    [7.4321, 0.01, 7.43],
    [7.4321, 0.05, 7.45],
    [0.1 + 0.2, 0.1, 0.3],
    [12.4, 5, 10],
    [1234.5, 10, 1230],
    [-0.001, 0.01, 0],
  ])('%d at a resolution of %d shows %d', (value, resolution, shown) => {
    expect(quantise(value, resolution)).toBe(shown);
    expect(Object.is(quantise(value, resolution), -0)).toBe(false);
  });
});

describe('windows', () => {
  const trips = { tested: windows({ everyHours: 3, minutes: [1, 20] }) };

  it('has one event in each slot, entirely inside it', () => {
    const isTripped = build(trips);
    for (let slot = 0; slot < 50; slot += 1) {
      const slotMs = Math.ceil(startMs / (3 * HOUR_MS)) * 3 * HOUR_MS + slot * 3 * HOUR_MS;
      const seconds =
        sample(isTripped, slotMs, slotMs + 3 * HOUR_MS, 10_000).filter((value) => value === 1).length * 10;
      expect(seconds).toBeGreaterThanOrEqual(50);
      expect(seconds).toBeLessThanOrEqual(20 * 60 + 10);
    }
  });

  it('returns the same events in any order of calls', () => {
    const again = build(trips);
    const instants = Array.from({ length: 500 }, (_, index) => startMs + ((index * 7919) % 500) * 17 * MINUTE_MS);
    const forward = new Map(instants.toSorted((a, b) => a - b).map((epochMs) => [epochMs, build(trips)(epochMs)]));
    expect(instants.map(again)).toEqual(instants.map((epochMs) => forward.get(epochMs)));
    expect(new Set(forward.values()).size).toBe(2);
  });
});

describe('lagged', () => {
  const step: SignalFunction = () => (epochMs) =>
    epochMs >= startMs + 6 * HOUR_MS && epochMs < startMs + 12 * HOUR_MS ? 80 : 20;

  it('reaches 63 % of a step after one time constant, 95 % after three, and returns with its other time constant', () => {
    const slow = build({ step, tested: lagged('step', 40, 20) });
    expect(slow(startMs + 6 * HOUR_MS - 5 * MINUTE_MS)).toBeCloseTo(20, 1);
    expect(slow(startMs + 6 * HOUR_MS + 40 * MINUTE_MS)).toBeCloseTo(20 + 60 * 0.632, 0);
    expect(slow(startMs + 8 * HOUR_MS)).toBeCloseTo(20 + 60 * 0.95, 0);
    expect(slow(startMs + 12 * HOUR_MS + 20 * MINUTE_MS)).toBeCloseTo(20 + 60 * 0.368, 0);
  });

  it('is continuous at midnight', () => {
    const warmth = build({
      step: () => (epochMs) => 60 + 20 * Math.sin(epochMs / HOUR_MS),
      tested: lagged('step', 35),
    });
    expect(largestStep(sample(warmth, startMs, startMs + 7 * DAY_MS, MINUTE_MS))).toBeLessThan(1.5);
    const atMidnight = warmth(startMs + DAY_MS) - warmth(startMs + DAY_MS - 1000);
    expect(Math.abs(atMidnight)).toBeLessThan(0.05);
  });
});

describe('total', () => {
  const rate: Signal = (epochMs) => 30 + 20 * Math.sin(epochMs / HOUR_MS);
  const declared = { rate: () => rate, tested: total('rate', 500) };
  const count = build(declared);

  it('never decreases, also across midnight', () => {
    const counts = sample(count, startMs, startMs + 3 * DAY_MS, 7 * MINUTE_MS);
    expect(counts.every((value, index) => index === 0 || value >= (counts[index - 1] ?? 0))).toBe(true);
  });

  it('grows by the integral of its rate', () => {
    const added = sample(rate, startMs, startMs + DAY_MS, MINUTE_MS).reduce((sum, value) => sum + value / 60, 0);
    expect(count(startMs + DAY_MS) - count(startMs)).toBeCloseTo(added, 0);
  });

  it('is constant before its start', () => {
    expect(count(startMs - DAY_MS)).toBe(500);
    expect(count(startMs - 9 * DAY_MS)).toBe(500);
  });

  it('does not depend on which day is computed first', () => {
    const backwards = build(declared);
    expect(backwards(startMs + 5 * DAY_MS)).toBe(count(startMs + 5 * DAY_MS));
    expect(backwards(startMs)).toBe(count(startMs));
  });
});

describe('tankCycle', () => {
  it('stays within its levels without jumps, also between cycles', () => {
    const level = build({
      tested: tankCycle({ everyHours: 5, fillingShare: 0.2, lowest: [10, 25], highest: [80, 95] }),
    });
    const levels = sample(level, startMs, startMs + 3 * DAY_MS, MINUTE_MS);
    expect(Math.min(...levels)).toBeGreaterThan(5);
    expect(Math.max(...levels)).toBeLessThan(100);
    expect(largestStep(levels)).toBeLessThan(2);
  });
});

describe('signalTable', () => {
  it('builds each signal once, and those of the site for all machines', () => {
    let built = 0;
    const load: SignalFunction = () => {
      built += 1;
      return () => built;
    };
    const scope = { zone: 'UTC', anchorMs: startMs, countersMs: startMs };
    const site = signalTable('ZAZ', { load }, scope);
    for (const code of ['CMP-1', 'CMP-2']) {
      expect(signalTable(code, {}, scope, site)('load', `${code} presion`)(startMs)).toBe(1);
    }
  });

  it('has constants', () => {
    expect(build({ tested: lagged(21.5, 5) })(startMs)).toBeCloseTo(21.5, 9);
  });

  it('rejects a name that is not declared', () => {
    expect(() => build({ tested: lagged('laod', 5), load: () => () => 1 })).toThrow(
      'TST-1 tested uses the undeclared signal "laod". TST-1 has: tested, load.'
    );
  });
});

describe('siteSignals', () => {
  const site = { code: 'ZAZ', name: 'Zaragoza', zone: 'Europe/Madrid', plan: THREE_SHIFTS, devices: [] };
  const spain = {
    ...site,
    climate: { mean: 15, season: 9, day: 5, warmestDay: 203 },
    mains: { phaseVolts: 230, hertz: 50 },
  };
  const chile = { ...spain, climate: { mean: 15, season: 7, day: 7, warmestDay: 17 } };
  const meanOf = (signal: Signal, fromMs: number, minutes: number) =>
    sample(signal, fromMs, fromMs + minutes * MINUTE_MS, MINUTE_MS).reduce((sum, value) => sum + value, 0) / minutes;

  it.each([THREE_SHIFTS, NEVER_STOPS, WATER_DEMAND])('plans each hour of the week', ({ week }) => {
    expect(week.map((day) => day.length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
  });

  it.each([
    ['a weekday morning', '2026-10-14T11:00:00+02:00', 0.8, 1.05],
    ['a weekday night', '2026-10-14T02:00:00+02:00', 0.6, 0.8],
    ['the same hour after the clocks went back', '2026-10-28T11:00:00+01:00', 0.8, 1.05],
    ['Sunday', '2026-10-18T16:00:00+02:00', 0.02, 0.15],
  ])('on %s the load follows the shift plan of the site', (_, localIso, least, most) => {
    const { load, ...others } = siteSignals(spain);
    const mean = meanOf(build({ ...others, tested: load! }, spain.zone), Date.parse(localIso), 90);
    expect(mean).toBeGreaterThan(least);
    expect(mean).toBeLessThan(most);
  });

  it('is warmer in the afternoon than before dawn, and in January warmer in Chile than in Spain', () => {
    const month = (declaration: typeof spain, fromIso: string, hourUtc: number) => {
      const { ambient, ...others } = siteSignals(declaration);
      const signal = build({ ...others, tested: ambient! }, declaration.zone);
      const days = Array.from({ length: 30 }, (_, day) =>
        signal(Date.parse(fromIso) + day * DAY_MS + hourUtc * HOUR_MS)
      );
      return days.reduce((sum, celsius) => sum + celsius) / 30;
    };
    expect(month(spain, '2026-07-01T00:00:00Z', 14)).toBeGreaterThan(month(spain, '2026-07-01T00:00:00Z', 3) + 5);
    expect(month({ ...chile, zone: 'America/Santiago' }, '2026-01-01T00:00:00Z', 18)).toBeGreaterThan(
      month(spain, '2026-01-01T00:00:00Z', 14) + 8
    );
  });
});
