import { Gauge, type Registry } from 'prom-client';
import type { StartStopwatch, Stopwatch } from '../../stopwatch.ts';
import type { Queryable } from '../../store/database/queryable.ts';
import { isDistributed } from '../../store/database/placement/citus.ts';
import { readStoreMetrics, type StoreMetrics } from '../../store/storeMetrics.ts';

/** The counters of a `pg` pool. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Less than the time limit of a scrape, which is 10 s by default: one database that does not answer must not hide all metrics. */
const TIMEOUT_MS = 4000;
/** Scrapes within this time share one query. */
const CACHE_MAX_AGE_MS = 10_000;
const EXPORT_STATES = ['pending', 'processing', 'ready', 'failed', 'expired'] as const;

/** Metrics that are collected on each scrape: requests in flight, database connections and the size of the database. */
export function collectServiceMetrics(
  registry: Registry,
  sources: {
    readonly db: Queryable;
    readonly pool: PoolUse;
    readonly requestsInFlight: () => number;
    /** Undefined if there is no replica. */
    readonly isReplicaUsed?: () => boolean;
    readonly startStopwatch: StartStopwatch;
  }
): void {
  const { db, pool, requestsInFlight, isReplicaUsed, startStopwatch } = sources;
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('telemetry_http_requests_at_work', 'Requests in flight.', requestsInFlight);
  new Gauge({
    name: 'telemetry_pool_connections',
    help: 'Used and idle database connections, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  let cached: { readonly age: Stopwatch; readonly metrics: Promise<StoreMetrics | undefined> } | undefined;
  const storeMetrics = () => {
    if (cached === undefined || cached.age.elapsedMs() > CACHE_MAX_AGE_MS) {
      cached = { age: startStopwatch(), metrics: orUndefined(readStoreMetrics(db)) };
    }
    return cached.metrics;
  };
  /** A gauge has no value while the database is unreachable: an outdated value would mislead. */
  const storeGauge = (name: string, help: string, value: (of: StoreMetrics) => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const of = await storeMetrics();
        const known = of === undefined ? null : value(of);
        this.remove();
        if (known !== null) {
          this.set(known);
        }
      },
    });
  new Gauge({
    name: 'telemetry_store_up',
    help: 'Whether a database answers: the primary; the replica, if there is one (0 also while it is too far behind); the workers of Citus.',
    labelNames: ['database'],
    registers,
    async collect() {
      const [isDistributedOrUnknown, metrics] = await Promise.all([
        // Only the primary answers it.
        orUndefined(isDistributed(db, 'reading')),
        storeMetrics(),
      ]);
      this.reset();
      this.set({ database: 'primary' }, isDistributedOrUnknown === undefined ? 0 : 1);
      if (isDistributedOrUnknown === true) {
        this.set({ database: 'workers' }, metrics === undefined ? 0 : 1);
      }
      if (isReplicaUsed !== undefined) {
        this.set({ database: 'replica' }, isReplicaUsed() ? 1 : 0);
      }
    },
  });
  storeGauge('telemetry_store_readings', 'Stored raw readings, as estimated by the database.', (of) => of.readings);
  storeGauge('telemetry_store_size_bytes', 'Size of the database.', (of) => of.sizeBytes);
  storeGauge('telemetry_store_newest_reading_timestamp_seconds', 'Time of the newest reading.', (of) =>
    of.newestMs === null ? null : of.newestMs / 1000
  );
  new Gauge({
    name: 'telemetry_exports',
    help: 'Exports by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      const of = await storeMetrics();
      this.reset();
      for (const state of of === undefined ? [] : EXPORT_STATES) {
        this.set({ state }, of?.exports[state] ?? 0);
      }
    },
  });
}

/** Undefined if it fails or takes too long. */
function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    answer.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined).unref()),
  ]);
}
