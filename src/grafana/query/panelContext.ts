import { type AdHocVariableFilter, type DataQueryRequest, rangeUtil } from '@grafana/data';
import type { CallContext } from '../../core/api/apiClient';
import { LevelGrid } from '../../core/history/levelGrid';
import type { PlanRequest } from '../../core/history/plan/planHistory';
import type { FilterCondition } from '../../core/inventory/seriesFilter';
import type { TimeWindow } from '../../core/time/window';
import { dashboardZone } from '../../query/dashboard';
import type { SavedQuery } from '../../query/savedQuery';
import type { DataSourceServices } from '../dataSourceServices';
import { parseAdHocFilters } from './filter/adHocFilters';

/** The number of points for a panel that does not report its width. */
const DEFAULT_POINTS = 1000;

/** What a panel, its dashboard and the settings contribute to a plan: the same for all queries of a request. */
export type PanelPlanRequest = Omit<PlanRequest, 'interval' | 'offsetMs' | 'withIncrease' | 'prefersReadings'>;

function panelPlanRequest(
  request: DataQueryRequest<SavedQuery>,
  { settings, browserZone }: Pick<DataSourceServices, 'settings' | 'browserZone'>
): PanelPlanRequest {
  return {
    window: { fromEpochMs: request.range.from.valueOf(), toEpochMs: request.range.to.valueOf() },
    points: countPoints(request),
    drawsCells: drawsCells(request),
    minStepMs: minStepMs(request),
    zone: dashboardZone(request.timezone, browserZone),
    grid: new LevelGrid(settings.dayBucketZone),
    maxRows: settings.maxRowsPerSeries,
    maxAutoRawRows: settings.maxAutoRawRows,
  };
}

/** Whoever calls Grafana's API by hand may send any number, and steps are as many as points. */
function countPoints(request: DataQueryRequest<SavedQuery>): number {
  const { maxDataPoints = DEFAULT_POINTS } = request;
  const points = maxDataPoints >= 1 ? maxDataPoints : DEFAULT_POINTS;
  return drawsCells(request) ? Math.min(MAX_CELLS, Math.max(1, Math.floor(points / CELL_WIDTH))) : points;
}

/** A status history refuses to draw more cells than one for every two pixels, and more than these cannot be told apart. */
const CELL_WIDTH = 4;
const MAX_CELLS = 100;

/** True for a visualization that draws each time of its rows as a cell of the same width. */
function drawsCells({ panelPluginId }: DataQueryRequest<SavedQuery>): boolean {
  return panelPluginId === 'status-history';
}

/** The panel's minimum interval. Grafana folds it into `intervalMs`, where it shows only when the width alone gives less. */
function minStepMs(request: DataQueryRequest<SavedQuery>): number {
  const byWidth = rangeUtil.calculateInterval(request.range, request.maxDataPoints ?? DEFAULT_POINTS);
  return request.intervalMs > byWidth.intervalMs ? request.intervalMs : 0;
}

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
  /** True for these and on Grafana's server, which does not say of every query whether a panel shows it or an expression needs it. */
  readonly mayBeCalculated: boolean;
  /** All queries of the panel, as they are saved. */
  readonly targets: readonly SavedQuery[];
  /** The ad hoc filters of the dashboard. */
  readonly adHocConditions: readonly FilterCondition[];
  /** Those that cannot be applied. */
  readonly ignoredFilters: readonly AdHocVariableFilter[];
}

/** What a query of a panel is run with. */
export interface QueryContext extends PanelContext {
  /** The values in the query that come from variables. */
  readonly chosenTexts: ReadonlySet<string>;
}

/** Marks queries for events to show over a chart, rather than for a panel of their own. */
export const ANNOTATION_QUERY_TYPE = 'annotations';

/** Grafana's word for alert rules. The backend uses it for expressions, too. */
export const EXPRESSION_APP = 'unified-alerting';

export function createPanelContext(request: DataQueryRequest<SavedQuery>, services: DataSourceServices): PanelContext {
  const planRequest = panelPlanRequest(request, services);
  const adHoc = parseAdHocFilters(request.filters ?? []);
  const isCalculated = request.app === EXPRESSION_APP;
  return {
    services,
    window: planRequest.window,
    timeZone: request.timezone,
    planRequest,
    panelId: String(request.panelId ?? request.requestId),
    visualization: request.panelPluginId,
    isCalculated,
    mayBeCalculated: isCalculated || !services.canFollow,
    targets: request.targets,
    adHocConditions: adHoc.conditions,
    ignoredFilters: adHoc.ignored,
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

/** The visualizations whose rows have the color of a value until the next one. */
const WITH_STATES: ReadonlySet<string | undefined> = new Set(['state-timeline', 'status-history']);

/** True for visualizations in which a value lasts until the next one, so that it matters what it was before the time range. */
export function drawsLines(visualization: string | undefined): boolean {
  return rendersBands(visualization) || WITH_STATES.has(visualization);
}

/** The visualizations that show one value of each series: of a series in steps, the last one, unless the panel calculates another. */
const TILES: ReadonlySet<string | undefined> = new Set(['stat', 'gauge', 'bargauge']);

export function isTile(visualization: string | undefined): boolean {
  return TILES.has(visualization);
}

/** True for panels with an axis of time, where nobody takes an old value for the current one. Explore has one, but is no display. */
export function keepsTime(visualization: string | undefined): boolean {
  return visualization !== undefined && drawsLines(visualization);
}
