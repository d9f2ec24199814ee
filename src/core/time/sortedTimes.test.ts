import fc from 'fast-check';
import { firstAfter, firstAtOrAfter } from './sortedTimes';

test('binary search finds the same instants as a linear search', () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 21 }), (list, instant) => {
      const orEnd = (index: number) => (index < 0 ? list.length : index);
      expect(firstAtOrAfter(Float64Array.from(list), instant)).toBe(orEnd(list.findIndex((time) => time >= instant)));
      expect(firstAfter(Float64Array.from(list), instant)).toBe(orEnd(list.findIndex((time) => time > instant)));
    })
  );
});
