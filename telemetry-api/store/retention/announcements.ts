import type pg from 'pg';
import { inTransaction } from '../database/database.ts';
import type { Level } from '../readings/levels.ts';
import { findOld, type OldPart } from './dropOld.ts';

/** A deletion that has been announced and has not run. */
export interface Announcement {
  readonly level: Level;
  readonly cutoffMs: number;
  readonly announcedMs: number;
}

/** How much of a level is before a cutoff. */
export interface OldShare {
  readonly level: Level;
  readonly cutoffMs: number;
  readonly old: Size;
  readonly all: Size;
}

interface Size {
  /** Estimated for partitioned tables: after a crash of the server or before its first analysis, 0. */
  readonly rows: number;
  /** On disk; 0 for tables without partitions, whose rows are counted. */
  readonly bytes: number;
}

/** After the time of every row. */
const END_MS = Number.MAX_SAFE_INTEGER;

/** What a run would delete of each level, of how much. Counts the rows of tables without partitions. */
export async function readOldShares(pool: pg.Pool, cutoffsMs: ReadonlyMap<Level, number>): Promise<OldShare[]> {
  const old = await findOld(pool, cutoffsMs);
  const all = await findOld(pool, new Map([...cutoffsMs.keys()].map((level) => [level, END_MS])));
  return [...cutoffsMs].map(([level, cutoffMs]) => ({
    level,
    cutoffMs,
    old: sizeOf(old, level),
    all: sizeOf(all, level),
  }));
}

function sizeOf(parts: readonly OldPart[], level: Level): Size {
  const own = parts.filter((part) => part.level === level);
  return {
    rows: own.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    bytes: own.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  };
}

export async function readAnnouncements(pool: pg.Pool): Promise<Announcement[]> {
  const { rows } = await pool.query<Announcement>(
    'SELECT level, kept_from_ms AS "cutoffMs", announced_ms AS "announcedMs" FROM retention_announcement'
  );
  return rows;
}

/** Replaces what has been announced. */
export async function writeAnnouncements(pool: pg.Pool, announcements: readonly Announcement[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('DELETE FROM retention_announcement');
    for (const { level, cutoffMs, announcedMs } of announcements) {
      await client.query(
        `INSERT INTO retention_announcement (level, kept_from_ms, announced_ms) VALUES ($1, $2, $3)
         ON CONFLICT (level) DO NOTHING`,
        [level, cutoffMs, announcedMs]
      );
    }
  });
}
