import type { Hash } from 'node:crypto';
import { RowStem } from './rowStem.ts';
import { copyToComma, makePiece, OVERRUN_BYTES, WORD_BYTES, writePiece, type Piece } from './textPiece.ts';

const COMMA = 44;
const ZERO = 48;

/** Format of a row: `before`, the time, each column's label and value, `after`. */
export interface RowLayout {
  readonly before: string;
  readonly labels: readonly string[];
  readonly after: string;
  /** Written once, before the first row. */
  readonly lead?: string;
  /** Bytes reserved after the last row, for `closeRows`. */
  readonly room?: number;
}

/** Columns as received from PostgreSQL: the values of all rows joined by commas; empty without rows. */
export interface RowColumns {
  /** Integer ms since 1970. */
  readonly originMs: number;
  /** Times in ascending order, as integer ms after `originMs`. */
  readonly times: string;
  readonly values: readonly string[];
}

/** Where rows are written to. */
export interface RowTarget {
  /** Returns a buffer of at least this size, with arbitrary content. */
  readonly allocate: (bytes: number) => Buffer;
  /** Receives the input of the rows. Together with layout and origin it determines them, in a third of the size. */
  readonly hash?: Pick<Hash, 'update'>;
}

/** Outside Node's shared pool, and without zero-filling bytes that are overwritten anyway. */
const NEW_BUFFERS: RowTarget = { allocate: (bytes) => Buffer.allocUnsafeSlow(bytes) };

export interface RowText {
  /** The lead and the rows. */
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Whether rows were left out because of the limit. */
  readonly hasMore: boolean;
  /** Time of the last row; meaningless if `count` is 0. */
  readonly lastMs: number;
}

/**
 * Writes rows directly from PostgreSQL's text. Values are copied without parsing; only times are rewritten, as ISO 8601 in UTC.
 * Takes a tenth of the time of decoding rows and JSON.stringify. Simpler ways send pages of 5,000 rows to 16 clients at half the rate:
 * pages built by the database 0.44 to 0.51 (readings) and 0.34 to 0.57 (buckets), strings in JavaScript 0.50 to 0.54 and 0.31 to 0.43, and
 * these bytes one by one instead of in words 0.64 to 0.78 and 0.41.
 *
 *   },{"ts":"2026-01-31T06:00:00.000Z","valor":20.5
 *   `- stem -------------------------------´ copied
 *
 * The stem starts with the end of the previous row, which makes copies fewer and longer. The first row omits that part.
 */
export function writeRows(columns: RowColumns, layout: RowLayout, limit: number, target = NEW_BUFFERS): RowText {
  const { originMs, times } = columns;
  const sourceBytes = gatherSource(columns);
  const source: Uint8Array = sourceBuffer;
  const sourceView = new DataView(source.buffer);
  target.hash?.update(source.subarray(0, sourceBytes));
  const stem = new RowStem(layout.after + layout.before, layout.labels[0] ?? '');
  const labels = layout.labels.map((label) => makePiece(label));
  const after = makePiece(layout.after);
  const lead = Buffer.from(layout.lead ?? '');
  const rowsAt = Math.max(lead.length, after.length);
  // Each row takes at least one digit and a comma.
  const maxRows = Math.min(limit, (times.length + 1) >> 1);
  const rowBytes = labels.slice(1).reduce((sum, label) => sum + label.length, stem.length);
  const room = after.length + OVERRUN_BYTES + (layout.room ?? 0);
  const buffer = target.allocate(rowsAt + maxRows * rowBytes + sourceBytes + room);
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
    count: row,
    hasMore: timesAt < times.length,
    lastMs: ms,
  };
}

/** Replaces the separator byte after the last row with `tail`, without copying the rows. */
export function closeRows({ bytes, count }: RowText, tail: string): Buffer {
  const end = bytes.length - (count > 0 ? 1 : 0);
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, end + Buffer.byteLength(tail));
  whole.write(tail, end);
  return whole;
}

let sourceBuffer = Buffer.allocUnsafeSlow(WORD_BYTES);

/**
 * Writes the columns, each followed by a comma, to a buffer that all pages reuse: its content is valid until the next call.
 * @returns the number of bytes written
 */
function gatherSource({ times, values }: RowColumns): number {
  const texts = [times, ...values];
  const bytes = texts.reduce((sum, text) => sum + text.length + 1, 0);
  // Numbers are copied in words, and the last word can read past their end.
  if (sourceBuffer.length < bytes + WORD_BYTES) {
    sourceBuffer = Buffer.allocUnsafeSlow(2 * bytes + WORD_BYTES);
  }
  let at = 0;
  for (const text of texts) {
    at += sourceBuffer.write(text, at, 'latin1');
    sourceBuffer[at++] = COMMA;
  }
  return bytes;
}

/** Start offset of each column in the source, after the times. */
function startsOf({ times, values }: RowColumns): Int32Array {
  let at = times.length + 1;
  return Int32Array.from(values, (text) => {
    const start = at;
    at += text.length + 1;
    return start;
  });
}
