import type { ApiRequest } from '../../core/api/transport';
import type { EpochMs } from '../../core/time/window';

/** How a test server handles whatever the specification leaves open, and which errors of a faulty server it imitates. */
export interface ServerBehavior {
  /** `newestPageFirst`: rows ascend within a page, but the pages run from the end of the window to its start. */
  readonly order: 'ascending' | 'descending' | 'newestPageFirst' | 'shuffled';
  /** The server's maximum page size, which applies even if `limite` is larger. */
  readonly maxPageRows: number;
  /** Ignores `limite` and sends all rows on one page. */
  readonly ignoresLimit: boolean;
  /** The number of empty pages, each with a cursor, before each page. */
  readonly emptyPages: number;
  /** The index of a page whose next cursor points to the same page. */
  readonly repeatsCursorOfPage: number | undefined;
  /** Every page has a new cursor, so the list never ends. */
  readonly neverEnds: boolean;
  /** Each page begins with this many rows of the previous page. */
  readonly overlapRows: number;
  /** Adds the last row before the window and the first row at or after its end. */
  readonly sendsRowsOutsideWindow: boolean;
  readonly emptyBuckets: 'absent' | 'zero';
  /** Readings before this time have been deleted; their buckets have not. */
  readonly retentionCutoffEpochMs: EpochMs;
  readonly counts: 'exact' | 'absent';
  /** Selects the buckets that are sent with `null` instead of numbers. */
  readonly isUnusableBucket: (bucketStartEpochMs: EpochMs) => boolean;
  /** How the last page represents the missing cursor. */
  readonly lastCursor: 'null' | 'absent';
  readonly formatTime: (epochMs: EpochMs) => string;
  /** The time zone of the `1d` buckets. */
  readonly dayBucketZone: string;
  /** Whether `desde` and `hasta` select alerts that opened in the window, or all alerts that overlap it. */
  readonly selectsAlertsBy: 'opening' | 'overlap';
  /** How the times of an alert or a device that are not set are represented. */
  readonly unsetTimes: 'null' | 'absent';
  /** The delay of each response; requests are numbered from 1 in order of arrival. */
  readonly delayMs: (number: number) => number;
  /** Replaces the response to a request; undefined responds normally. */
  readonly intercept: (request: ApiRequest, number: number) => Interception | undefined;
}

export type Interception =
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown; readonly retryAfter?: string }
  | { readonly kind: 'body'; readonly body: unknown }
  | { readonly kind: 'hang' }
  | { readonly kind: 'connectionLost' };

/** The timestamp formats of different servers. */
export const TIME_FORMATS = {
  utc: (epochMs: EpochMs) => new Date(epochMs).toISOString(),
  twoHoursEast: (epochMs: EpochMs) => new Date(epochMs + 2 * 3_600_000).toISOString().replace('Z', '+02:00'),
  /** Six decimal places, the last three from the fraction of a millisecond. */
  microseconds: (epochMs: EpochMs) => {
    const micros = Math.round((epochMs - Math.floor(epochMs)) * 1000);
    return new Date(Math.floor(epochMs)).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
  },
} as const;

/** Behaves like the service in this repository. */
export const DEFAULT_BEHAVIOR: ServerBehavior = {
  order: 'ascending',
  maxPageRows: Infinity,
  ignoresLimit: false,
  emptyPages: 0,
  repeatsCursorOfPage: undefined,
  neverEnds: false,
  overlapRows: 0,
  sendsRowsOutsideWindow: false,
  emptyBuckets: 'absent',
  retentionCutoffEpochMs: -Infinity,
  counts: 'exact',
  isUnusableBucket: () => false,
  lastCursor: 'null',
  formatTime: TIME_FORMATS.utc,
  dayBucketZone: 'UTC',
  selectsAlertsBy: 'opening',
  unsetTimes: 'null',
  delayMs: () => 0,
  intercept: () => undefined,
};
