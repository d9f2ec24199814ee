import type { Kind, PlannedRequest } from './plannedRequest.ts';

/** What the process of the clients does. */
export interface LoadJob {
  readonly port: number;
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
