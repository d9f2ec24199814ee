import type { Queryable } from './queryable.ts';

/** A database as opposed to its contents, which a backup can carry to another one. */
export interface Instance {
  readonly id: string;
  /** When a restore began that has not ended, in ms since 1970; null otherwise. */
  readonly restoringSinceMs: number | null;
  /** The database that has the plant now, without its password; null if it is this one. */
  readonly movedTo: string | null;
}

export async function readInstance(db: Queryable): Promise<Instance> {
  // A restore reads it while the tables are still those of an earlier version, some without `moved_to`.
  const { rows } = await db.query<Instance>(
    `SELECT id, restoring_since_ms AS "restoringSinceMs", to_jsonb(instance) ->> 'moved_to' AS "movedTo" FROM instance`
  );
  const instance = rows[0];
  if (instance === undefined) {
    throw new Error('The table instance has no row. Restore the database from a backup.');
  }
  return instance;
}

/** @throws if what is there is a part of a plant, because a restore has begun and not ended, or an old state of one that was moved */
export async function rejectOtherThanWhole(db: Queryable, location: string): Promise<void> {
  const { restoringSinceMs, movedTo } = await readInstance(db);
  if (restoringSinceMs !== null) {
    throw new Error(
      `A restore or move into ${location} began at ${new Date(restoringSinceMs).toISOString()} and has not ended. Wait for it, or, if it was interrupted, run ` +
        'it again.'
    );
  }
  if (movedTo !== null) {
    throw new Error(
      `The plant of ${location} was moved to ${movedTo}. Set DATABASE_URL to that database. To use this one again, as it was then, run move --undo.`
    );
  }
}
