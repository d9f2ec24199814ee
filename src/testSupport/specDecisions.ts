import type { ApiRequest } from '../core/api/transport';
import type { EpochMs } from '../core/time/window';

/** Everything that the specification leaves open, or that a bad server does wrong, as choices of the test server. */
export interface SpecDecisions {
  /** `newestPageFirst`: each page ascends, but the last page of the window comes first. */
  readonly order: 'ascending' | 'descending' | 'newestPageFirst' | 'shuffled';
  /** The server's own largest page, below which `limite` has no say. */
  readonly maxPageRows: number;
  /** Sends more rows than `limite` asks for: all there are. */
  readonly ignoresLimit: boolean;
  /** How many empty pages with a cursor come before each page. */
  readonly emptyPages: number;
  /** The page after which its own cursor comes again; undefined: never. */
  readonly repeatsCursorOfPage: number | undefined;
  /** Every page has another cursor, and there is always a next one. */
  readonly neverEnds: boolean;
  /** Each page begins with this many rows of the one before it. */
  readonly overlapRows: number;
  /** Adds the nearest row before the window and the one at or after its end. */
  readonly rowsOutside: boolean;
  readonly emptyBuckets: 'absent' | 'zero';
  /** Readings before this are not kept any more; their buckets are. */
  readonly keepsReadingsFromEpochMs: EpochMs;
  readonly counts: 'exact' | 'absent';
  /** Which buckets are sent with `null` in place of their numbers. */
  readonly isUnusable: (bucketStartEpochMs: EpochMs) => boolean;
  /** How a list says that there are no more pages. */
  readonly end: 'null' | 'absent';
  readonly writeTime: (epochMs: EpochMs) => string;
  /** The zone whose days the `1d` buckets are. */
  readonly dayZone: string;
  readonly alertsBy: 'opening' | 'overlap';
  /** How a time that was not reached is written. */
  readonly unreached: 'null' | 'absent';
  /** How long the answer to a request takes; requests are numbered from 1 in the order of their arrival. */
  readonly delayMs: (number: number) => number;
  /** What happens to a request in place of its answer. */
  readonly disturb: (request: ApiRequest, number: number) => Disturbance | undefined;
}

export type Disturbance =
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown; readonly retryAfter?: string }
  | { readonly kind: 'body'; readonly body: unknown }
  | { readonly kind: 'hang' }
  | { readonly kind: 'connectionLost' };

/** Writes an instant as one server or another would. */
export const WRITTEN_TIME = {
  utc: (epochMs: EpochMs) => new Date(epochMs).toISOString(),
  twoHoursEast: (epochMs: EpochMs) => new Date(epochMs + 2 * 3_600_000).toISOString().replace('Z', '+02:00'),
  /** Six digits, the last three from the fraction of the millisecond. */
  microseconds: (epochMs: EpochMs) => {
    const micros = Math.round((epochMs - Math.floor(epochMs)) * 1000);
    return new Date(Math.floor(epochMs)).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
  },
} as const;

/** A plain server that does what ours does. */
export const PLAIN_DECISIONS: SpecDecisions = {
  order: 'ascending',
  maxPageRows: Infinity,
  ignoresLimit: false,
  emptyPages: 0,
  repeatsCursorOfPage: undefined,
  neverEnds: false,
  overlapRows: 0,
  rowsOutside: false,
  emptyBuckets: 'absent',
  keepsReadingsFromEpochMs: -Infinity,
  counts: 'exact',
  isUnusable: () => false,
  end: 'null',
  writeTime: WRITTEN_TIME.utc,
  dayZone: 'UTC',
  alertsBy: 'opening',
  unreached: 'null',
  delayMs: () => 0,
  disturb: () => undefined,
};
