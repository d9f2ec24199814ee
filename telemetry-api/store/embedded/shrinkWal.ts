import type pg from 'pg';

/** More than the number of segments that the embedded server can hold. */
const MAX_SWITCHES = 20;

/**
 * Releases the disk space of the write-ahead log after seeding. The server would keep the segments for the next burst of writes, and
 * a demo has only one. Each switch uses up a retained segment, and the checkpoint releases it.
 * For the embedded server only.
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
