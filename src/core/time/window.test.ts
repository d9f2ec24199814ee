import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { firstAfter, firstAtOrAfter, subtractWindows, type TimeWindow } from './window';

const window = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }))
  .map(([from, length]): TimeWindow => ({ fromEpochMs: from, toEpochMs: from + length }));

const contains = ({ fromEpochMs, toEpochMs }: TimeWindow, instant: number) =>
  fromEpochMs <= instant && instant < toEpochMs;

test('subtracting windows leaves exactly the instants that none of them covers, in ascending parts that do not touch', () => {
  fc.assert(
    fc.property(window, fc.array(window, { maxLength: 6 }), (whole, covered) => {
      const left = subtractWindows(whole, covered);
      for (let instant = -1; instant <= 61; instant++) {
        const isLeft = contains(whole, instant) && !covered.some((part) => contains(part, instant));
        expect(left.filter((part) => contains(part, instant))).toHaveLength(isLeft ? 1 : 0);
      }
      left.forEach((part, index) => {
        expect(part.fromEpochMs).toBeLessThan(part.toEpochMs);
        expect(part.fromEpochMs).toBeGreaterThan(left[index - 1]?.toEpochMs ?? -Infinity);
      });
    }),
    cases(100)
  );
});

test('binary search finds the same instants as a linear search', () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 21 }), (list, instant) => {
      const orEnd = (index: number) => (index < 0 ? list.length : index);
      expect(firstAtOrAfter(Float64Array.from(list), instant)).toBe(orEnd(list.findIndex((time) => time >= instant)));
      expect(firstAfter(Float64Array.from(list), instant)).toBe(orEnd(list.findIndex((time) => time > instant)));
    }),
    cases(100)
  );
});
