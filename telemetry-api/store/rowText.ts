const COMMA = 44;
const ZERO = 48;
const DAY_MS = 86_400_000;
const EMPTY_STAMP = '0000-00-00T00:00:00.000Z';
const TIME_OF_DAY_AT = 11;

/** How a row is written: `before`, the time, then for each column its label and its value, then `after`. */
export interface RowLayout {
  readonly before: string;
  readonly labels: readonly string[];
  readonly after: string;
}

export interface RowText {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Rows that came and were left out because of the limit. */
  readonly leftOut: number;
  /** Time of the last row; meaningless when there is none. */
  readonly lastMs: number;
}

/**
 * Writes rows from columns as PostgreSQL sent them, each the texts of its rows joined by commas, byte by byte: numbers are copied as they
 * came and never become numbers here; only times (whole ms since 1970) are rewritten, as ISO 8601 in UTC.
 * A third of the time of decoding rows and JSON.stringify (docs/api.md has the figures).
 *
 *   {"ts":"2026-01-31T06:00:00.000Z ","valor": 20.5  },
 *   `- head, one a day -´`patched-´ `-label--´ copied `- after
 */
export function writeRows(times: string, columns: readonly string[], layout: RowLayout, limit: number): RowText {
  const stamps = Buffer.from(times, 'latin1');
  const rowsThere = countRows(stamps);
  const rows = Math.min(rowsThere, limit);
  const labels = layout.labels.map(toBytes);
  const sources = columns.map((text) => Buffer.from(text, 'latin1'));
  const head = toBytes(layout.before + EMPTY_STAMP);
  const after = toBytes(layout.after);
  const rowBytes = labels.reduce((sum, label) => sum + label.length, head.length + after.length);
  // Slow in name only: apart from the shared pool, and not filled with zeros that every byte would overwrite.
  const out: Uint8Array = Buffer.allocUnsafeSlow(
    rows * rowBytes + sources.reduce((sum, source) => sum + source.length, 0)
  );

  const stampAt = head.length - EMPTY_STAMP.length;
  const sourceAt = new Int32Array(sources.length);
  let timesAt = 0;
  let day = -1;
  let ms = 0;
  let at = 0;
  for (let row = 0; row < rows; row++) {
    ms = 0;
    for (let digit = stamps[timesAt++]; digit !== undefined && digit !== COMMA; digit = stamps[timesAt++]) {
      ms = ms * 10 + digit - ZERO;
    }
    if (Math.floor(ms / DAY_MS) !== day) {
      day = Math.floor(ms / DAY_MS);
      head.set(toBytes(new Date(day * DAY_MS).toISOString().slice(0, TIME_OF_DAY_AT)), stampAt);
    }
    out.set(head, at);
    writeTimeOfDay(out, at + stampAt + TIME_OF_DAY_AT, ms - day * DAY_MS);
    at += head.length;
    for (let column = 0; column < sources.length; column++) {
      const label = labels[column] as Uint8Array;
      for (let i = 0; i < label.length; i++) {
        out[at++] = label[i] as number;
      }
      const source = sources[column] as Uint8Array;
      let from = sourceAt[column] as number;
      for (; from < source.length && source[from] !== COMMA; from++) {
        out[at++] = source[from] as number;
      }
      sourceAt[column] = from + 1;
    }
    for (let i = 0; i < after.length; i++) {
      out[at++] = after[i] as number;
    }
  }
  return { bytes: out.subarray(0, at), count: rows, leftOut: rowsThere - rows, lastMs: ms };
}

/** Writes `hh:mm:ss.mmm` over the zeros; the colons and the point stay. */
function writeTimeOfDay(out: Uint8Array, at: number, msOfDay: number): void {
  const minutes = Math.floor(msOfDay / 60_000);
  const hour = Math.floor(minutes / 60);
  const rest = msOfDay - minutes * 60_000;
  const second = Math.floor(rest / 1000);
  const ms = rest - second * 1000;
  const hundreds = Math.floor(ms / 100);
  writeTwoDigits(out, at, hour);
  writeTwoDigits(out, at + 3, minutes - hour * 60);
  writeTwoDigits(out, at + 6, second);
  out[at + 9] = ZERO + hundreds;
  writeTwoDigits(out, at + 10, ms - hundreds * 100);
}

function writeTwoDigits(out: Uint8Array, at: number, value: number): void {
  const tens = Math.floor(value / 10);
  out[at] = ZERO + tens;
  out[at + 1] = ZERO + value - tens * 10;
}

function countRows(stamps: Uint8Array): number {
  let count = stamps.length === 0 ? 0 : 1;
  for (let i = 0; i < stamps.length; i++) {
    if (stamps[i] === COMMA) {
      count++;
    }
  }
  return count;
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'utf8'));
}
