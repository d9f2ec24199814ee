import type { Queryable } from './queryable.ts';

/** A database as opposed to its contents, which a backup can carry to another one. */
export interface Instance {
  readonly id: string;
  /** When a restore began that has not ended, in ms since 1970; null otherwise. */
  readonly restoringSinceMs: number | null;
}

export async function readInstance(db: Queryable): Promise<Instance> {
  const { rows } = await db.query<Instance>('SELECT id, restoring_since_ms AS "restoringSinceMs" FROM instance');
  const instance = rows[0];
  if (instance === undefined) {
    throw new Error('The table instance has no row. Restore the database from a backup.');
  }
  return instance;
}

/** @throws if a restore has begun and not ended: what is there is a part of a plant */
export async function rejectUnfinishedRestore(db: Queryable, location: string): Promise<void> {
  const { restoringSinceMs } = await readInstance(db);
  if (restoringSinceMs !== null) {
    throw new Error(
      `A restore into ${location} began at ${new Date(restoringSinceMs).toISOString()} and has not ended. Wait for it, or, if it was interrupted, run it again: ` +
        'it starts over.'
    );
  }
}
