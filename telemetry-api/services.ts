import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { DownloadLinks } from './exports/downloadLinks.ts';
import type { PoolUse } from './http/metrics/serviceMetrics.ts';
import type { CursorCodec } from './http/cursor.ts';
import type { Queryable } from './store/queryable.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What routes work with. */
export interface Services {
  readonly db: Queryable;
  /** Where histories, latest values, alerts and devices are read from: a replica, if there is one, else `db`. */
  readonly readDb?: Queryable;
  /** The connections behind `db`, for the metrics. */
  readonly pool: PoolUse;
  readonly cursors: CursorCodec;
  readonly downloads: DownloadLinks;
  /** Folder of export files. */
  readonly dataDir: string;
  /** How others reach this server, without a slash at the end; undefined: as the request came in. */
  readonly publicUrl: string | undefined;
  /** A device is online when its newest reading is not older than this. */
  readonly onlineWithinMs: number;
  readonly now: () => number;
}
