import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { testAlert } from '../../testSupport/testAlert';
import { type Alert, compareSeverity } from './alert';
import { severityTimeline } from './severityTimeline';

const WINDOW = { fromEpochMs: 0, toEpochMs: 100 };

it.each<[string, Alert[], Array<[number, string | undefined]>]>([
  ['no alerts', [], [[0, undefined]]],
  ['an alert that ends when it starts', [testAlert('info', 10, 10)], [[0, undefined]]],
  [
    'a severe alert during another',
    [testAlert('advertencia', 10, 60), testAlert('critica', 20, 30)],
    [
      [0, undefined],
      [10, 'advertencia'],
      [20, 'critica'],
      [30, 'advertencia'],
      [60, undefined],
    ],
  ],
  [
    'one after the other',
    [testAlert('critica', 10, 20), testAlert('critica', 20, 30)],
    [
      [0, undefined],
      [10, 'critica'],
      [30, undefined],
    ],
  ],
  [
    'words that mean the same',
    [testAlert('crítica', 10, 40), testAlert('critica', 20, 30)],
    [
      [0, undefined],
      [10, 'crítica'],
      [20, 'critica'],
      [30, 'crítica'],
      [40, undefined],
    ],
  ],
  [
    'a word that only the server knows',
    [testAlert('roja', 10, 60), testAlert('info', 20, 30), testAlert('', 50, 70), testAlert('__proto__', 90, 95)],
    [
      [0, undefined],
      [10, 'roja'],
      [20, 'info'],
      [30, 'roja'],
      [50, ''],
      [70, undefined],
      [90, '__proto__'],
      [95, undefined],
    ],
  ],
])('the highest severity of %s', (_, alerts, expected) => {
  const timeline = severityTimeline(alerts, WINDOW, 80);
  expect(timeline.map(({ atEpochMs, severity }) => [atEpochMs, severity])).toEqual(expected);
});

it('has at every instant the severity of the most severe alert that is open then', () => {
  const instant = fc.integer({ min: -10, max: 110 });
  const alerts = fc.array(
    fc
      .tuple(fc.constantFrom('critica', 'warning', 'info', 'roja', ''), instant, fc.option(instant, { nil: undefined }))
      .map((fields) => testAlert(...fields))
  );
  fc.assert(
    fc.property(alerts, instant, (list, now) => {
      const latestFirst = severityTimeline(list, WINDOW, now).reverse();
      for (let at = WINDOW.fromEpochMs; at < WINDOW.toEpochMs; at++) {
        const open = list.filter((one) => one.startEpochMs <= at && at < (one.endEpochMs ?? now));
        const [highest] = open.sort((a, b) => compareSeverity(a, b) || (a.severity < b.severity ? -1 : 1));
        expect(latestFirst.find(({ atEpochMs }) => atEpochMs <= at)?.severity).toBe(highest?.severity);
      }
    }),
    cases(100)
  );
});
