const COMMA = 44;
const ZERO = 48;
const MINUTE_MS = 60_000;
const EMPTY_STAMP = '0000-00-00T00:00:00.000Z';
const SECONDS_AT = 17;
/** What is copied four bytes at a time may reach so far beyond its end. */
const OVERRUN_BYTES = 3;

/** How a row is written: `before`, the time, then for each column its label and its value, then `after`. */
export interface RowLayout {
  readonly before: string;
  readonly labels: readonly string[];
  readonly after: string;
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
 * Writes rows byte by byte: numbers are copied as they came and never become numbers here; only times are rewritten, as ISO 8601 in UTC.
 * A tenth of the time of decoding rows and JSON.stringify (docs/api.md has the figures).
 *
 *   },{"ts":"2026-01-31T06:00:00.000Z ","valor":20.5
 *   `- stem, one a minute ---´`patched-´`- stem ´ copied
 *
 * The stem begins with the end of the row before, which the first row does not have: fewer and longer copies.
 */
export function writeRows(columns: RowColumns, layout: RowLayout, limit: number): RowText {
  const { originMs, times } = columns;
  const source: Uint8Array = Buffer.from([times, ...columns.values, ''].join(','), 'latin1');
  const stem = makeStem(layout);
  const labels = layout.labels.slice(1).map(makePiece);
  const after = makePiece(layout.after);
  // No text of rows is shorter than one digit and a comma each.
  const mostRows = Math.min(limit, (times.length + 1) >> 1);
  const rowBytes = labels.reduce((sum, label) => sum + label.length, stem.length);
  // Slow in name only: apart from the shared pool, and not filled with zeros that every byte would overwrite.
  const buffer = Buffer.allocUnsafeSlow(mostRows * rowBytes + source.length + after.length + OVERRUN_BYTES);
  const out: Uint8Array = buffer;
  const view = new DataView(buffer.buffer);

  const valuesAt = startsOf(columns);
  let firstAt = valuesAt[0] ?? 0;
  let timesAt = 0;
  let minuteMs = Number.NEGATIVE_INFINITY;
  let ms = 0;
  let at = 0;
  let row = 0;
  for (; row < mostRows && timesAt < times.length; row++) {
    let afterOriginMs = 0;
    for (let digit = source[timesAt++] as number; digit !== COMMA; digit = source[timesAt++] as number) {
      afterOriginMs = afterOriginMs * 10 + digit - ZERO;
    }
    ms = originMs + afterOriginMs;
    if (ms - minuteMs >= MINUTE_MS) {
      minuteMs = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
      stem.setMinute(minuteMs);
    }
    copyWords(view, at, stem.words);
    writeSeconds(out, at + stem.secondsAt, (ms - minuteMs) | 0);
    at += stem.length;
    // The first column, the only one of readings, has its place in a variable: that alone saves a quarter.
    for (let byte = source[firstAt++] as number; byte !== COMMA; byte = source[firstAt++] as number) {
      out[at++] = byte;
    }
    for (let column = 1; column < valuesAt.length; column++) {
      const label = labels[column - 1] as Piece;
      copyWords(view, at, label.words);
      at += label.length;
      let from = valuesAt[column] as number;
      for (let byte = source[from++] as number; byte !== COMMA; byte = source[from++] as number) {
        out[at++] = byte;
      }
      valuesAt[column] = from;
    }
  }
  copyWords(view, at, after.words);
  at += row === 0 ? 0 : after.length;
  return {
    bytes: out.subarray(Math.min(at, after.length), at),
    source,
    count: row,
    hasMore: timesAt < times.length,
    lastMs: ms,
  };
}

/** A text that rows have in common, as words to be copied: the last one may reach beyond its end. */
interface Piece {
  readonly words: Int32Array;
  readonly length: number;
}

function makePiece(text: string): Piece {
  const bytes = Buffer.from(text + '\0'.repeat(OVERRUN_BYTES));
  return { words: readWords(bytes, new Int32Array(bytes.length >> 2)), length: bytes.length - OVERRUN_BYTES };
}

function readWords(bytes: Buffer, words: Int32Array): Int32Array {
  for (let word = 0; word < words.length; word++) {
    words[word] = bytes.readInt32LE(word * 4);
  }
  return words;
}

/** Four times faster than byte by byte, and than `set`, for what is as short as this. */
function copyWords(view: DataView, at: number, words: Int32Array): void {
  for (let word = 0; word < words.length; word++) {
    view.setInt32(at + word * 4, words[word] as number, true);
  }
}

/** What all rows of a minute begin with, up to the first value; their seconds are patched afterwards. */
function makeStem({ before, labels, after }: RowLayout) {
  const stampAt = Buffer.byteLength(after + before);
  const bytes = Buffer.from(`${after}${before}${EMPTY_STAMP}${labels[0] ?? ''}${'\0'.repeat(OVERRUN_BYTES)}`);
  const words = new Int32Array(bytes.length >> 2);
  return {
    words,
    length: bytes.length - OVERRUN_BYTES,
    secondsAt: stampAt + SECONDS_AT,
    setMinute: (minuteMs: number) => {
      bytes.write(new Date(minuteMs).toISOString(), stampAt, 'latin1');
      readWords(bytes, words);
    },
  };
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

/** Writes `ss.mmm`; the point stands there already. */
function writeSeconds(out: Uint8Array, at: number, msOfMinute: number): void {
  const second = (msOfMinute / 1000) | 0;
  const ms = msOfMinute - second * 1000;
  writeTwoDigits(out, at, second);
  if (ms !== 0) {
    const hundreds = (ms / 100) | 0;
    out[at + 3] = ZERO + hundreds;
    writeTwoDigits(out, at + 4, ms - hundreds * 100);
  }
}

function writeTwoDigits(out: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  out[at] = ZERO + tens;
  out[at + 1] = ZERO + value - tens * 10;
}
