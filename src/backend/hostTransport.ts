import { asObject } from '../core/api/fields';
import type { ApiRequest, ApiResponse, Transport } from '../core/api/transport';
import { decodeJsonRows, type DecodedRows, type DecodeRows } from '../core/history/historyPage';
import { bucketColumns, readingColumns } from '../core/history/rows';
import type { Level } from '../core/time/step';
import type { HostOutcome, HostRows } from './host';

/** The property of a page that has the rows that the host decoded. */
const NATIVE_ROWS = Symbol('rows');

/**
 * Sends the core's requests by the Go program, which has the address, the key and the TLS settings of the data source.
 * @param task the query that they are for; 0 if they are for none alone
 */
export function hostTransport(task: number): Transport {
  return (request, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const cancel = host.send(task, request.path, writeParams(request), request.noCache === true, (outcome) => {
        signal.removeEventListener('abort', abort);
        if (outcome.error === '') {
          resolve(createResponse(outcome));
        } else {
          reject(new Error(outcome.error));
        }
      });
      const abort = () => {
        cancel();
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
    });
}

function writeParams({ params }: ApiRequest): string {
  return Object.entries(params)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function createResponse({ status, body, rows, retryAfter, date }: HostOutcome): ApiResponse {
  const headers: Readonly<Record<string, string>> = { 'retry-after': retryAfter, date };
  return { status, body: parseBody(body, rows), header: (name) => headers[name] || undefined };
}

function parseBody(text: string, rows: HostOutcome['rows']): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  return rows === null ? body : { ...asObject(body, 'page'), [NATIVE_ROWS]: rows };
}

/** Rows that the host decoded, without a copy; those of JSON if it found no rows, so that errors are the same everywhere. */
export const decodeNativeRows: DecodeRows = (page, level) => {
  const native = (page as { readonly [NATIVE_ROWS]?: HostRows })[NATIVE_ROWS];
  return native === undefined ? decodeJsonRows(page, level) : decodeHostRows(native, level);
};

function decodeHostRows({ columns, receivedRows, emptyRows, unusableBuckets }: HostRows, level: Level): DecodedRows {
  const values = new Float64Array(columns);
  const pairs = new Float64Array(unusableBuckets);
  return {
    rows: level === 'raw' ? readingColumns(values) : bucketColumns(values),
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
