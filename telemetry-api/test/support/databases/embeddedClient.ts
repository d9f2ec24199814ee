import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openPool } from '../../../store/database/database.ts';
import { isConnectionError } from '../../../store/database/databaseErrors.ts';
import { clusterFolders } from '../../../store/embedded/clusterFolders.ts';
import { SUPERUSER } from '../../../store/embedded/initCluster.ts';

const OUTAGE_LIMIT_MS = 120_000;

/** Statements on the embedded database of a data folder, through its socket: this process is no member of the server. */
export class EmbeddedClient {
  private readonly host: string;
  /** For statements that an outage ends. */
  readonly pool: pg.Pool;

  constructor(dataDir: string) {
    this.host = clusterFolders(path.join(dataDir, 'postgres')).run;
    this.pool = openPool({ host: this.host, user: SUPERUSER, database: 'postgres' }, {});
  }

  /** Runs `work` on the database; repeats it while the server is down. */
  async run<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    for (const untilMs = Date.now() + OUTAGE_LIMIT_MS; ; await sleep(50)) {
      try {
        return await work(this.pool);
      } catch (error) {
        if (!isConnectionError(error) || Date.now() > untilMs) {
          throw error;
        }
      }
    }
  }

  /** URL of another database on the same server. */
  urlOf(database: string): string {
    return `postgres://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(this.host)}`;
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
