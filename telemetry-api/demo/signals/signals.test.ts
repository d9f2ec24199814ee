import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { normal, uniform, keyOf } from './hash.ts';
import { lag } from './lag.ts';
import { productionLoad, threeShifts } from './productionLoad.ts';
import { quantise, type Signal } from './signal.ts';
import { tankCycle } from './tankCycle.ts';
import { timetable } from './timetable.ts';
import { totalizer } from './totalizer.ts';
import { ambientTemperature } from './weather.ts';

const startMs = Date.UTC(2026, 9, 1);

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

describe('timetable', () => {
  const trips = timetable('trips', { everyMs: 3 * HOUR_MS, shortestMs: MINUTE_MS, longestMs: 20 * MINUTE_MS });

  it('has one event in each slot, entirely inside it', () => {
    for (let slot = 0; slot < 50; slot += 1) {
      const slotMs = Math.ceil(startMs / (3 * HOUR_MS)) * 3 * HOUR_MS + slot * 3 * HOUR_MS;
      const inside = sample((epochMs) => (trips.at(epochMs) ? 1 : 0), slotMs, slotMs + 3 * HOUR_MS, 10_000);
      const seconds = inside.filter((value) => value === 1).length * 10;
      expect(seconds).toBeGreaterThanOrEqual(50);
      expect(seconds).toBeLessThanOrEqual(20 * 60 + 10);
    }
  });

  it('returns the same events in any order of calls', () => {
    const again = timetable('trips', { everyMs: 3 * HOUR_MS, shortestMs: MINUTE_MS, longestMs: 20 * MINUTE_MS });
    const instants = Array.from({ length: 500 }, (_, index) => startMs + ((index * 7919) % 500) * 17 * MINUTE_MS);
    const forward = new Map([...instants].sort((a, b) => a - b).map((epochMs) => [epochMs, trips.at(epochMs)]));
    for (const epochMs of instants) {
      expect(again.at(epochMs)).toEqual(forward.get(epochMs));
      expect(again.latest(epochMs)?.startMs).toBeLessThanOrEqual(epochMs);
    }
  });
});

describe('lag', () => {
  const step: Signal = (epochMs) => (epochMs < startMs + 6 * HOUR_MS ? 20 : 80);

  it('reaches 63 % of a step after one time constant, 95 % after three', () => {
    const slow = lag(step, 40 * MINUTE_MS);
    expect(slow(startMs + 6 * HOUR_MS - 5 * MINUTE_MS)).toBeCloseTo(20, 1);
    expect(slow(startMs + 6 * HOUR_MS + 40 * MINUTE_MS)).toBeCloseTo(20 + 60 * 0.632, 0);
    expect(slow(startMs + 8 * HOUR_MS)).toBeCloseTo(20 + 60 * 0.95, 0);
  });

  it('is continuous at midnight', () => {
    const load = productionLoad('test', 'Europe/Madrid', threeShifts);
    const warmth = lag((epochMs) => 40 + 40 * load(epochMs), 35 * MINUTE_MS);
    const acrossMidnights = sample(warmth, startMs, startMs + 7 * DAY_MS, MINUTE_MS);
    expect(largestStep(acrossMidnights)).toBeLessThan(1.5);
    const atMidnight = warmth(startMs + DAY_MS) - warmth(startMs + DAY_MS - 1000);
    expect(Math.abs(atMidnight)).toBeLessThan(0.05);
  });
});

describe('totalizer', () => {
  const rate: Signal = (epochMs) => 30 + 20 * Math.sin(epochMs / HOUR_MS);
  const count = totalizer(rate, startMs - DAY_MS, 500);

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
    const backwards = totalizer(rate, startMs - DAY_MS, 500);
    expect(backwards(startMs + 5 * DAY_MS)).toBe(count(startMs + 5 * DAY_MS));
    expect(backwards(startMs)).toBe(count(startMs));
  });
});

describe('tankCycle', () => {
  it('stays within its levels without jumps, also between cycles', () => {
    const level = tankCycle('tank', { everyMs: 5 * HOUR_MS, fillingShare: 0.2, lowest: [10, 25], highest: [80, 95] });
    const levels = sample(level, startMs, startMs + 3 * DAY_MS, MINUTE_MS);
    expect(Math.min(...levels)).toBeGreaterThan(5);
    expect(Math.max(...levels)).toBeLessThan(100);
    expect(largestStep(levels)).toBeLessThan(2);
  });
});

describe('productionLoad', () => {
  const load = productionLoad('test', 'Europe/Madrid', threeShifts);
  const meanAt = (localIso: string) => {
    const atMs = Date.parse(localIso);
    const values = sample(load, atMs, atMs + 90 * MINUTE_MS, MINUTE_MS);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };

  it.each([
    ['a weekday morning', '2026-10-14T11:00:00+02:00', 0.8, 1.05],
    ['a weekday night', '2026-10-14T02:00:00+02:00', 0.6, 0.8],
    ['the same hour after the clocks went back', '2026-10-28T11:00:00+01:00', 0.8, 1.05],
    ['Sunday', '2026-10-18T16:00:00+02:00', 0.02, 0.15],
  ])('on %s it follows the shift plan of the site', (_, localIso, least, most) => {
    expect(meanAt(localIso)).toBeGreaterThan(least);
    expect(meanAt(localIso)).toBeLessThan(most);
  });
});

describe('ambientTemperature', () => {
  it('is warmer in the afternoon than before dawn, and in January warmer in Chile than in Spain', () => {
    const spain = ambientTemperature('s', 'Europe/Madrid', { mean: 15, season: 9, day: 5, warmestDay: 203 });
    const chile = ambientTemperature('c', 'America/Santiago', { mean: 15, season: 7, day: 7, warmestDay: 17 });
    const month = (signal: Signal, fromIso: string, hourUtc: number) =>
      Array.from({ length: 30 }, (_, day) => signal(Date.parse(fromIso) + day * DAY_MS + hourUtc * HOUR_MS)).reduce(
        (a, b) => a + b
      ) / 30;
    expect(month(spain, '2026-07-01T00:00:00Z', 14)).toBeGreaterThan(month(spain, '2026-07-01T00:00:00Z', 3) + 5);
    expect(month(chile, '2026-01-01T00:00:00Z', 18)).toBeGreaterThan(month(spain, '2026-01-01T00:00:00Z', 14) + 8);
  });
});
