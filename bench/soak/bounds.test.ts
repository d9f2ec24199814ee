import { expect, it } from '@jest/globals';
import { isReached } from '../kit/report.ts';
import { browserBounds, heapTrend, simulatedBounds } from './bounds.ts';
import type { BrowserSample } from './browserRun.ts';
import type { SimulatedSample } from './simulatedRun.ts';

const MEBIBYTE = 2 ** 20;

const SIMULATED: SimulatedSample = {
  simulatedMs: 0,
  heapBytes: 40 * MEBIBYTE,
  cacheBytes: MEBIBYTE,
  cachedLists: 9,
  timers: 0,
  listeners: 0,
  requestsInFlight: 0,
  requestsPerRefresh: 100,
  maxRequestsInFlight: 6,
  failedQueries: 0,
  differentPanels: 0,
};

const IN_BROWSER: BrowserSample = {
  refreshes: 0,
  heapBytes: 30 * MEBIBYTE,
  nodes: 1500,
  listeners: 2000,
  documents: 3,
  requestsPerRefresh: 12,
  errors: 0,
};

const LIMITS = { maxCacheBytes: 64 * MEBIBYTE, maxConcurrentRequests: 6 };

/** Eight samples, the last two of which are changed. */
function changedAtTheEnd<Sample>(sample: Sample, change: Partial<Sample>): readonly Sample[] {
  return Array.from({ length: 8 }, (_, index) => (index < 6 ? sample : { ...sample, ...change }));
}

function exceeded(bounds: ReturnType<typeof browserBounds>): readonly string[] {
  return bounds.filter((bound) => isReached(bound) === false).map(({ figure }) => figure);
}

it('a steady run exceeds no bound', () => {
  expect(exceeded(simulatedBounds(changedAtTheEnd(SIMULATED, {}), LIMITS))).toEqual([]);
  expect(exceeded(browserBounds(changedAtTheEnd(IN_BROWSER, {})))).toEqual([]);
});

it.each<[Partial<SimulatedSample>, string]>([
  [{ heapBytes: 43 * MEBIBYTE }, 'heap growth, bytes'],
  [{ cacheBytes: 65 * MEBIBYTE }, 'cache, bytes'],
  [{ cachedLists: 11 }, 'cached lists'],
  [{ timers: 1 }, 'timers left'],
  [{ listeners: 1 }, 'listeners left'],
  [{ requestsInFlight: 1 }, 'requests left'],
  [{ requestsPerRefresh: 111 }, 'requests per refresh, growth'],
  [{ maxRequestsInFlight: 7 }, 'requests in flight, at most'],
  [{ failedQueries: 1 }, 'failed queries'],
  [{ differentPanels: 1 }, 'panels that differ from those without cache'],
])('a simulated run that ends with %j exceeds a bound', (change, figure) => {
  expect(exceeded(simulatedBounds(changedAtTheEnd(SIMULATED, change), LIMITS))).toEqual([figure]);
});

it.each<[Partial<BrowserSample>, string]>([
  [{ heapBytes: 33 * MEBIBYTE }, 'browser: heap growth, bytes'],
  [{ nodes: 1600 }, 'browser: DOM nodes, growth'],
  [{ listeners: 2200 }, 'browser: listeners, growth'],
  [{ documents: 4 }, 'browser: documents, growth'],
  [{ requestsPerRefresh: 13 }, 'browser: requests per refresh, growth'],
  [{ errors: 1 }, 'browser: errors'],
])('a run in the browser that ends with %j exceeds a bound', (change, figure) => {
  expect(exceeded(browserBounds(changedAtTheEnd(IN_BROWSER, change)))).toEqual([figure]);
});

it('growth while a run warms up, in its first quarter, is allowed', () => {
  const cold = { ...SIMULATED, heapBytes: MEBIBYTE, requestsPerRefresh: 1 };
  const samples = Array.from({ length: 8 }, (_, index) => (index < 2 ? cold : SIMULATED));
  expect(exceeded(simulatedBounds(samples, LIMITS))).toEqual([]);
  expect(heapTrend(samples)).toBe('heap 40.0 MiB -> 40.0 MiB');
});

it('a value that was not measured exceeds its bound', () => {
  expect(exceeded(browserBounds(changedAtTheEnd(IN_BROWSER, { nodes: NaN })))).toEqual(['browser: DOM nodes, growth']);
});
