import type { Problem } from './problem.ts';

/** One row as it stands in the file, its cells in the order of the fields that were asked for. */
export interface RawRow {
  /** Number of its (first) line, from 1. */
  readonly line: number;
  /** The row as the file has it, so that it can be written to the rejects. */
  readonly text: string;
  /** A trimmed string in CSV, any JSON value in NDJSON; undefined where the file has no such column. */
  readonly cells: readonly unknown[];
  /** Set where the row cannot be split into cells. */
  readonly problem?: Problem;
}

/** Turns lines into rows; keeps what is not complete yet until more lines come. */
export interface RowReader {
  readonly format: 'csv' | 'ndjson';
  /** The header line as the file has it; null for NDJSON. */
  readonly header: string | null;
  push(lines: readonly string[]): RawRow[];
  /** Call once after the last line. */
  end(): RawRow[];
}
