import type { Measured, Table } from '../kit/figure.ts';
import { median } from '../kit/median.ts';
import type { BrowserSample } from './browserRun.ts';
import { DASHBOARDS } from './dashboards.ts';
import type { SimulatedSample } from './simulatedRun.ts';

/** Allows for late compilation and table growth. In half a day, a leak of three bytes per query would exceed it. */
const MAX_HEAP_GROWTH_BYTES = 2 * 2 ** 20;
const MAX_GROWTH = 1.05;
/** The cache expires as a whole once in a while, which need not happen equally often in two quarters. */
const MAX_REQUEST_GROWTH = 1.1;
/** One list of alerts for each time range, one of open alerts, and one of latest values. */
const MAX_CACHED_LISTS = DASHBOARDS + 2;

/** Of the data source. */
interface Limits {
  readonly maxCacheBytes: number;
  readonly maxConcurrentRequests: number;
}

/** What a simulated run must not exceed. */
export function simulatedBounds(samples: readonly SimulatedSample[], limits: Limits): readonly Measured[] {
  const highest = (property: keyof SimulatedSample) => Math.max(...samples.map((sample) => sample[property]));
  const zero = (figure: string, property: keyof SimulatedSample) => bound(figure, highest(property), 0);
  const heap = quarters(samples, 'heapBytes');
  const requests = quarters(samples, 'requestsPerRefresh');
  return [
    bound('heap growth, bytes', heap.last - heap.second, MAX_HEAP_GROWTH_BYTES),
    bound('requests per refresh, growth', requests.last / requests.second, MAX_REQUEST_GROWTH),
    bound('requests in flight, at most', highest('maxRequestsInFlight'), limits.maxConcurrentRequests),
    bound('cache, bytes', highest('cacheBytes'), limits.maxCacheBytes),
    bound('cached lists', highest('cachedLists'), MAX_CACHED_LISTS),
    zero('timers left', 'timers'),
    zero('listeners left', 'listeners'),
    zero('requests left', 'requestsInFlight'),
    zero('failed queries', 'failedQueries'),
    zero('panels that differ from those without cache', 'differentPanels'),
  ];
}

/** What a run in the browser must not exceed. */
export function browserBounds(samples: readonly BrowserSample[]): readonly Measured[] {
  const growth = (figure: string, property: keyof BrowserSample) => {
    const { second, last } = quarters(samples, property);
    return bound(`browser: ${figure}, growth`, last / second, MAX_GROWTH);
  };
  const heap = quarters(samples, 'heapBytes');
  return [
    bound('browser: heap growth, bytes', heap.last - heap.second, MAX_HEAP_GROWTH_BYTES),
    growth('DOM nodes', 'nodes'),
    growth('listeners', 'listeners'),
    growth('documents', 'documents'),
    growth('requests per refresh', 'requestsPerRefresh'),
    bound('browser: errors', Math.max(...samples.map(({ errors }) => errors)), 0),
  ];
}

export function simulatedTable(samples: readonly SimulatedSample[]): Table {
  return {
    columns: ['Hours', 'Heap', 'Cache', 'Lists', 'Timers', 'Listeners', 'Requests/refresh', 'Failed', 'Different'],
    rows: samples.map((sample) => [
      (sample.simulatedMs / 3_600_000).toFixed(2),
      megabytes(sample.heapBytes),
      megabytes(sample.cacheBytes),
      ...[sample.cachedLists, sample.timers, sample.listeners].map(String),
      sample.requestsPerRefresh.toFixed(1),
      ...[sample.failedQueries, sample.differentPanels].map(String),
    ]),
  };
}

export function browserTable(samples: readonly BrowserSample[]): Table {
  return {
    columns: ['Refreshes', 'Heap', 'DOM nodes', 'Listeners', 'Documents', 'Requests/refresh', 'Errors'],
    rows: samples.map((sample) => [
      String(sample.refreshes),
      megabytes(sample.heapBytes),
      ...[sample.nodes, sample.listeners, sample.documents].map(String),
      sample.requestsPerRefresh.toFixed(1),
      String(sample.errors),
    ]),
  };
}

/** From the median of the second quarter, when everything is warm, to that of the last. */
export function heapTrend(samples: ReadonlyArray<{ readonly heapBytes: number }>): string {
  const { second, last } = quarters(samples, 'heapBytes');
  return `heap ${megabytes(second)} -> ${megabytes(last)}`;
}

/** Medians of a property in the second and the last quarter of a run. */
function quarters<Property extends string>(
  samples: ReadonlyArray<Readonly<Record<Property, number>>>,
  property: Property
): { readonly second: number; readonly last: number } {
  const quarter = (index: number) =>
    median(
      samples
        .slice(Math.floor((index * samples.length) / 4), Math.floor(((index + 1) * samples.length) / 4))
        .map((sample) => sample[property])
    );
  return { second: quarter(1), last: quarter(3) };
}

function bound(figure: string, value: number, limit: number): Measured {
  return { figure, value, limit, better: 'lower', detail: '' };
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
