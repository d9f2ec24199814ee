import { type DataQueryRequest, rangeUtil } from '@grafana/data';
import type { PlanRequest } from '../core/history/plan';
import { dashboardZone } from '../query/dashboard';
import type { DataSourceLimits } from '../query/dataSourceSettings';
import type { TelemetryQuery } from '../query/telemetryQuery';

/** How many points a panel gets that does not say how wide it is. */
const DEFAULT_POINTS = 1000;

/** What a panel, its dashboard and the settings say about how its queries are to be read; interval and offset are each query's own. */
export function planRequestOf(
  request: DataQueryRequest<TelemetryQuery>,
  { limits, browserZone }: { readonly limits: DataSourceLimits; readonly browserZone: string }
): Omit<PlanRequest, 'interval' | 'offsetMs'> {
  return {
    window: { fromEpochMs: request.range.from.valueOf(), toEpochMs: request.range.to.valueOf() },
    points: request.maxDataPoints ?? DEFAULT_POINTS,
    minStepMs: minStepMs(request),
    zone: dashboardZone(request.timezone, browserZone),
    dayBucketZone: limits.dayBucketZone,
    maxRows: limits.maxRowsPerSeries,
    maxAutoRawRows: limits.maxAutoRawRows,
  };
}

/** The panel's minimum interval. Grafana folds it into `intervalMs`, where it shows only when the width alone gave less. */
function minStepMs(request: DataQueryRequest<TelemetryQuery>): number {
  const byWidth = rangeUtil.calculateInterval(request.range, request.maxDataPoints ?? DEFAULT_POINTS);
  return request.intervalMs > byWidth.intervalMs ? request.intervalMs : 0;
}
