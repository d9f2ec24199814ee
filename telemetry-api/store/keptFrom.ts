import type { Queryable } from './queryable.ts';
import type { Level } from './levels.ts';

/** Readings of a time that is not kept any more. Its buckets have counted what there was: they are never opened again. */
export class NotKeptError extends RangeError {
  readonly keptFromMs: number;

  constructor(keptFromMs: number) {
    super(
      `Readings before ${new Date(keptFromMs).toISOString()} are not kept any more (RETENTION_RAW_DAYS); this batch has some. ` +
        'Leave them out, and the rest goes in.'
    );
    this.name = 'NotKeptError';
    this.keptFromMs = keptFromMs;
  }
}

/** The first ms since 1970 of which a level keeps anything; 0 where all is kept. */
export async function readKeptFrom(db: Queryable, level: Level): Promise<number> {
  const { rows } = await db.query<{ keptFromMs: number }>({
    name: 'kept-from',
    text: 'SELECT kept_from_ms AS "keptFromMs" FROM retention WHERE level = $1',
    values: [level],
  });
  return rows[0]?.keptFromMs ?? 0;
}

/** Says of each level from when on it is kept. A time that is behind what was said before changes nothing. */
export async function raiseKeptFrom(db: Queryable, keptFromMs: ReadonlyMap<Level, number>): Promise<void> {
  await db.query(
    `INSERT INTO retention AS r (level, kept_from_ms) SELECT * FROM unnest($1::text[], $2::int8[])
     ON CONFLICT (level) DO UPDATE SET kept_from_ms = greatest(r.kept_from_ms, excluded.kept_from_ms)`,
    [[...keptFromMs.keys()], [...keptFromMs.values()]]
  );
}
