import { malformed } from '../api/fields';
import { OPERATIONS } from '../api/operations';
import type { ReceivedRows } from '../api/transport';

/** The media type of docs/columns.md, with its version. */
export const COLUMNS_TYPE = 'application/vnd.telemetria.columns.v1';

const VERSION = 1;
const MAX_COLUMNS = 5;
const MAX_EXPONENT = 9;

/** How the numbers of a column are written. */
const AS_DOUBLES = 0;
const FROM_ROW_BEFORE = 1;
const FROM_AVERAGE = 2;

/** The columns that share a divisor: averages or values, minima, maxima. */
const FIRST_VALUE_COLUMN = 1;
const LAST_VALUE_COLUMN = 3;

/** A page of history as the plugin's backend sends it. */
export interface ColumnPage {
  /** The page without `datos`. */
  readonly body: unknown;
  readonly rows: ReceivedRows;
}

/**
 * Reads the format of docs/columns.md.
 * @throws TelemetryError `malformed` for anything else
 */
export function decodePageColumns(bytes: Uint8Array): ColumnPage {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) {
    throw malformed(OPERATIONS.history.path, `version ${VERSION} of the columns`, version);
  }
  const columnCount = reader.count();
  const receivedRows = reader.count();
  const emptyRows = reader.count();
  const length = reader.count();
  const unusable = reader.count();
  const bodyLength = reader.count();
  const exponent = reader.count();
  // A value takes a byte at least, so that no more memory is asked for than the bytes justify.
  if (columnCount > MAX_COLUMNS || columnCount * length > bytes.length || exponent > MAX_EXPONENT) {
    throw unreadable();
  }
  const body = parseBody(reader.take(bodyLength));
  const unusableBuckets = reader.doubles(2 * unusable);
  const columns = new Float64Array(columnCount * length);
  let averages: Float64Array | undefined;
  for (let index = 0; index < columnCount; index++) {
    const column = columns.subarray(index * length, (index + 1) * length);
    const isValue = index >= FIRST_VALUE_COLUMN && index <= LAST_VALUE_COLUMN;
    const numerators = readColumn(reader, column, isValue ? 10 ** exponent : 1, averages);
    averages = index === FIRST_VALUE_COLUMN ? numerators : averages;
  }
  reader.requireEnd();
  return { body, rows: { receivedRows, emptyRows, columnCount, columns, unusableBuckets } };
}

/**
 * Fills a column.
 * @param averages the numerators of the averages, if they were read before
 * @returns its numerators; undefined if it has none
 */
function readColumn(
  reader: ByteReader,
  column: Float64Array,
  divisor: number,
  averages: Float64Array | undefined
): Float64Array | undefined {
  switch (reader.byte()) {
    case AS_DOUBLES:
      column.set(reader.doubles(column.length));
      return undefined;
    case FROM_ROW_BEFORE:
      return readNumerators(reader, column, divisor, undefined);
    case FROM_AVERAGE:
      if (averages !== undefined) {
        return readNumerators(reader, column, divisor, averages);
      }
  }
  throw unreadable();
}

/**
 * A numerator divided by a power of ten is the nearest double, which is what a parser of the decimal text returns.
 * @returns the numerators that were added up
 */
function readNumerators(
  reader: ByteReader,
  column: Float64Array,
  divisor: number,
  averages: Float64Array | undefined
): Float64Array {
  reader.differences(column);
  if (averages !== undefined) {
    for (let row = 0; row < column.length; row++) {
      column[row] = (averages[row]! + column[row]!) / divisor;
    }
    return averages;
  }
  let before = 0;
  for (let row = 0; row < column.length; row++) {
    before += column[row]!;
    column[row] = before;
  }
  if (divisor === 1) {
    return column;
  }
  const numerators = column.slice();
  for (let row = 0; row < column.length; row++) {
    column[row] = column[row]! / divisor;
  }
  return numerators;
}

function parseBody(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    throw unreadable();
  }
}

function unreadable(): Error {
  return malformed(OPERATIONS.history.path, 'columns', 'other bytes');
}

/** Reads bytes from the beginning. */
class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) {
      throw unreadable();
    }
    return byte;
  }

  /** A whole number, seven bits a byte, the lowest ones first. The last byte has no eighth bit. */
  number(): number {
    let byte = this.byte();
    if (byte < 128) {
      return byte;
    }
    let value = byte - 128;
    let factor = 128;
    do {
      byte = this.byte();
      value += (byte % 128) * factor;
      factor *= 128;
    } while (byte >= 128);
    if (!Number.isSafeInteger(value)) {
      throw unreadable();
    }
    return value;
  }

  /**
   * Numbers that stand for 0, -1, 1, -2, 2. Nearly all of them have one to three bytes, which are read here: a call for each byte
   * takes three times as long.
   */
  differences(into: Float64Array): void {
    const { bytes } = this;
    const lastStart = bytes.length - 3;
    let at = this.at;
    for (let index = 0; index < into.length; index++) {
      if (at <= lastStart) {
        const first = bytes[at]!;
        const second = bytes[at + 1]!;
        const third = bytes[at + 2]!;
        let code = first;
        let length = 1;
        if (first >= 128) {
          code += (second - 1) << 7;
          length = 2;
          if (second >= 128) {
            code += (third - 1) << 14;
            length = third < 128 ? 3 : 0;
          }
        }
        if (length > 0) {
          into[index] = (code >>> 1) ^ -(code & 1);
          at += length;
          continue;
        }
      }
      this.at = at;
      const large = this.number();
      at = this.at;
      into[index] = large % 2 === 0 ? large / 2 : -(large + 1) / 2;
    }
    this.at = at;
  }

  /** A number of things that take a byte at least. */
  count(): number {
    const count = this.number();
    if (count > this.bytes.length) {
      throw unreadable();
    }
    return count;
  }

  take(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) {
      throw unreadable();
    }
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Little-endian, wherever they begin. */
  doubles(length: number): Float64Array {
    const { buffer, byteOffset, byteLength } = this.take(8 * length);
    const view = new DataView(buffer, byteOffset, byteLength);
    return Float64Array.from({ length }, (_none, index) => view.getFloat64(8 * index, true));
  }

  requireEnd(): void {
    if (this.at !== this.bytes.length) {
      throw unreadable();
    }
  }
}
