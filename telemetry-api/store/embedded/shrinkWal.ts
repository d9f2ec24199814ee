import type pg from 'pg';

/** More than the segments that the embedded server may hold. */
const MAX_SWITCHES = 20;

/**
 * Gives back the disk that seeding took for its write-ahead log: the server would keep those files for the next burst of the
 * kind, and a demo has only one. Each switch uses up a segment that was kept, and the checkpoint lets go of it.
 * For the embedded server only: another's log is not ours to touch.
 */
export async function shrinkWal(pool: pg.Pool): Promise<void> {
  for (let count = 0; count < MAX_SWITCHES; count += 1) {
    const { rows } = await pool.query<{ segments: number }>('SELECT count(*)::int AS segments FROM pg_ls_waldir()');
    if ((rows[0]?.segments ?? 0) <= 4) {
      return;
    }
    await pool.query('SELECT pg_switch_wal()');
    await pool.query('CHECKPOINT');
  }
}
