import { DAY_MS } from '../../durations.ts';
import type { RetriedDatabase } from '../../store/database/retryWhileUnreachable.ts';
import { UncertainCommitError } from '../../store/database/databaseErrors.ts';
import { readTagIds } from '../../store/inventory/inventory.ts';
import { readRetentionCutoff } from '../../store/readings/retentionCutoff.ts';
import { compareReadings, type ReadingBatch, type WriteOptions, writeReadings } from '../../store/readings/readings.ts';
import type { WriteResult } from '../../store/readings/batch.ts';
import type { MissingTags } from '../inventory/missingTags.ts';
import { type RowError, quoted, StoppedImport } from '../values/importErrors.ts';
import type { RawRow } from '../file/rawRow.ts';
import { ReadingQueues } from './readingQueues.ts';
import type { NoReading, ParsedReading } from './readingRow.ts';
import { WordsAmongNumbers } from './wordsAmongNumbers.ts';
import { RepeatedHours } from './repeatedHours.ts';
import type { Rejections } from '../file/rejections.ts';

/** Result counts of a readings file; `rows` is the sum of the others. During the import, rows that are not written yet count in `rows` only. */
export type ReadingTally = {
  rows: number;
  /** In a dry run, rows that are not stored. */
  inserted: number;
  identical: number;
  conflicting: number;
  rejected: number;
  /** Rows with a time in the future; they also count in another total. */
  future: number;
  /** Rows without a value, which are no readings, and the first different words in its place. */
  empty: number;
  readonly emptyWords: Set<string>;
  /** Rows with more digits than a double has, and the first of their values; they also count in another total. */
  inexact: number;
  firstInexact: Pick<ParsedReading, 'value' | 'inexact'> | undefined;
  /** Rows of the first day of 1970; they also count in another total. */
  unsetClock: number;
  /** Rows of uncertain, and of bad or unknown quality, that were not rejected. */
  uncertain: number;
  bad: number;
  /** Time range of the rows that were not rejected, both ends included; Infinity and -Infinity without any. */
  firstMs: number;
  lastMs: number;
  /** Those of the rows that were not rejected, by id. */
  readonly tags: Map<number, { readonly device: string; readonly tag: string }>;
};

/** Of 1 January 1970, in the zone where it lasts longest. */
const FIRST_DAY_END_MS = 1.5 * DAY_MS;

/** More words are not read. */
export const MAX_EMPTY_WORDS = 10;

export interface ImportReadingsOptions extends WriteOptions {
  readonly rows: AsyncIterable<RawRow[]>;
  readonly toReading: (row: RawRow) => ParsedReading | NoReading | RowError;
  readonly rejections: Rejections;
  /** Whether the rows of a tag can be in the order of their times. */
  readonly isInOrder: boolean;
  /** Creates unknown devices and tags; undefined: their rows are rejected. */
  readonly missing?: MissingTags;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
}

export function emptyTally(): ReadingTally {
  return {
    ...{
      rows: 0,
      inserted: 0,
      identical: 0,
      conflicting: 0,
      rejected: 0,
      empty: 0,
      future: 0,
      inexact: 0,
      unsetClock: 0,
      uncertain: 0,
      bad: 0,
    },
    ...{ firstMs: Infinity, lastMs: -Infinity },
    firstInexact: undefined,
    emptyWords: new Set(),
    tags: new Map(),
  };
}

/**
 * Writes the readings of a file in batches while the next rows are read, so that memory does not grow with the file.
 * @param tally is updated as batches are written, so that it is correct even if the import fails
 * @throws StoppedImport after too many rejected rows or when the signal aborts; database errors unchanged
 */
