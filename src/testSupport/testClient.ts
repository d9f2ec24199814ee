import { ApiClient, type CallContext } from '../core/api/apiClient';
import { createConcurrencyLimit } from '../core/concurrency/concurrencyLimit';
import { createRequestDeduper } from '../core/concurrency/requestDeduper';
import { CoverageCache, type CoverageLimits } from '../core/history/fetch/coverageCache';
import { HistorySource } from '../core/history/fetch/historySource';
import { createFakeClock, type FakeClock } from './testClocks';
import type { ServerBehavior } from './specServer/serverBehavior';
import { createSpecServer, type SpecServer } from './specServer/specServer';
import type { SpecData } from './specServer/specData';

/** The production client connected to a test server, with a fake clock and fixed random numbers. */
export interface TestClient {
  readonly client: ApiClient;
  /** Starts with an empty cache. */
  readonly history: HistorySource;
  readonly cache: CoverageCache;
  readonly server: SpecServer;
  readonly clock: FakeClock;
}

export const CACHE_LIMITS: CoverageLimits = {
  lateArrivalMs: 10 * 60_000,
  maxCacheAgeMs: 60 * 60_000,
  maxCacheBytes: 64 * 2 ** 20,
};

/** @param clock is set to March 2026 by default; readings that are later than the clock are not cached */
export function createTestClient(
  data: SpecData | (() => SpecData),
  behavior: Partial<ServerBehavior> = {},
  { maxConcurrent = 6, clock = createFakeClock(), limits = CACHE_LIMITS } = {}
): TestClient {
  const server = createSpecServer(data, behavior);
  const limit = createConcurrencyLimit(maxConcurrent);
  const client = new ApiClient({ transport: server.transport, limit, clock, random: () => 0.5 });
  const cache = new CoverageCache(limits);
  return { client, history: new HistorySource(client, cache, createRequestDeduper()), cache, server, clock };
}

/** The context of a call. By default, its signal is never aborted. */
export function testContext(signal: AbortSignal = new AbortController().signal): CallContext {
  return { group: 'test', signal };
}
