import { DAY_MS } from '../../durations.ts';
import { isHypertable } from '../database/placement/hypertable.ts';
import type { Queryable } from '../database/queryable.ts';
import { findPartitions } from '../readings/partitions.ts';
import type { TimeRange } from '../readings/timeRange.ts';
import type { StoredTable } from './storedTables.ts';

/**
 * The parts of a table that have rows, ascending; undefined for a table of one part. They are UTC days or months on all engines, whatever
 * its partitions or chunks are there, so that another engine can make its own of them.
 */
export async function findParts(db: Queryable, { name, partitions }: StoredTable): Promise<TimeRange[] | undefined> {
  if (partitions === undefined) {
    return undefined;
  }
  const stored = (await isHypertable(db, name)) ? await findChunks(db, name) : await findPartitions(db, name);
  const parts = stored.flatMap((range) => [...(partitions === 'reading' ? daysOf(range) : monthsOf(range))]);
  const byStart = new Map(parts.map((part) => [part.fromMs, part]));
  return [...byStart.values()].sort((a, b) => a.fromMs - b.fromMs);
}

async function findChunks(db: Queryable, table: string): Promise<TimeRange[]> {
  const { rows } = await db.query<TimeRange>(
    `SELECT range_start_integer AS "fromMs", range_end_integer AS "toMs" FROM timescaledb_information.chunks WHERE hypertable_name = $1`,
    [table]
  );
  return rows;
}

function* daysOf({ fromMs, toMs }: TimeRange): Generator<TimeRange> {
  for (let startMs = Math.floor(fromMs / DAY_MS) * DAY_MS; startMs < toMs; startMs += DAY_MS) {
    yield { fromMs: startMs, toMs: startMs + DAY_MS };
  }
}

function* monthsOf({ fromMs, toMs }: TimeRange): Generator<TimeRange> {
  const first = new Date(fromMs);
  for (let month = first.getUTCMonth(); ; month++) {
    const startMs = Date.UTC(first.getUTCFullYear(), month);
    if (startMs >= toMs) {
      return;
    }
    yield { fromMs: startMs, toMs: Date.UTC(first.getUTCFullYear(), month + 1) };
  }
}
