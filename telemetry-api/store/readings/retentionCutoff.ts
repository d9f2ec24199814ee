import type { Queryable } from '../database/queryable.ts';
import type { Level } from './levels.ts';

/** Readings from before the retention cutoff. They are rejected because their buckets already count the dropped readings. */
export class RetentionCutoffError extends RangeError {
  readonly cutoffMs: number;

  constructor(cutoffMs: number) {
    super(
      `Readings before ${new Date(cutoffMs).toISOString()} have been dropped by retention (RETENTION_RAW_DAYS), and this batch contains some. ` +
        'Remove them to write the rest.'
    );
    this.name = 'RetentionCutoffError';
    this.cutoffMs = cutoffMs;
  }
}

/** The retention cutoff of a level in ms since 1970; 0 if nothing has been dropped. */
export async function readRetentionCutoff(db: Queryable, level: Level): Promise<number> {
  const { rows } = await db.query<{ cutoffMs: number }>({
    name: 'retention-cutoff',
    text: 'SELECT kept_from_ms AS "cutoffMs" FROM retention WHERE level = $1',
    values: [level],
  });
  return rows[0]?.cutoffMs ?? 0;
}

/** The retention cutoffs of the levels of which something has been dropped, in ms since 1970. */
export async function readRetentionCutoffs(db: Queryable): Promise<Map<Level, number>> {
  const { rows } = await db.query<{ level: Level; cutoffMs: number }>(
    'SELECT level, kept_from_ms AS "cutoffMs" FROM retention'
  );
  return new Map(rows.map(({ level, cutoffMs }) => [level, cutoffMs]));
}

/** @throws RetentionCutoffError if readings from `firstMs` on include some from before the cutoff */
export async function rejectBeforeCutoff(db: Queryable, firstMs: number): Promise<void> {
  const cutoffMs = await readRetentionCutoff(db, 'raw');
  if (firstMs < cutoffMs) {
    throw new RetentionCutoffError(cutoffMs);
  }
}

/** Stores the retention cutoffs of levels. A cutoff never moves backwards. */
export async function raiseRetentionCutoffs(db: Queryable, cutoffsMs: ReadonlyMap<Level, number>): Promise<void> {
  await db.query(
    `INSERT INTO retention AS r (level, kept_from_ms) SELECT * FROM unnest($1::text[], $2::int8[])
     ON CONFLICT (level) DO UPDATE SET kept_from_ms = greatest(r.kept_from_ms, excluded.kept_from_ms)`,
    [[...cutoffsMs.keys()], [...cutoffsMs.values()]]
  );
}
