import type { Level } from '../time/level';
import { parseTimestamp } from '../time/timestamp';
import type { EpochMs } from '../time/window';
import { arrayField, asObject, type JsonObject, malformed, nextCursorField, textField } from './fields';
import { type Rows, rowsOfLength, sliceRows } from './rows';

/** One page of a tag's history. */
export interface HistoryPage {
  readonly name: string;
  readonly unit: string;
  /** In the order of the page, which is not yet known to be that of time. */
  readonly rows: Rows;
  /** How many rows the page had, used or not. */
  readonly receivedRows: number;
  /** Rows that could not be used: no instant, or a value that is no finite number. */
  readonly unusableRows: number;
  readonly nextCursor: string | null;
  /** Readings that reached the server later are not in it. */
  readonly asOfEpochMs: EpochMs;
}

/** What the wire calls the levels. */
export const WIRE_LEVEL: Readonly<Record<Level, string>> = { raw: 'crudo', '1m': '1m', '1h': '1h', '1d': '1d' };

const WHERE = 'v1/lecturas';

/**
 * Names what `GET /v1/lecturas` sent. A bucket without readings (`n` = 0) is the same as no bucket. A row that cannot
 * be used is left out and counted, because one bad row must not cost the page.
 * @param asOfEpochMs no later than the server put the page together
 * @throws TelemetryError `malformed` when the page itself is not what the specification promises
 */
export function decodeHistoryPage(body: unknown, level: Level, asOfEpochMs: EpochMs): HistoryPage {
  const page = asObject(body, WHERE);
  const sentLevel = page.intervalo;
  if (typeof sentLevel === 'string' && sentLevel !== WIRE_LEVEL[level]) {
    throw malformed(`${WHERE}.intervalo`, `"${WIRE_LEVEL[level]}" as asked for`, sentLevel);
  }
  const data = arrayField(page, 'datos', WHERE);
  const rows = rowsOfLength(data.length);
  const readRow = level === 'raw' ? readReading : readBucket;
  let used = 0;
  let empty = 0;
  for (const item of data) {
    const outcome = isObject(item) ? readRow(item, rows, used) : 'unusable';
    if (outcome === 'used') {
      used++;
    } else if (outcome === 'empty') {
      empty++;
    }
  }
  return {
    name: textField(page, 'nombre'),
    unit: textField(page, 'unidad'),
    rows: used === data.length ? rows : sliceRows(rows, 0, used),
    receivedRows: data.length,
    unusableRows: data.length - used - empty,
    nextCursor: nextCursorField(page, WHERE),
    asOfEpochMs,
  };
}

type RowOutcome = 'used' | 'empty' | 'unusable';

function readReading(item: JsonObject, rows: Rows, index: number): RowOutcome {
  const { ts, valor: value } = item;
  return write(rows, index, parseTimestamp(ts), value, value, value, 1);
}

function readBucket(item: JsonObject, rows: Rows, index: number): RowOutcome {
  const { ts, avg, min, max, n } = item;
  if (n === 0) {
    return 'empty';
  }
  const usableN = typeof n === 'number' && Number.isSafeInteger(n) && n > 0 ? n : NaN;
  return write(rows, index, parseTimestamp(ts), avg, min, max, usableN);
}

function write(
  rows: Rows,
  index: number,
  timeEpochMs: EpochMs,
  avg: unknown,
  min: unknown,
  max: unknown,
  n: number
): RowOutcome {
  if (
    Number.isNaN(timeEpochMs) ||
    typeof avg !== 'number' ||
    typeof min !== 'number' ||
    typeof max !== 'number' ||
    !Number.isFinite(avg) ||
    !Number.isFinite(min) ||
    !Number.isFinite(max)
  ) {
    return 'unusable';
  }
  rows.timeEpochMs[index] = timeEpochMs;
  rows.avg[index] = avg;
  rows.min[index] = min;
  rows.max[index] = max;
  rows.n[index] = n;
  return 'used';
}

function isObject(item: unknown): item is JsonObject {
  return typeof item === 'object' && item !== null;
}
