import type { ApiClient, CallContext } from '../api/apiClient';
import {
  arrayField,
  asObject,
  type JsonObject,
  malformed,
  nextCursorField,
  parseNumber,
  textField,
} from '../api/fields';
import { OPERATIONS } from '../api/operations';
import type { ReceivedRows } from '../api/transport';
import type { Stopwatch } from '../time/clock';
import type { Level } from '../time/step';
import type { SeriesId } from '../inventory/seriesId';
import { parseTimestamp } from '../time/timestamp';
import type { EpochMs, TimeWindow } from '../time/window';
import {
  BUCKET_COLUMNS,
  bucketColumns,
  bucketRows,
  READING_COLUMNS,
  readingColumns,
  readingRows,
  type Rows,
  rowCount,
  sliceRows,
} from './rows';

/** One page of a tag's history. */
export interface HistoryPage {
  readonly name: string;
  readonly unit: string;
  /** In the order of the page, which need not be that of time. */
  readonly rows: Rows;
  /** How many rows the page had, used or not. */
  readonly receivedRows: number;
  /** Rows without a usable time or number. */
  readonly unusableRows: number;
  /** The buckets among them. */
  readonly unusableBuckets: readonly UnusableBucket[];
  readonly nextCursor: string | undefined;
  /** Readings that reached the server later are not included. */
  readonly asOfEpochMs: EpochMs;
  /** Since it was requested from the API. */
  readonly age: Stopwatch;
}

/** What the page was requested for. */
export interface RequestedHistory extends SeriesId {
  readonly level: Level;
}

/** A bucket that cannot be used. Its place on the page shows where an unknown start must be. */
export interface UnusableBucket {
  /** Undefined when the row has no usable time. */
  readonly startEpochMs: EpochMs | undefined;
  /** How many of the page's `rows` come before it. */
  readonly rowsBefore: number;
}

/** A page to request; without a cursor, the first of the window. */
export interface HistoryPageQuery extends RequestedHistory, TimeWindow {
  readonly limit: number;
  readonly cursor: string | undefined;
}

const { path: PATH, params: PARAMS } = OPERATIONS.history;

/** The levels as the wire names them. */
const WIRE_LEVEL: Readonly<Record<Level, (typeof PARAMS.intervalo)[number]>> = {
  raw: 'crudo',
  '1m': '1m',
  '1h': '1h',
  '1d': '1d',
};

/** Requests a page and decodes it, see `decodeHistoryPage`. */
export function fetchHistoryPage(
  client: ApiClient,
  query: HistoryPageQuery,
  context: CallContext
): Promise<HistoryPage> {
  const params = {
    dispositivo: query.device,
    tag: query.tag,
    desde: query.fromEpochMs,
    hasta: query.toEpochMs,
    intervalo: WIRE_LEVEL[query.level],
    limite: query.limit,
    siguiente: query.cursor,
  };
  return client.get(
    OPERATIONS.history,
    params,
    (body, asOfEpochMs, rows, age) => ({ ...decodeHistoryPage(body, query, asOfEpochMs, rows), age }),
    context
  );
}

/**
 * Decodes a page of history. A bucket without readings (`n` = 0) is the same as no bucket. An unusable row
 * is left out and counted, because one bad row must not cost the page.
 * @param requested a response for anything else is an error
 * @param asOfEpochMs no later than the server put the page together
 * @param received the rows, if they were decoded on the way; absent: those of `datos`
 * @throws TelemetryError `malformed` when the page itself is not what the specification promises
 */
export function decodeHistoryPage(
  body: unknown,
  requested: RequestedHistory,
  asOfEpochMs: EpochMs,
  received?: ReceivedRows
): Omit<HistoryPage, 'age'> {
  const page = asObject(body, PATH);
  const { device, tag, level } = requested;
  requireAsRequested(page, 'dispositivo', device);
  requireAsRequested(page, 'tag', tag);
  requireAsRequested(page, 'intervalo', WIRE_LEVEL[level]);
  const { rows, receivedRows, emptyRows, unusableBuckets } =
    received === undefined ? decodeJsonRows(page, level) : decodeColumns(received, level);
  return {
    name: textField(page, 'nombre'),
    unit: textField(page, 'unidad'),
    rows,
    receivedRows,
    unusableRows: receivedRows - rowCount(rows) - emptyRows,
    unusableBuckets,
    nextCursor: nextCursorField(page, PATH),
    asOfEpochMs,
  };
}

