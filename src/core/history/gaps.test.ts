import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { readingsAt, toRows } from '../../testSupport/toRows';
import { gapThresholdMs, medianDistanceMs } from './gaps';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function everyMs(period: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => index * period);
}

function buckets(instants: readonly number[], n: number) {
  return toRows(instants.map((at) => ({ at, avg: 0, min: 0, max: 0, n })));
}

/** One burst per hour, each of `size` readings one second apart. */
function bursts(size: number, count: number): number[] {
  return everyMs(HOUR, count).flatMap((start) => everyMs(SECOND, size).map((offset) => start + offset));
}

it('half of the steps with several readings are not enough to treat an empty step as a gap', () => {
  const instants = everyMs(HOUR, 30);
  const mixed = toRows(instants.map((at, index) => ({ at, avg: 0, min: 0, max: 0, n: 1 + (index % 2) })));
  expect(gapThresholdMs(mixed, HOUR)).toBeGreaterThan(2 * HOUR);
});

describe('steps that usually hold several readings', () => {
  const hourly = buckets(everyMs(HOUR, 30), 60);

  it('treats one empty step as a gap, but not the distance to the next step', () => {
    const threshold = gapThresholdMs(hourly, HOUR);
    expect(threshold).toBeGreaterThanOrEqual(HOUR);
    expect(threshold).toBeLessThan(2 * HOUR);
  });

  it('treats a missing day next to a 23-hour day as a gap, but not a 25-hour day', () => {
    const threshold = gapThresholdMs(buckets(everyMs(DAY, 30), 1440), 25 * HOUR);
    expect(threshold).toBeGreaterThanOrEqual(25 * HOUR);
    expect(threshold).toBeLessThan(24 * HOUR + 23 * HOUR);
  });
});

describe('readings, and steps shorter than the sampling interval', () => {
  it.each([
    ['a reading every second', readingsAt(everyMs(SECOND, 600)), undefined, 2 * SECOND, 4 * SECOND],
    ['a reading every five minutes in 1m steps', buckets(everyMs(5 * MINUTE, 50), 1), MINUTE, 14 * MINUTE, 16 * MINUTE],
    ['one reading per step', buckets(everyMs(MINUTE, 50), 1), MINUTE, 2 * MINUTE, 4 * MINUTE],
    ['long bursts: the time between them is a gap', readingsAt(bursts(30, 20)), undefined, 2 * SECOND, 4 * SECOND],
    [
      'short bursts: the time between them is the sampling interval',
      readingsAt(bursts(3, 20)),
      undefined,
      HOUR,
      4 * HOUR,
    ],
    ['unknown counts', buckets(everyMs(MINUTE, 50), NaN), MINUTE, 2 * MINUTE, 4 * MINUTE],
  ])('%s', (_, rows, step, atLeast, below) => {
    const threshold = gapThresholdMs(rows, step);
    expect(threshold).toBeGreaterThanOrEqual(atLeast);
    expect(threshold).toBeLessThan(below);
  });

  it('a few long gaps do not change the sampling interval', () => {
    const instants = everyMs(SECOND, 600).filter((at) => at % MINUTE < 55 * SECOND);
    expect(gapThresholdMs(readingsAt(instants), undefined)).toBeLessThan(4 * SECOND);
  });

  it('one long distance out of ten is a gap', () => {
    const instants = [...everyMs(SECOND, 10), HOUR];
    expect(gapThresholdMs(readingsAt(instants), undefined)).toBeLessThan(HOUR);
  });

  it('the threshold is never shorter than a step', () => {
    expect(gapThresholdMs(buckets([0, 1, 2, 3], 1), HOUR)).toBeGreaterThanOrEqual(HOUR);
  });
});

it.each([[[]], [[5]]])('there are no gaps if the sampling interval is unknown: %j', (instants) => {
  expect(gapThresholdMs(readingsAt(instants), undefined)).toBe(Infinity);
});

test('the sampling interval is the 90th percentile of the distances between neighbours', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }), (distances) => {
      const instants = distances.reduce((times, distance) => [...times, times.at(-1)! + distance], [0]);
      const sorted = [...distances].sort((a, b) => a - b);
      const samplingInterval = sorted[Math.ceil(0.9 * sorted.length) - 1]!;
      expect(gapThresholdMs(readingsAt(instants), undefined)).toBeCloseTo(samplingInterval * 3 * 1.001, 9);
    }),
    cases(100)
  );
});

describe('the median distance', () => {
  it.each([
    ['of a tag that reports every five minutes, in steps of a minute', everyMs(5 * MINUTE, 50), 5 * MINUTE],
    ['ignores a few gaps', [...everyMs(MINUTE, 50), 2 * DAY, 3 * DAY], MINUTE],
    ['of one row is unknown', [0], undefined],
  ])('%s', (_, instants, expected) => {
    expect(medianDistanceMs(readingsAt(instants))).toBe(expected);
  });
});
