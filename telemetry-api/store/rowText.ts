import { RowStem } from './rowStem.ts';
import { copyToComma, makePiece, OVERRUN_BYTES, WORD_BYTES, writePiece, type Piece } from './textPiece.ts';

const COMMA = 44;
const ZERO = 48;
/** Numbers are copied by words, the last of which reaches beyond them. */
const BEHIND_SOURCE = ' '.repeat(WORD_BYTES);

/** How a row is written: `before`, the time, then for each column its label and its value, then `after`. */
export interface RowLayout {
  readonly before: string;
  readonly labels: readonly string[];
  readonly after: string;
  /** Written once, before the first row. */
  readonly lead?: string;
  /** Bytes of room behind the last row, for `closeRows`. */
  readonly room?: number;
}

/** Columns of rows as PostgreSQL sent them: each is the texts of its rows joined by commas, and empty when there are no rows. */
export interface RowColumns {
  /** Whole ms since 1970. */
  readonly originMs: number;
  /** Times in ascending order, as whole ms after `originMs`. */
  readonly times: string;
  readonly values: readonly string[];
}

export interface RowText {
  /** The lead and the rows. */
  readonly bytes: Uint8Array;
  /** What the rows were written from. With layout and origin it decides them, in a third of the bytes. */
  readonly source: Uint8Array;
  readonly count: number;
  /** Whether rows came that were left out because of the limit. */
  readonly hasMore: boolean;
  /** Time of the last row; meaningless when there is none. */
  readonly lastMs: number;
}

/**
 * Writes rows from text to text: numbers are copied as they came and never become numbers here; only times are rewritten, as ISO 8601 in UTC.
 * A tenth of the time of decoding rows and JSON.stringify (docs/capacity.md has the figures).
 *
 *   },{"ts":"2026-01-31T06:00:00.000Z","valor":20.5
 *   `- stem -------------------------------´ copied
 *
 * The stem begins with the end of the row before, which the first row does not have: fewer and longer copies.
 */
export function writeRows(columns: RowColumns, layout: RowLayout, limit: number): RowText {
  const { originMs, times } = columns;
  const source: Uint8Array = Buffer.from([times, ...columns.values, BEHIND_SOURCE].join(','), 'latin1');
  const sourceView = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const stem = new RowStem(layout.after + layout.before, layout.labels[0] ?? '');
  const labels = layout.labels.map((label) => makePiece(label));
  const after = makePiece(layout.after);
  const lead = Buffer.from(layout.lead ?? '');
  const rowsAt = Math.max(lead.length, after.length);
  // No text of rows is shorter than one digit and a comma each.
  const maxRows = Math.min(limit, (times.length + 1) >> 1);
  const rowBytes = labels.slice(1).reduce((sum, label) => sum + label.length, stem.length);
  const room = after.length + OVERRUN_BYTES + (layout.room ?? 0);
  // Slow in name only: apart from the shared pool, and not filled with zeros that every byte would overwrite.
  const buffer = Buffer.allocUnsafeSlow(rowsAt + maxRows * rowBytes + source.length + room);
  const out: Uint8Array = buffer;
  const view = new DataView(buffer.buffer);

  const valuesAt = startsOf(columns);
  let timesAt = 0;
  let ms = 0;
  let at = rowsAt - after.length;
  let row = 0;
  for (; row < maxRows && timesAt < times.length; row++) {
    let afterOriginMs = 0;
    for (let digit = source[timesAt++] as number; digit !== COMMA; digit = source[timesAt++] as number) {
      afterOriginMs = afterOriginMs * 10 + digit - ZERO;
    }
    ms = originMs + afterOriginMs;
    at = stem.write(view, out, at, ms);
    for (let column = 0; column < valuesAt.length; column++) {
      // The first label is in the stem.
      at = column === 0 ? at : writePiece(view, at, labels[column] as Piece);
      const from = valuesAt[column] as number;
      const length = copyToComma(sourceView, from, view, at);
      valuesAt[column] = from + length + 1;
      at += length;
    }
  }
  const end = writePiece(view, at, after);
  out.set(lead, rowsAt - lead.length);
  return {
    bytes: out.subarray(rowsAt - lead.length, end),
    source,
    count: row,
    hasMore: timesAt < times.length,
    lastMs: ms,
  };
}

/** The bytes of a list with `tail` put over the one byte that separates rows and has none to separate any more, without a copy. */
export function closeRows({ bytes, count }: RowText, tail: string): Buffer {
  const end = bytes.length - (count > 0 ? 1 : 0);
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, end + Buffer.byteLength(tail));
  whole.write(tail, end);
  return whole;
}

/** Where the values of each column begin behind the times. */
function startsOf({ times, values }: RowColumns): Int32Array {
  let at = times.length + 1;
  return Int32Array.from(values, (text) => {
    const start = at;
    at += text.length + 1;
    return start;
  });
}
