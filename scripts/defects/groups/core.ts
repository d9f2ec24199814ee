import type { Defect } from '../defect.ts';

/** In src/core. */
export const CORE: readonly Defect[] = [
  {
    id: 'counter-reset-adds-nothing',
    file: 'src/core/history/series/increase/course.ts',
    find: "{ kind: 'restart', gain: value }",
    replace: "{ kind: 'restart', gain: 0 }",
    effect: 'What a meter counted between its restart and the next reading is in no total.',
  },
  {
    id: 'edges-are-cached-without-offset',
    file: 'src/core/time/stepEdges.ts',
    find: 'step.count, step.unit, offsetMs, zone]',
    replace: 'step.count, step.unit, zone]',
    effect: 'Of two queries of a panel, one by days and one by days from 06:00, both have the days of the first.',
  },
  {
    id: 'cancelled-wait-keeps-its-slot',
    file: 'src/core/concurrency/concurrencyLimit.ts',
    find: '        dequeue(group, start);\n        reject',
    replace: '        reject',
    effect: 'Each panel that is left while it waits takes a slot for ever, until no panel loads.',
  },
  {
    id: 'first-who-leaves-cancels-for-all',
    file: 'src/core/concurrency/requestDeduper.ts',
    find: 'if (request.waiting === 0 && inFlight',
    replace: 'if (inFlight',
    effect: 'When one of two panels of the same tag is closed, the other one shows an error.',
  },
  {
    id: 'retry-after-in-ms',
    file: 'src/core/api/errorResponse.ts',
    find: 'return Number(text) * 1000;',
    replace: 'return Number(text);',
    effect: 'An overloaded server that asks for 10 s of quiet is asked again at once.',
  },
  {
    id: 'alert-of-next-window',
    file: 'src/core/alerts/alert.ts',
    find: 'alert.startEpochMs < window.toEpochMs &&',
    replace: 'alert.startEpochMs <= window.toEpochMs &&',
    effect: 'An alert that begins at midnight is counted in both days.',
  },
  {
    id: 'late-readings-never-seen',
    file: 'src/core/history/fetch/coverageCache.ts',
    find: 'Math.floor(asOfEpochMs - this.limits.lateArrivalMs)',
    replace: 'Math.floor(asOfEpochMs)',
    effect: 'Readings that arrive some seconds late are missing until the cache expires.',
  },
  {
    id: 'gateway-counts-as-answer',
    file: 'src/core/api/responseMonitor.ts',
    find: 'new Set([502, 504])',
    replace: 'new Set([502])',
    effect: 'Behind a proxy, a silent API is never called silent.',
  },
  {
    id: 'name-with-star-is-a-pattern',
    file: 'src/core/inventory/textPattern.ts',
    find: '(value === EVERYTHING || !names.has(value))',
    replace: '(value === EVERYTHING || names.size >= 0)',
    effect: 'A device that is called "P*1" brings P11 and P21 with it.',
  },
  {
    id: 'between-leaves-out-its-limits',
    file: 'src/core/history/signal/condition.ts',
    find: "case 'between':\n      return { ...INSIDE, low, high };",
    replace: "case 'between':\n      return { ...INSIDE, low, high, includesHigh: false };",
    effect: 'A value that is exactly at the upper limit ends the period.',
  },
];
