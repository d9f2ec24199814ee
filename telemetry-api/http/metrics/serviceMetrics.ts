import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '../../store/database.ts';
import { readStoreFigures, type StoreFigures } from '../../store/storeFigures.ts';

/** As a pool of `pg` tells of itself. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Scrapes that come faster than this share one look into the database. */
const REMEMBER_MS = 10_000;
const EXPORT_STATES = ['pending', 'processing', 'ready', 'failed', 'expired'] as const;

/** What is measured when it is asked for: requests at work, connections to the database, and how much there is in it. */
export function collectServiceMetrics(
  registry: Registry,
  sources: {
    readonly db: Queryable;
    readonly pool: PoolUse;
    readonly requestsInFlight: () => number;
    readonly now: () => number;
  }
): void {
  const { db, pool, requestsInFlight, now } = sources;
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
  gauge('telemetry_http_requests_at_work', 'Requests that are being answered.', requestsInFlight);
  new Gauge({
    name: 'telemetry_pool_connections',
    help: 'Connections to the database that are used and idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  let remembered: { readonly atMs: number; readonly figures: Promise<StoreFigures | undefined> } | undefined;
  const figures = () => {
    if (remembered === undefined || Math.abs(now() - remembered.atMs) > REMEMBER_MS) {
      remembered = { atMs: now(), figures: readStoreFigures(db).catch(() => undefined) };
    }
    return remembered.figures;
  };
  /** A gauge has no value while the database cannot be asked: better none than an old one. */
  const storeGauge = (name: string, help: string, value: (of: StoreFigures) => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const of = await figures();
        const known = of === undefined ? null : value(of);
        this.remove();
        if (known !== null) {
          this.set(known);
        }
      },
    });
  new Gauge({
    name: 'telemetry_store_up',
    help: 'Whether the database answers.',
    registers,
    async collect() {
      this.set((await figures()) === undefined ? 0 : 1);
    },
  });
  storeGauge('telemetry_store_readings', 'Raw readings kept, as estimated by the database.', (of) => of.readings);
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
      const of = await figures();
      this.reset();
      for (const state of of === undefined ? [] : EXPORT_STATES) {
        this.set({ state }, of?.exports[state] ?? 0);
      }
    },
  });
}
