import { PERMISSIONS, type Permission } from '../../../store/keys/keys.ts';
import { SITES } from '../historicalPlant.ts';

/** The kinds of requests, with their share of all requests of a client, in percent. */
export const KINDS = {
  raw: 22,
  '1m': 18,
  '1h': 16,
  '1d': 10,
  latest: 10,
  devices: 5,
  alerts: 7,
  exports: 2,
  live: 5,
  invalid: 5,
} as const;
export type Kind = keyof typeof KINDS;

/** A request of which the whole answer is known, except for readings that are being imported. */
export interface PlannedRequest {
  readonly kind: Kind;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  /** `codigo` of an expected error. */
  readonly code?: string;
  /** ETag and SHA-1 of the body. */
  readonly etag?: string;
  readonly sha1?: string;
  /** The tag whose readings are being imported: the rows of the answer follow from their times. */
  readonly liveTagId?: number;
}

/** What a key may read. */
export interface KeyClass {
  readonly permissions: readonly Permission[];
  /** null: all sites */
  readonly siteCodes: readonly string[] | null;
}

/** The only class that sees the device whose readings are imported. */
export const ALL: KeyClass = { permissions: PERMISSIONS, siteCodes: null };

/** Keys are created in turn of each class. */
export const KEY_CLASSES: readonly KeyClass[] = [
  { permissions: PERMISSIONS, siteCodes: [SITES[0]] },
  { permissions: ['lecturas:leer', 'dispositivos:leer'], siteCodes: [SITES[1]] },
  ALL,
];

/** What the process of the clients does. */
export interface LoadJob {
  /** Of the service, for example http://127.0.0.1:8310 */
  readonly address: string;
  readonly seed: string;
  readonly keys: readonly LoadKey[];
  /** The requests of each class of keys. */
  readonly requests: ReadonlyArray<readonly PlannedRequest[]>;
  /** API_MAX_CONCURRENT_PER_KEY */
  readonly maxConcurrentPerKey: number;
}

export interface LoadKey {
  readonly secret: string;
  /** Index in `requests`. */
  readonly keyClass: number;
  readonly connections: number;
  /** After a rejection, it waits this time instead of what the service says. */
  readonly impatientMs?: number;
}

/** Messages to the process after its job. */
export type LoadSignal = 'recovered' | 'stop';

/** What the clients received. */
export interface LoadResult {
  readonly seconds: number;
  readonly latencies: readonly KindLatency[];
  /** Answers by status, with the code of rejections. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers to each key that were no rejections, since all connections were answered for the first time and since the restart. */
  readonly answered: readonly number[];
  readonly answeredAfterRestart: readonly number[];
  /** What was wrong with an answer or a connection, and how often. */
  readonly wrong: Readonly<Record<string, number>>;
  /** When requests were sent and answered that got a 503 because of the database, by the system's clock. */
  readonly unreachable: ReadonlyArray<{ readonly sentMs: number; readonly receivedMs: number }>;
  /** Clients whose last request was still rejected after the load had ended, though they waited. */
  readonly neverAdmitted: number;
}

/** Of answers that were no rejections. */
export interface KindLatency {
  readonly kind: Kind;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}
