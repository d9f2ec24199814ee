import { AlertSource } from '../core/alerts/alertSource';
import { ApiClient } from '../core/api/apiClient';
import { MAX_CONCURRENT_WHEN_SILENT, ResponseMonitor } from '../core/api/responseMonitor';
import type { Transport } from '../core/api/transport';
import { createConcurrencyLimit } from '../core/concurrency/concurrencyLimit';
import { createRequestDeduper, type DedupeRequest } from '../core/concurrency/requestDeduper';
import { ALWAYS_VISIBLE, type PageVisibility } from '../core/exports/watchExports';
import { CoverageCache } from '../core/history/fetch/coverageCache';
import { HistorySource } from '../core/history/fetch/historySource';
import { Inventory } from '../core/inventory/inventory';
import { createProfileLoader, type TagProfiles } from '../core/inventory/tagProfile';
import { LatestSource } from '../core/latest/latestSource';
import type { Clock } from '../core/time/clock';
import { MAX_PAGES_TOGETHER } from '../query/backendResources';
import type { ResolvedSettings } from '../query/dataSourceSettings';
import { ShownPanels } from './query/shownPanels';
import { KnownValues } from './variables/knownValues';

/** What all queries of one data source share. */
export interface DataSourceServices {
  /** Grafana's id of the data source, for links. */
  readonly dataSourceUid: string;
  readonly client: ApiClient;
  readonly history: HistorySource;
  readonly inventory: Inventory;
  /** The names of states and the limits of tags. */
  readonly tagProfiles: () => Promise<TagProfiles>;
  readonly latest: LatestSource;
  readonly alerts: AlertSource;
  /** Shares requests of the same content that are in flight at the same time. */
  readonly dedupe: DedupeRequest;
  readonly clock: Clock;
  readonly settings: ResolvedSettings;
  /** The theme's colors for series. */
  readonly palette: readonly string[];
  /** The time zone of dashboards set to browser time. */
  readonly browserZone: string;
  /** True if a response can be followed by others, so that a panel follows what goes on; false on the server. */
  readonly canFollow: boolean;
  /** Knows since when the API has not answered; undefined on the server, where nobody watches a query while it waits. */
  readonly monitor: ResponseMonitor | undefined;
  readonly visibility: PageVisibility;
  readonly shownPanels: ShownPanels;
  readonly knownValues: KnownValues;
}

/** The settings of a data source, and the outside world. */
export interface DataSourceEnvironment extends Pick<
  DataSourceServices,
  'dataSourceUid' | 'clock' | 'settings' | 'palette' | 'browserZone' | 'canFollow'
> {
  readonly transport: Transport;
  /** True if many pages of history may be requested at once; absent: never. */
  readonly takesManyPages?: () => Promise<boolean>;
  /** In [0, 1). */
  readonly random: () => number;
  /** Absent: always visible. */
  readonly visibility?: PageVisibility;
}

/**
 * One set for each data source: all of its panels share the slots for requests and the cache. Grafana creates a new data
 * source when its settings change, so nothing fetched with the old settings is used again.
 */
export function createDataSourceServices(environment: DataSourceEnvironment): DataSourceServices {
  const { dataSourceUid, random, clock, settings, palette, browserZone, canFollow, takesManyPages } = environment;
  const monitor = canFollow ? new ResponseMonitor(environment.transport, clock) : undefined;
  const { transport } = monitor ?? environment;
  // The connections that a silent API holds are those that the rest of Grafana needs, in every tab.
  const limitTo = (maxConcurrent: number) =>
    createConcurrencyLimit(() => Math.min(maxConcurrent, monitor?.isSilent() ? MAX_CONCURRENT_WHEN_SILENT : Infinity));
  const limit = limitTo(settings.maxConcurrentRequests);
  const manyPages = limitTo(MAX_PAGES_TOGETHER);
  const historyLimit = takesManyPages && (async () => ((await takesManyPages()) ? manyPages : limit));
  const client = new ApiClient({ transport, limit, historyLimit, clock, random });
  const dedupe = createRequestDeduper();
  return {
    dataSourceUid,
    client,
    history: new HistorySource(client, new CoverageCache(settings), dedupe),
    inventory: new Inventory(client, clock),
    tagProfiles: createProfileLoader(settings.tags, settings.tagTypes),
    latest: new LatestSource(client, dedupe, clock),
    alerts: new AlertSource(client, dedupe, clock, settings.alertLookBackMs),
    dedupe,
    clock,
    settings,
    palette,
    browserZone,
    canFollow,
    monitor,
    visibility: environment.visibility ?? ALWAYS_VISIBLE,
    shownPanels: new ShownPanels(clock, settings.maxCacheBytes),
    knownValues: new KnownValues(),
  };
}
