import { type CallContext, TelemetryClient } from '../core/api/telemetryClient';
import { createConcurrencyLimit } from '../core/concurrency/concurrencyLimit';
import { createRequestDeduper } from '../core/concurrency/requestDeduper';
import { CoverageCache, type CoverageLimits } from '../core/history/fetch/coverageCache';
import { HistorySource } from '../core/history/fetch/historySource';
import { createFakeClock, type FakeClock } from './fakeClock';
import type { SpecDecisions } from './specDecisions';
import { createSpecServer, type SpecServer } from './specServer';
import type { SpecWorld } from './specWorld';

/** The real client in front of a test server; only time and chance are not real. */
export interface TestClient {
  readonly client: TelemetryClient;
  /** With an empty memory at first. */
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

/** @param clock stands in March 2026 unless told otherwise, where nothing after it is kept in memory */
export function createTestClient(
  world: SpecWorld | (() => SpecWorld),
  decisions: Partial<SpecDecisions> = {},
  { maxConcurrent = 6, clock = createFakeClock(), limits = CACHE_LIMITS } = {}
): TestClient {
  const server = createSpecServer(world, decisions);
  const limit = createConcurrencyLimit(maxConcurrent);
  const client = new TelemetryClient({ transport: server.transport, limit, clock, random: () => 0.5 });
  const cache = new CoverageCache(limits, clock);
  return { client, history: new HistorySource(client, cache, createRequestDeduper()), cache, server, clock };
}

/** A caller who goes on listening, unless the test gives a signal of its own. */
export function listening(signal: AbortSignal = new AbortController().signal): CallContext {
  return { group: 'test', signal };
}
