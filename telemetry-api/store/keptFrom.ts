import type { Queryable } from './queryable.ts';
import type { Level } from './levels.ts';

/** Readings of a time that is not kept any more. Its buckets have counted what there was: they are never opened again. */
export class RetentionCutoffError extends RangeError {
  readonly cutoffMs: number;

  constructor(cutoffMs: number) {
    super(
      `Readings before ${new Date(cutoffMs).toISOString()} are not kept any more (RETENTION_RAW_DAYS); this batch has some. ` +
        'Leave them out, and the rest goes in.'
    );
    this.name = 'RetentionCutoffError';
    this.cutoffMs = cutoffMs;
  }
}

/** The first ms since 1970 of which a level keeps anything; 0 where all is kept. */
export async function readRetentionCutoff(db: Queryable, level: Level): Promise<number> {
  const { rows } = await db.query<{ cutoffMs: number }>({
    name: 'retention-cutoff',
    text: 'SELECT kept_from_ms AS "cutoffMs" FROM retention WHERE level = $1',
    values: [level],
  });
  return rows[0]?.cutoffMs ?? 0;
}

/** Says of each level from when on it is kept. A time that is behind what was said before changes nothing. */
export async function raiseRetentionCutoffs(db: Queryable, cutoffsMs: ReadonlyMap<Level, number>): Promise<void> {
  await db.query(
    `INSERT INTO retention AS r (level, kept_from_ms) SELECT * FROM unnest($1::text[], $2::int8[])
     ON CONFLICT (level) DO UPDATE SET kept_from_ms = greatest(r.kept_from_ms, excluded.kept_from_ms)`,
    [[...cutoffsMs.keys()], [...cutoffsMs.values()]]
  );
}
