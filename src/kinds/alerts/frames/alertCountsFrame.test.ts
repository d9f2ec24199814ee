import fc from 'fast-check';
import { cases } from '../../../testSupport/fuzz';
import type { Alert } from '../../../core/alerts/alert';
import { testAlert } from '../../../testSupport/testAlert';
import { countAlerts } from './alertCountsFrame';

const EDGES = new Float64Array([0, 10, 20, 30]);
const BY_SEVERITY = { nowEpochMs: 25, chooseGroup: ({ severity }: Alert) => severity };

it.each<[string, number, number | undefined, number[] | undefined]>([
  ['covers all steps', -50, 99, [1, 1, 1]],
  ['ends when it begins', 10, 10, [0, 1, 0]],
  ['ends when the first step begins', -50, 0, undefined],
  ['ends before it begins', 12, 3, [0, 1, 0]],
])('counts an alert that %s', (_, start, end, expected) => {
  expect(countAlerts([testAlert('a', start, end)], EDGES, BY_SEVERITY).get('a')).toEqual(expected);
});

it('counts nothing without steps', () => {
  expect(countAlerts([testAlert('a', 0, 5)], new Float64Array(), BY_SEVERITY)).toEqual(new Map());
});

it('counts like checking for each step and alert whether any instant is in both', () => {
  const instant = fc.integer({ min: -5, max: 45 });
  const alerts = fc.array(
    fc
      .record({
        severity: fc.constantFrom('a', 'b', '__proto__'),
        start: instant,
        lastsMs: fc.nat(30),
        isOpen: fc.boolean(),
      })
      .map(({ severity, start, lastsMs, isOpen }) => testAlert(severity, start, isOpen ? undefined : start + lastsMs))
  );
  const edges = fc.uniqueArray(instant, { minLength: 2, maxLength: 8 }).map((list) => Float64Array.from(list).sort());
  fc.assert(
    fc.property(alerts, edges, instant, (list, sorted, nowEpochMs) => {
      const counts = countAlerts(list, sorted, { ...BY_SEVERITY, nowEpochMs });
      for (const severity of ['a', 'b', '__proto__']) {
        const expected = Array.from(sorted.subarray(1), (to, step) => {
          const instants = Array.from({ length: to - sorted[step]! }, (__, index) => sorted[step]! + index);
          const isActive = ({ startEpochMs, endEpochMs = nowEpochMs }: Alert, at: number) =>
            at === startEpochMs || (startEpochMs <= at && at < endEpochMs);
          return list.filter((each) => each.severity === severity && instants.some((at) => isActive(each, at))).length;
        });
        expect(counts.get(severity) ?? expected.map(() => 0)).toEqual(expected);
      }
    }),
    cases(100)
  );
});