export async function importReadings(
  { pool, retry }: RetriedDatabase,
  options: ImportReadingsOptions,
  tally: ReadingTally
): Promise<void> {
  const tagIds = await retry(() => readTagIds(pool));
  const nowMs = Date.now();
  let cutoffMs = await readCutoffMs();
  const queues = new ReadingQueues(write);
  const repeatedHours = new RepeatedHours(options.isInOrder, add, reject);
  const words = new WordsAmongNumbers((row, tagId, reading) => repeatedHours.push(row, tagId, reading), reject);

  async function write(full: ReadingBatch): Promise<void> {
    const result = options.isDryRun ? await retry(() => compareReadings(pool, full)) : await writeOnce(full);
    tally.inserted += result.inserted;
    tally.identical += result.identical;
    tally.conflicting += result.conflicting;
  }

  /** Repeats the write while the database is unreachable; counts a batch as new even if the answer to its commit was lost. */
  async function writeOnce(full: ReadingBatch): Promise<WriteResult> {
    let uncertain: WriteResult | undefined;
    const last = await retry(async () => {
      try {
        return await writeReadings(pool, full, options);
      } catch (error) {
        if (error instanceof UncertainCommitError) {
          uncertain ??= error.result as WriteResult;
        }
        throw error;
      }
    });
    // If the commit took place, a repetition finds nothing new; if not, both have the same counts, or the last one has new rows.
    return uncertain !== undefined && last.inserted === 0 ? uncertain : last;
  }

  function readCutoffMs(): Promise<number> {
    return retry(() => readRetentionCutoff(pool, 'raw'));
  }

  function findTagId(reading: ParsedReading): number | RowError | Promise<number | RowError> {
    return options.missing
      ? options.missing.create(reading.device, reading.tag, tagIds)
      : unknownTag(reading.device, reading.tag, tagIds);
  }

  function reject(row: RawRow, error: RowError): void {
    tally.rejected += 1;
    options.rejections.add(row, error);
  }

  async function addRows(batch: readonly RawRow[]): Promise<void> {
    for (const row of batch) {
      tally.rows += 1;
      const reading = row.error ?? options.toReading(row);
      if ('reason' in reading) {
        reject(row, reading);
        continue;
      }
      if ('noValue' in reading) {
        tally.empty += 1;
        if (tally.emptyWords.size <= MAX_EMPTY_WORDS) {
          tally.emptyWords.add(reading.noValue);
        }
        continue;
      }
      if (reading.epochMs < cutoffMs) {
        reject(row, beforeRetention(reading.epochMs, cutoffMs));
        continue;
      }
      // Await only for a tag that is not known yet: an await per row would be slow.
      const tagId = tagIds.get(reading.device)?.get(reading.tag) ?? (await findTagId(reading));
      if (typeof tagId !== 'number') {
        reject(row, tagId);
        continue;
      }
      words.push(row, tagId, reading);
    }
  }

  function add(tagId: number, reading: ParsedReading): void {
    tally.future += reading.epochMs > nowMs ? 1 : 0;
    tally.unsetClock += reading.epochMs < FIRST_DAY_END_MS ? 1 : 0;
    if (reading.inexact !== undefined) {
      tally.inexact += 1;
      tally.firstInexact ??= reading;
    }
    if (reading.quality !== undefined) {
      tally[reading.quality] += 1;
    }
    tally.firstMs = Math.min(tally.firstMs, reading.epochMs);
    tally.lastMs = Math.max(tally.lastMs, reading.epochMs);
    if (!tally.tags.has(tagId)) {
      tally.tags.set(tagId, { device: reading.device, tag: reading.tag });
    }
    queues.add(tagId, reading.epochMs, reading.value);
  }

  try {
    for await (const batch of options.rows) {
      await addRows(batch);
      if (await queues.writeFull()) {
        // The retention cutoff advances while a long file is read.
        cutoffMs = await readCutoffMs();
      }
      if (options.signal.aborted) {
        throw new StoppedImport('interrupted');
      }
    }
    words.end();
    repeatedHours.end();
  } finally {
    // Also write what was read before an error or Ctrl-C.
    await queues.finish();
  }
}

function beforeRetention(epochMs: number, cutoffMs: number): RowError {
  const [time, from] = [epochMs, cutoffMs].map((ms) => new Date(ms).toISOString());
  return {
    reason: 'older than the retention',
    detail: `${time} is before ${from}, the start of the retention of readings (RETENTION_RAW_DAYS); older data has been deleted permanently`,
  };
}

function unknownTag(device: string, tag: string, known: ReadonlyMap<string, ReadonlyMap<string, number>>): RowError {
  const tags = known.get(device);
  const advice = `create it with "import devices", or add --create-missing`;
  return tags
    ? {
        reason: 'unknown tag',
        detail: `tag ${quoted(tag)} of device ${quoted(device)} is unknown${suggestion(tag, tags)}; ${advice}`,
      }
    : {
        reason: 'unknown device',
        detail: `device ${quoted(device)} is unknown${suggestion(device, known)}; ${advice} --site CODE`,
      };
}

/** Names are case-sensitive; suggests the name that differs in case only. */
function suggestion(name: string, known: ReadonlyMap<string, unknown>): string {
  const similar = [...known.keys()].find((other) => other.toLowerCase() === name.toLowerCase());
  return similar === undefined ? '' : ` (did you mean ${quoted(similar)}?)`;
}