/** A response for another tag must never be rendered as this one. A field that the server leaves out says nothing. */
function requireAsRequested(page: JsonObject, field: string, requested: string): void {
  const sent = page[field];
  if ((typeof sent === 'string' || typeof sent === 'number') && String(sent) !== requested) {
    throw malformed(`${PATH}.${field}`, `${JSON.stringify(requested)} as requested`, sent);
  }
}

/** The rows of a page. */
export interface DecodedRows extends Pick<HistoryPage, 'rows' | 'receivedRows' | 'unusableBuckets'> {
  /** Buckets without readings. */
  readonly emptyRows: number;
}

/** @throws TelemetryError `malformed` when `datos` is no array */
export function decodeJsonRows(page: JsonObject, level: Level): DecodedRows {
  const data = arrayField(page, 'datos', PATH);
  return level === 'raw' ? decodeReadings(data) : decodeBuckets(data);
}

/** @throws TelemetryError `malformed` when they are rows of another level */
function decodeColumns(received: ReceivedRows, level: Level): DecodedRows {
  const { columns, columnCount, receivedRows, emptyRows, unusableBuckets: pairs } = received;
  const isRaw = level === 'raw';
  if (columnCount !== (isRaw ? READING_COLUMNS : BUCKET_COLUMNS)) {
    throw malformed(`${PATH}.datos`, `rows of ${WIRE_LEVEL[level]}`, `${columnCount} columns`);
  }
  return {
    rows: isRaw ? readingColumns(columns) : bucketColumns(columns),
    receivedRows,
    emptyRows,
    unusableBuckets: Array.from({ length: pairs.length / 2 }, (_none, index) => {
      const startEpochMs = pairs[2 * index]!;
      return {
        startEpochMs: Number.isNaN(startEpochMs) ? undefined : startEpochMs,
        rowsBefore: pairs[2 * index + 1]!,
      };
    }),
  };
}

function decodeReadings(data: readonly unknown[]): DecodedRows {
  const rows = readingRows(data.length);
  let used = 0;
  for (const item of data) {
    if (!isObject(item)) {
      continue;
    }
    const timeEpochMs = parseTimestamp(item.ts);
    const value = parseNumber(item.valor);
    if (!Number.isNaN(timeEpochMs) && Number.isFinite(value)) {
      rows.timeEpochMs[used] = timeEpochMs;
      rows.avg[used] = value;
      used++;
    }
  }
  return { rows: usedRows(rows, used), receivedRows: data.length, emptyRows: 0, unusableBuckets: [] };
}

function decodeBuckets(data: readonly unknown[]): DecodedRows {
  const rows = bucketRows(data.length);
  const unusableBuckets: UnusableBucket[] = [];
  let used = 0;
  let emptyRows = 0;
  for (const item of data) {
    if (!isObject(item)) {
      unusableBuckets.push({ startEpochMs: undefined, rowsBefore: used });
      continue;
    }
    const n = parseNumber(item.n);
    if (n === 0) {
      emptyRows++;
      continue;
    }
    const timeEpochMs = parseTimestamp(item.ts);
    const avg = parseNumber(item.avg);
    const min = parseNumber(item.min);
    const max = parseNumber(item.max);
    if (Number.isNaN(timeEpochMs) || !Number.isFinite(avg) || !Number.isFinite(min) || !Number.isFinite(max)) {
      const startEpochMs = Number.isNaN(timeEpochMs) ? undefined : timeEpochMs;
      unusableBuckets.push({ startEpochMs, rowsBefore: used });
      continue;
    }
    rows.timeEpochMs[used] = timeEpochMs;
    rows.avg[used] = avg;
    rows.min[used] = min;
    rows.max[used] = max;
    rows.n[used] = Number.isSafeInteger(n) && n > 0 ? n : NaN;
    used++;
  }
  return { rows: usedRows(rows, used), receivedRows: data.length, emptyRows, unusableBuckets };
}

function usedRows(rows: Rows, used: number): Rows {
  return used === rowCount(rows) ? rows : sliceRows(rows, 0, used);
}

function isObject(item: unknown): item is JsonObject {
  return typeof item === 'object' && item !== null;
}
