import { type DataQueryRequest, dateTime, rangeUtil } from '@grafana/data';
import { AlertSource } from '../core/alerts/alertSource';
import { resolveSettings, type TelemetrySettings } from '../query/dataSourceSettings';
import type { DataSourceServices } from '../grafana/dataSourceServices';
import { ShownPanels } from '../grafana/query/shownPanels';
import { KnownValues } from '../grafana/variables/knownValues';
import { ALWAYS_VISIBLE } from '../core/exports/watchExports';
import { createRequestDeduper } from '../core/concurrency/requestDeduper';
import { Inventory } from '../core/inventory/inventory';
import { createProfileLoader } from '../core/inventory/tagProfile';
import { LatestSource } from '../core/latest/latestSource';
import type { TimeWindow } from '../core/time/window';
import type { TelemetryQuery } from '../kinds/kinds';
import type { TestClient } from './testClient';

/** The request of a panel over a window. The targets may be incomplete, like saved queries. */
export function panelRequest(
  window: TimeWindow,
  targets: ReadonlyArray<Partial<TelemetryQuery>>,
  overrides: Partial<DataQueryRequest<TelemetryQuery>> = {}
): DataQueryRequest<TelemetryQuery> {
  const from = dateTime(window.fromEpochMs);
  const to = dateTime(window.toEpochMs);
  const range = { from, to, raw: { from, to } };
  const maxDataPoints = overrides.maxDataPoints ?? 1000;
  return {
    requestId: 'request',
    app: 'dashboard',
    panelId: 7,
    range,
    timezone: 'utc',
    scopedVars: {},
    startTime: 0,
    maxDataPoints,
    ...rangeUtil.calculateInterval(range, maxDataPoints),
    targets: targets.map((target, index) => ({ refId: String.fromCharCode(65 + index), ...target }) as TelemetryQuery),
    ...overrides,
  };
}

/** The services of a data source that is connected to a test server. */
export function dataSourceServices(
  { client, history, clock }: TestClient,
  saved: TelemetrySettings = {}
): DataSourceServices {
  const dedupe = createRequestDeduper();
  const settings = resolveSettings(saved);
  return {
    dataSourceUid: 'telemetry',
    client,
    history,
    inventory: new Inventory(client, clock),
    tagProfiles: createProfileLoader(settings.tags, settings.tagTypes),
    latest: new LatestSource(client, dedupe, clock),
    alerts: new AlertSource(client, dedupe, clock, settings.alertLookBackMs),
    dedupe,
    clock,
    settings,
    palette: ['red', 'green', 'blue'],
    browserZone: 'Europe/Madrid',
    canFollow: true,
    monitor: undefined,
    visibility: ALWAYS_VISIBLE,
    shownPanels: new ShownPanels(clock, settings.maxCacheBytes),
    knownValues: new KnownValues(),
  };
}
