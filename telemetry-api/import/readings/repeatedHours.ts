import type { RawRow } from '../file/rawRow.ts';
import { type RowError, quoted } from '../values/importErrors.ts';
import type { ParsedReading } from './readingRow.ts';

/** Rows that wait for the end of their hour. Bounded, because a file can have any number of tags. */
const MAX_PENDING = 1_000_000;
/** Repeated hours are months apart. */
const SAME_HOUR_WITHIN_MS = 24 * 3_600_000;

interface PendingRow {
  readonly row: RawRow;
  readonly reading: ParsedReading & { readonly laterMs: number };
}

/** The rows of one tag. */
type Series = {
  /** Time of the last row, or of the first one of a repeated hour that is settled. */
  lastMs: number | undefined;
  /** Rows of one repeated hour, in file order. */
  pending: PendingRow[];
  /** The repeated hour before: its other rows come too late. */
  settledMs: number | undefined;
};

/**
 * Tells apart the rows of the hour that occurs twice when clocks are set back, by the order of the rows of each tag. In a file in ascending order, the
 * local time goes back once:
 *
 *     01:50  02:00  02:20  02:40  02:00  02:20  02:40  03:00
 *            |---- earlier ----|  |----- later -----|
 *
 * In a file in descending order, it goes forward once. What goes back more than once, or never, is rejected: one pass alone can be either.
 */
export class RepeatedHours {
  private readonly series = new Map<number, Series>();
  private pendingRows = 0;

  private readonly isInOrder: boolean;
  private readonly add: (tagId: number, reading: ParsedReading) => void;
  private readonly reject: (row: RawRow, error: RowError) => void;

  /** @param isInOrder false if the order of the rows tells nothing */
  constructor(
    isInOrder: boolean,
    add: (tagId: number, reading: ParsedReading) => void,
    reject: (row: RawRow, error: RowError) => void
  ) {
    this.isInOrder = isInOrder;
    this.add = add;
    this.reject = reject;
  }

  /** Adds a row, at once unless its hour is repeated. Rows of a tag must come in file order. */
  push(row: RawRow, tagId: number, reading: ParsedReading): void {
    let series = this.series.get(tagId);
    if (series === undefined) {
      series = { lastMs: undefined, pending: [], settledMs: undefined };
      this.series.set(tagId, series);
    }
    if (reading.laterMs !== undefined) {
      this.wait(series, tagId, { row, reading: { ...reading, laterMs: reading.laterMs } });
      return;
    }
    const pendingMs = series.pending[0]?.reading.epochMs;
    // A late row, from the side of the hour on which the rows before it are, does not end the hour.
    if (
      pendingMs !== undefined &&
      (series.lastMs === undefined || isBetween(pendingMs, series.lastMs, reading.epochMs))
    ) {
      this.settle(series, tagId, reading.epochMs);
    }
    series.lastMs = reading.epochMs;
    this.add(tagId, reading);
  }

  /** Call once after the last row. */
  end(): void {
    for (const [tagId, series] of this.series) {
      this.settle(series, tagId, undefined);
    }
  }

  private wait(series: Series, tagId: number, pending: PendingRow): void {
    const { epochMs } = pending.reading;
    const [first] = series.pending;
    if (first !== undefined && !isSameHour(first.reading.epochMs, epochMs)) {
      this.settle(series, tagId, epochMs);
    }
    const isLate = series.settledMs !== undefined && isSameHour(series.settledMs, epochMs);
    if (!this.isInOrder || isLate || this.pendingRows >= MAX_PENDING) {
      this.reject(pending.row, notToldApart(pending.row));
      return;
    }
    series.pending.push(pending);
    this.pendingRows += 1;
  }

  /** @param nextMs time of the row after the hour; undefined at the end of the file */
  private settle(series: Series, tagId: number, nextMs: number | undefined): void {
    const { pending, lastMs } = series;
    const [first] = pending;
    if (first === undefined) {
      return;
    }
    series.pending = [];
    series.settledMs = first.reading.epochMs;
    series.lastMs = first.reading.epochMs;
    this.pendingRows -= pending.length;
    const isAscending = directionOf(lastMs, first.reading.epochMs, nextMs);
    const split = splitPasses(
      pending.map(({ reading }) => reading.epochMs),
      isAscending
    );
    for (const [index, { row, reading }] of pending.entries()) {
      const { laterMs, ...earlier } = reading;
      if (split === undefined) {
        this.reject(row, notToldApart(row));
      } else {
        const isLater = index >= split.at === split.isAscending;
        this.add(tagId, isLater ? { ...earlier, epochMs: laterMs } : earlier);
      }
    }
  }
}

function isBetween(ms: number, oneMs: number, otherMs: number): boolean {
  return oneMs < ms !== otherMs < ms;
}

function isSameHour(oneMs: number, otherMs: number): boolean {
  return Math.abs(oneMs - otherMs) < SAME_HOUR_WITHIN_MS;
}

/** Whether the rows around the hour are in ascending order; undefined without such rows. */
function directionOf(beforeMs: number | undefined, ms: number, afterMs: number | undefined): boolean | undefined {
  return beforeMs !== undefined ? beforeMs < ms : afterMs !== undefined ? ms < afterMs : undefined;
}

/**
 * Where the second pass through the hour begins.
 * @param isAscending undefined if it is not known
 * @returns undefined if it cannot be told
 */
function splitPasses(
  timesMs: readonly number[],
  isAscending: boolean | undefined
): { at: number; isAscending: boolean } | undefined {
  const isHourly = timesMs.length === 2 && timesMs[0] === timesMs[1];
  if (isHourly && isAscending !== undefined) {
    return { at: 1, isAscending };
  }
  const [back = [], forth = []] = [-1, 1].map((sign) =>
    timesMs.flatMap((ms, index) => (Math.sign(ms - (timesMs[index - 1] ?? ms)) === sign ? [index] : []))
  );
  // Without rows around the hour, its own have to contradict the other direction.
  const ascends = isAscending ?? forth.length > 1;
  const descends = isAscending === undefined ? back.length > 1 : !isAscending;
  if (ascends && back.length === 1) {
    return { at: back[0]!, isAscending: true };
  }
  return descends && forth.length === 1 ? { at: forth[0]!, isAscending: false } : undefined;
}

function notToldApart({ cells }: RawRow): RowError {
  return {
    reason: 'ambiguous local time',
    detail: `timestamp ${quoted(String(cells[2]))} occurs twice (clocks set back), and the order of the rows does not tell which one it is; choose --repeated-hour earlier or later, or export with an offset or in UTC`,
  };
}
