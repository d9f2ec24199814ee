import type { RawRow } from '../file/rawRow.ts';
import { type RowError, quoted } from '../values/importErrors.ts';
import type { ParsedReading } from './readingRow.ts';

/** Rows that wait for what their tag holds. Bounded, because a door can be closed for years. */
const MAX_PENDING = 100_000;

interface PendingRow {
  readonly row: RawRow;
  readonly reading: ParsedReading;
}

/** The rows of one tag. */
type Series = {
  /** Undefined as long as there were 0, 1 and one word alone. */
  holds: 'words' | 'numbers' | undefined;
  /** The first word, and its number. */
  word: string | undefined;
  state: number | undefined;
  pending: PendingRow[];
};

/**
 * Keeps known words of states out of tags of numbers: `Off` in a column of temperatures is not 0 °C. A tag holds words if it has both of 1 and 0, or
 * nothing else; it holds numbers if it has one other than 0 and 1. Rows whose numbers `--states` gives are numbers.
 */
export class WordsAmongNumbers {
  private readonly series = new Map<number, Series>();
  private pendingRows = 0;

  private readonly add: (row: RawRow, tagId: number, reading: ParsedReading) => void;
  private readonly reject: (row: RawRow, error: RowError) => void;

  constructor(
    add: (row: RawRow, tagId: number, reading: ParsedReading) => void,
    reject: (row: RawRow, error: RowError) => void
  ) {
    this.add = add;
    this.reject = reject;
  }

  /** Adds a row, at once unless it is not known yet what its tag holds. Rows of a tag must come in file order. */
  push(row: RawRow, tagId: number, reading: ParsedReading): void {
    let series = this.series.get(tagId);
    if (series === undefined) {
      series = { holds: undefined, word: undefined, state: undefined, pending: [] };
      this.series.set(tagId, series);
    }
    const { word, value } = reading;
    if (series.holds === undefined) {
      this.decide(series, tagId, { row, reading });
    } else if (series.holds === 'numbers' ? word === undefined : word !== undefined || fitsWords(reading)) {
      this.add(row, tagId, reading);
    } else {
      this.reject(row, series.holds === 'numbers' ? wordAmongNumbers(word!) : numberAmongWords(value, series.word!));
    }
  }

  /** Call once after the last row. */
  end(): void {
    for (const [tagId, series] of this.series) {
      this.settle(series, tagId, 'words');
    }
  }

  private decide(series: Series, tagId: number, next: PendingRow): void {
    const { word, value } = next.reading;
    const fits = fitsWords(next.reading);
    if (word === undefined && (series.pending.length === 0 || !fits)) {
      if (!fits) {
        this.settle(series, tagId, 'numbers');
      }
      this.add(next.row, tagId, next.reading);
      return;
    }
    series.word ??= word;
    series.state ??= value;
    series.pending.push(next);
    this.pendingRows += 1;
    if ((word !== undefined && value !== series.state) || this.pendingRows >= MAX_PENDING) {
      this.settle(series, tagId, 'words');
    }
  }

  private settle(series: Series, tagId: number, holds: 'words' | 'numbers'): void {
    const { pending } = series;
    series.holds = holds;
    series.pending = [];
    this.pendingRows -= pending.length;
    for (const { row, reading } of pending) {
      if (holds === 'numbers' && reading.word !== undefined) {
        this.reject(row, wordAmongNumbers(reading.word));
      } else {
        this.add(row, tagId, reading);
      }
    }
  }
}

function fitsWords({ value, isGiven = false }: ParsedReading): boolean {
  return isGiven || value === 0 || value === 1;
}

function wordAmongNumbers(word: string): RowError {
  return {
    reason: 'word among numbers',
    detail: `value ${quoted(word)} is a word, and others of this tag are numbers; give it one with --states ${JSON.stringify(`${word}=NUMBER`)}, or none with ${JSON.stringify(`${word}=`)}`,
  };
}

function numberAmongWords(value: number, word: string): RowError {
  return {
    reason: 'number among words',
    detail: `value ${value} is a number, and others of this tag are words, such as ${quoted(word)}; give each word its number with --states ${JSON.stringify(`${word}=NUMBER`)}`,
  };
}
