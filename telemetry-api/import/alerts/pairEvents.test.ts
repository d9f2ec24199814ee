import fc from 'fast-check';
import { cases } from '../../test/support/fuzz.ts';
import type { AlertEntry } from '../../store/alerts/alerts.ts';
import { type JournalEvent, pairEvents, seriesKey, withStoredTimes } from './journal.ts';

const KINDS = [
  { isActive: true },
  { isActive: false },
  { isAcknowledged: true },
  { isActive: true, isAcknowledged: true },
  { isActive: false, isAcknowledged: true },
];

/** Events of two rules, each at a time of its own. */
const journal = fc
  .array(fc.record({ rule: fc.constantFrom('High', 'Low'), kind: fc.constantFrom(...KINDS) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((events) =>
    events.map(({ rule, kind }, epochMs): JournalEvent => ({
      ...{ tagId: 1, rule, epochMs, id: `${rule} ${epochMs}`, severity: 'info', startValue: 1, peakValue: 1, ...kind },
      row: { line: epochMs, text: '', cells: [] },
    }))
  );

/** What an import of the events leaves in a database, and the lines that it rejects. */
function importInto(stored: Map<string, AlertEntry>, events: readonly JournalEvent[]): number[] {
  const before = new Map<string, AlertEntry>();
  for (const alert of [...stored.values()].sort((one, other) => one.startedMs - other.startedMs)) {
    const first = events.find((event) => seriesKey(event) === seriesKey(alert));
    if (
      first !== undefined &&
      alert.startedMs < Math.min(...events.filter(({ rule }) => rule === first.rule).map(({ epochMs }) => epochMs))
    ) {
      before.set(seriesKey(alert), alert);
    }
  }
  const { alerts, rejected, repeated, joined } = pairEvents(events, before);
  expect(alerts.length + rejected.length + repeated + joined).toBe(events.length);
  alerts.forEach((alert) => stored.set(alert.id, withStoredTimes(alert, stored.get(alert.id))));
  return rejected.map(({ row }) => row.line).sort((one, other) => one - other);
}

const sorted = (stored: Map<string, AlertEntry>) =>
  [...stored.values()].sort((one, other) => one.startedMs - other.startedMs);

test('the same journal again, from its end, or in parts, gives the same alerts and rejects the same rows', () => {
  fc.assert(
    fc.property(journal, fc.nat(), (events, cut) => {
      const whole = new Map<string, AlertEntry>();
      const rejected = importInto(whole, events);
      const first = sorted(whole);
      expect(importInto(whole, events)).toEqual(rejected);
      expect(sorted(whole)).toEqual(first);

      const descending = new Map<string, AlertEntry>();
      expect(importInto(descending, events.toReversed())).toEqual(rejected);
      expect(sorted(descending)).toEqual(first);

      const at = cut % events.length;
      const [early, late] = [events.slice(0, at), events.slice(at)];
      const parts = new Map<string, AlertEntry>();
      expect([...importInto(parts, early), ...importInto(parts, late)]).toEqual(rejected);
      importInto(parts, early);
      importInto(parts, late);
      expect(sorted(parts)).toEqual(first);
    }),
    cases(300)
  );
});

test('an alert ends after it begins, is acknowledged after that, and no two of a rule are open at once', () => {
  fc.assert(
    fc.property(journal, (events) => {
      const stored = new Map<string, AlertEntry>();
      importInto(stored, events);
      for (const rule of ['High', 'Low']) {
        const alerts = sorted(stored).filter((alert) => alert.rule === rule);
        for (const [at, { startedMs, endedMs, acknowledgedMs }] of alerts.entries()) {
          expect(endedMs ?? Infinity).toBeGreaterThan(startedMs);
          expect(acknowledgedMs ?? Infinity).toBeGreaterThanOrEqual(startedMs);
          expect(endedMs ?? Infinity).toBeLessThanOrEqual(alerts[at + 1]?.startedMs ?? Infinity);
        }
      }
    }),
    cases(300)
  );
});
