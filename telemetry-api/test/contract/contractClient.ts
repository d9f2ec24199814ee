import { ApiClient, type CallContext } from '../../../src/core/api/apiClient';
import type { Transport } from '../../../src/core/api/transport';
import { createConcurrencyLimit } from '../../../src/core/concurrency/concurrencyLimit';
import { createRequestDeduper } from '../../../src/core/concurrency/requestDeduper';
import { CoverageCache } from '../../../src/core/history/fetch/coverageCache';
import { HistorySource } from '../../../src/core/history/fetch/historySource';
import { systemClock } from '../../../src/core/time/clock';

/** Of all calls; never aborted. */
export const context: CallContext = { group: 'contract', signal: new AbortController().signal };

/** The plugin's real client, connected to a real service over HTTP. */
export function contractClient(address: string, secret: string): ApiClient {
  const transport: Transport = async ({ path, params }, signal) => {
    const answer = await fetch(`${address}/${path}?${new URLSearchParams(params).toString()}`, {
      headers: { authorization: `Bearer ${secret}` },
      signal,
    });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text), header: (name) => answer.headers.get(name) ?? undefined };
  };
  return new ApiClient({ transport, limit: createConcurrencyLimit(6), clock: systemClock, random: Math.random });
}

/** The plugin's history source with a client, and without a cache. */
export function contractHistory(client: ApiClient): HistorySource {
  const limits = { lateArrivalMs: 0, maxCacheAgeMs: 0, maxCacheBytes: 0 };
  return new HistorySource(client, new CoverageCache(limits), createRequestDeduper());
}
