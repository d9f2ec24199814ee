import { TelemetryClient } from '../core/api/telemetryClient';
import type { Transport } from '../core/api/transport';
import { createLimiter } from '../core/concurrency/limiter';
import { createSharedWork } from '../core/concurrency/sharedWork';
import { CoverageCache } from '../core/history/coverageCache';
import { HistorySource } from '../core/history/historySource';
import { Inventory } from '../core/inventory/inventory';
import type { Clock } from '../core/time/clock';
import type { DataSourceLimits } from '../query/dataSourceSettings';

/** What the queries of one data source share. */
export interface HistoryTools {
  readonly client: TelemetryClient;
  readonly history: HistorySource;
  readonly inventory: Inventory;
  readonly clock: Clock;
  readonly limits: DataSourceLimits;
  /** Colours to take turns with. */
  readonly palette: readonly string[];
  /** The zone of the browser, for dashboards that follow it. */
  readonly browserZone: string;
}

/** The outside world of a data source, and what it was set up with. */
export interface HistoryToolsParts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly limits: DataSourceLimits;
  readonly palette: readonly string[];
  readonly browserZone: string;
}

/**
 * One set for each data source: all of its panels share the places for requests and what was read. Grafana makes a new
 * data source when its settings were changed, so that nothing read with the old ones is used any more.
 */
export function createHistoryTools(parts: HistoryToolsParts): HistoryTools {
  const { transport, clock, random, limits, palette, browserZone } = parts;
  const limit = createLimiter(limits.maxConcurrentRequests);
  const client = new TelemetryClient({ transport, limit, clock, random });
  const history = new HistorySource(client, new CoverageCache(limits, clock), createSharedWork());
  return { client, history, inventory: new Inventory(client, clock), clock, limits, palette, browserZone };
}
