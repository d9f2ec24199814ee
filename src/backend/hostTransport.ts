import type { ApiRequest, ApiResponse, ReceivedRows, Transport } from '../core/api/transport';
import type { HostOutcome, HostRows } from './host';

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
  return {
    status,
    body: parseBody(body),
    ...(rows !== null && { rows: viewRows(rows) }),
    header: (name) => headers[name] || undefined,
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Without a copy. */
function viewRows({ columns, unusableBuckets, ...counts }: HostRows): ReceivedRows {
  return {
    ...counts,
    columns: new Float64Array(columns),
    unusableBuckets: new Float64Array(unusableBuckets),
  };
}
