import type { DownloadLinks } from '../exports/downloadLinks.ts';
import type { PoolUse } from '../http/metrics/serviceMetrics.ts';
import type { CursorCodec } from '../http/parameters/cursor.ts';
import type { StartStopwatch } from '../stopwatch.ts';
import type { Queryable } from '../store/database/queryable.ts';

/** Dependencies of the routes. */
export interface Services {
  readonly db: Queryable;
  /** For reads of histories, latest values, alerts and devices: the replica. If undefined, `db` is used. */
  readonly readDb?: Queryable;
  /** Whether reads use the replica now; undefined if there is none. For the metrics. */
  readonly isReplicaUsed?: () => boolean;
  /** The connections behind `db`, for the metrics. */
  readonly pool: PoolUse;
  readonly cursors: CursorCodec;
  readonly downloads: DownloadLinks;
  /** Folder of export files. */
  readonly dataDir: string;
  /** Public base URL without a trailing slash; undefined to derive it from each request. */
  readonly publicUrl: string | undefined;
  /** A device is online if its newest reading is not older than this. */
  readonly onlineWithinMs: number;
  /** The time of day. */
  readonly now: () => number;
  /** For durations and the ages of what is cached. */
  readonly startStopwatch: StartStopwatch;
}
