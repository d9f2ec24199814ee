import { type CallContext, TelemetryClient } from '../core/api/telemetryClient';
import { createLimiter } from '../core/concurrency/limiter';
import { createFakeClock, type FakeClock } from './fakeClock';
import { type SpecDecisions } from './specDecisions';
import { createSpecServer, type SpecServer } from './specServer';
import { type SpecWorld } from './specWorld';

/** The real client in front of a test server; only time and chance are not real. */
export interface TestClient {
  readonly client: TelemetryClient;
  readonly server: SpecServer;
  readonly clock: FakeClock;
}

export function createTestClient(
  world: SpecWorld | (() => SpecWorld),
  decisions: Partial<SpecDecisions> = {},
  maxConcurrent = 6
): TestClient {
  const server = createSpecServer(world, decisions);
  const clock = createFakeClock();
  const limit = createLimiter(maxConcurrent);
  return {
    client: new TelemetryClient({ transport: server.transport, limit, clock, random: () => 0.5 }),
    server,
    clock,
  };
}

/** A caller who goes on listening, unless the test gives a signal of its own. */
export function listening(signal: AbortSignal = new AbortController().signal): CallContext {
  return { group: 'test', signal };
}
