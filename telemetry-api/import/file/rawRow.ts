import type { RowError } from '../values/importErrors.ts';

/** One unparsed row of the file, with its cells in the order of the import's fields. */
export interface RawRow {
  /** Number of its first line, starting at 1. */
  readonly line: number;
  /** The original text, for the file of rejected rows. */
  readonly text: string;
  /** A trimmed string in CSV, any JSON value in NDJSON; undefined if the file has no such column. */
  readonly cells: readonly unknown[];
  /** The same for all rows of a line, whose text is written once however many of them are rejected. */
  readonly source?: object;
  /** Texts of JSON numbers of the line with more digits than the number has, by the number without its sign. */
  readonly inexact?: ReadonlyMap<number, string>;
  /** Set if the row cannot be split into cells. */
  readonly error?: RowError;
}

/** Converts lines to rows; holds incomplete rows until more lines arrive. */
export interface RowReader {
  /** Whether these are the rejected rows of an import, which are without the rows between them. */
  readonly isOfRejects: boolean;
  /** Names of the columns, or keys of the objects so far, that the import has no use for. */
  unusedColumns(): string[];
  /** Names of the columns that their cells have told. */
  columnsFoundByCells(): string[];
  /** Names of the columns that would have values, and of which no line so far has one. */
  columnsWithoutValue(): string[];
  push(lines: readonly string[]): RawRow[];
  /** Call once after the last line. */
  end(): RawRow[];
}
