import type { AdHocVariableFilter, DataQueryRequest } from '@grafana/data';
import type { CallContext } from '../../core/api/apiClient';
import type { FilterCondition } from '../../core/inventory/seriesFilter';
import type { TimeWindow } from '../../core/time/window';
import type { TelemetryQuery } from '../../query/telemetryQuery';
import type { DataSourceServices } from '../dataSourceServices';
import { parseAdHocFilters } from './adHocFilters';
import { type PanelPlanRequest, panelPlanRequest } from './planQuery';

/** What all queries of a panel's request have in common. */
export interface PanelContext {
  readonly services: DataSourceServices;
  readonly window: TimeWindow;
  /** The dashboard's, as Grafana names it. */
  readonly timeZone: string;
  readonly planRequest: PanelPlanRequest;
  /** Identifies the panel among those that share the slots for requests. */
  readonly panelId: string;
  /** The visualization, such as `timeseries` or `stat`; undefined in Explore and for annotations. */
  readonly visualization: string | undefined;
  /**
   * True for alert rules and expressions, which calculate with all of the data or none of it: nobody sees a notice there, so what
   * is left out is an error.
   */
  readonly isCalculated: boolean;
  /** The ad hoc filters of the dashboard. */
  readonly adHocConditions: readonly FilterCondition[];
  /** Those that cannot be applied. */
  readonly ignoredFilters: readonly AdHocVariableFilter[];
  /** The values in the query that come from variables. */
  readonly chosenTexts: ReadonlySet<string>;
}

/** Grafana's word for alert rules. The backend uses it for expressions, too. */
export const EXPRESSION_APP = 'unified-alerting';

export function panelContextOf(request: DataQueryRequest<TelemetryQuery>, services: DataSourceServices): PanelContext {
  const planRequest = panelPlanRequest(request, services);
  const adHoc = parseAdHocFilters(request.filters ?? []);
  return {
    services,
    window: planRequest.window,
    timeZone: request.timezone,
    planRequest,
    panelId: String(request.panelId ?? request.requestId),
    visualization: request.panelPluginId,
    isCalculated: request.app === EXPRESSION_APP,
    adHocConditions: adHoc.conditions,
    ignoredFilters: adHoc.ignored,
    chosenTexts: new Set(),
  };
}

/** The context of the requests of a query: every query of a panel has its own queue for the slots. */
export function callContext(
  { panelId }: Pick<PanelContext, 'panelId'>,
  refId: string,
  signal: AbortSignal
): CallContext {
  return { group: `${panelId}/${refId}`, signal };
}

/** The visualizations that fill the area between two fields. Explore has none of its own and shows a graph. */
const WITH_BANDS: ReadonlySet<string | undefined> = new Set([undefined, 'timeseries', 'trend']);

export function rendersBands(visualization: string | undefined): boolean {
  return WITH_BANDS.has(visualization);
}
