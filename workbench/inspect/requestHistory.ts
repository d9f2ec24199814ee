import { requestLog, type RequestRecord } from '../host/requestLog.ts';

const MOST_RECORDS = 1000;
const records: RequestRecord[] = [];

requestLog.subscribe((record) => {
  records.push(record);
  if (records.length > MOST_RECORDS) {
    records.shift();
  }
});

/**
 * The requests to data sources that were under way in a span of time, by their starts. Panels that load together share
 * requests, so a request cannot be told apart by panel.
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
