import { requestLog, type RequestRecord } from '../host/requestLog.ts';

const MAX_RECORDS = 1000;
const records: RequestRecord[] = [];

requestLog.subscribe((record) => {
  records.push(record);
  if (records.length > MAX_RECORDS) {
    records.shift();
  }
});

/**
 * The data source requests in flight during a time range, sorted by start time. Panels that load together share requests,
 * so a request cannot be attributed to a panel.
 */
export function requestsBetween(fromEpochMs: number, toEpochMs = Date.now()): RequestRecord[] {
  return records
    .filter(({ url }) => url.startsWith('/api/datasources/proxy/'))
    .filter(
      ({ startedAtEpochMs, durationMs }) =>
        startedAtEpochMs + durationMs >= fromEpochMs && startedAtEpochMs <= toEpochMs
    )
    .sort((a, b) => a.startedAtEpochMs - b.startedAtEpochMs);
}
