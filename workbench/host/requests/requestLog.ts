/** A request of the plugin or the page for the inspect pane, without headers and body, which can contain secrets. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  readonly requestId?: string;
  readonly startedAtEpochMs: number;
  readonly durationMs: number;
  /** The HTTP status, or the outcome of a request without a response. */
  readonly outcome: number | 'cancelled' | 'failed';
  readonly responseBytes?: number;
}

const MAX_RECORDS = 1000;
const records: RequestRecord[] = [];

/** Keeps the record of a request that has ended. */
export function logRequest(record: RequestRecord) {
  records.push(record);
  records.splice(0, records.length - MAX_RECORDS);
}

/**
 * The data source requests in flight during a time range, sorted by start time. Panels that load together share requests,
 * so a request cannot be attributed to a panel.
 */
export function requestsBetween(fromEpochMs: number, toEpochMs = Date.now()): RequestRecord[] {
  const isInFlight = ({ startedAtEpochMs, durationMs }: RequestRecord) =>
    startedAtEpochMs + durationMs >= fromEpochMs && startedAtEpochMs <= toEpochMs;
  return records
    .filter((record) => record.url.startsWith('/api/datasources/proxy/') && isInFlight(record))
    .sort((a, b) => a.startedAtEpochMs - b.startedAtEpochMs);
}
