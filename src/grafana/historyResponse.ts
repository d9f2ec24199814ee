import { type DataFrame, type DataQueryError, type DataQueryRequest, rangeUtil } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type TelemetryClient } from '../core/api/telemetryClient';
import { isAbort } from '../core/api/telemetryError';
import { loadSeries } from '../core/history/loadSeries';
import { type HistoryPlan, planHistory, type PlanRequest } from '../core/history/plan';
import { type SeriesId } from '../core/history/readWindow';
import { legendOf, seriesLabels } from '../core/history/seriesLabels';
import { thinToColumns } from '../core/history/thin';
import { rowCount } from '../core/api/rows';
import { type Device } from '../core/inventory/device';
import { type Inventory } from '../core/inventory/inventory';
import { type DataSourceLimits } from '../query/dataSourceSettings';
import { parseInterval } from '../query/requestedInterval';
import { type HistoryQuery, type TelemetryQuery } from '../query/telemetryQuery';
import { errorText } from './errorText';
import { summarizePlan } from './planSummary';
import { seriesFrame } from './seriesFrame';
import { seriesNotices } from './seriesNotices';

/** What a history query needs of the data source. */
export interface HistoryTools {
  readonly client: TelemetryClient;
  readonly inventory: Inventory;
  readonly limits: DataSourceLimits;
  /** Colours to take turns with. */
  readonly palette: readonly string[];
  /** The zone of the browser, for dashboards that follow it. */
  readonly browserZone: string;
}

export interface TargetResponse {
  readonly frames: DataFrame[];
  readonly errors: DataQueryError[];
}

/** How many points a panel gets that does not say how wide it is. */
const DEFAULT_POINTS = 1000;

/**
 * Answers one history query: a frame per series, an error per series that failed, the others unharmed.
 * @param query normalised, its variables filled in
 * @param firstColor how many series the queries before this one may draw, so that colours do not repeat at once
 * @throws only when it was aborted
 */
export async function historyResponse(
  query: HistoryQuery,
  request: DataQueryRequest<TelemetryQuery>,
  tools: HistoryTools,
  firstColor: number,
  signal: AbortSignal
): Promise<TargetResponse> {
  const { refId } = query;
  const failed = (message: string): TargetResponse => ({ frames: [], errors: [{ refId, message }] });
  const interval = parseInterval(query.interval);
  if (interval.kind === 'invalid') {
    return failed(invalidIntervalText(interval.text));
  }
  const planRequest = toPlanRequest(request, interval, tools);
  const plan = planHistory(planRequest);
  if (plan.kind === 'refused') {
    return failed(
      t(
        'errors.refused',
        'Interval {{asked}} would draw {{expected}} rows per series over this range; the limit is {{limit}}. Choose a coarser interval or a shorter range, or raise the limit in the settings of the data source.',
        { asked: plan.asked, expected: plan.expectedRows, limit: plan.maxRows }
      )
    );
  }
  const devices = devicesForLabels(tools.inventory);
  const series = await seriesOf(query, devices);
  if (series.length === 0) {
    return failed(t('errors.noSuchPair', 'None of the devices chosen has any of the tags chosen.'));
  }
  const outcomes = await Promise.all(
    series.map((id, index) =>
      drawSeries(id, query, plan, planRequest, request, tools, devices, firstColor + index, signal).catch((error) => {
        if (isAbort(error)) {
          throw error;
        }
        return { refId, message: `${id.device} · ${id.tag}: ${errorText(error)}` };
      })
    )
  );
  return {
    frames: outcomes.filter((outcome): outcome is DataFrame => 'fields' in outcome),
    errors: outcomes.filter((outcome): outcome is { refId: string; message: string } => 'message' in outcome),
  };
}

async function drawSeries(
  id: SeriesId,
  query: HistoryQuery,
  plan: HistoryPlan,
  planRequest: PlanRequest,
  request: DataQueryRequest<TelemetryQuery>,
  tools: HistoryTools,
  devices: Promise<readonly Device[]>,
  colorIndex: number,
  signal: AbortSignal
): Promise<DataFrame> {
  const traffic = { requests: 0, retries: 0 };
  const onRequest = (attempt: 'first' | 'again') => {
    traffic.requests++;
    traffic.retries += attempt === 'again' ? 1 : 0;
  };
  const group = `${request.panelId ?? request.requestId}/${query.refId}`;
  const loaded = await loadSeries(tools.client, id, plan, { group, signal, onRequest });
  const labels = seriesLabels(id, loaded, await devices);
  const { window, points } = planRequest;
  const rows = loaded.edges === undefined ? thinToColumns(loaded.rows, window, points) : loaded.rows;
  const zone = request.timezone;
  return seriesFrame(loaded, {
    query,
    rows,
    labels,
    color: tools.palette[colorIndex % tools.palette.length] ?? 'green',
    notices: seriesNotices(loaded, rowCount(rows), legendOf(labels, query.legend), zone),
    custom: { plan: summarizePlan(plan, loaded, traffic) },
  });
}

function toPlanRequest(
  request: DataQueryRequest<TelemetryQuery>,
  interval: PlanRequest['interval'],
  tools: HistoryTools
): PlanRequest {
  return {
    window: { fromEpochMs: request.range.from.valueOf(), toEpochMs: request.range.to.valueOf() },
    points: request.maxDataPoints ?? DEFAULT_POINTS,
    minStepMs: minStepMs(request),
    interval,
    zone: ianaZone(request.timezone, tools.browserZone),
    shiftMs: 0,
    dayBucketZone: tools.limits.dayBucketZone,
    maxRows: tools.limits.maxRowsPerSeries,
    maxAutoRawRows: tools.limits.maxAutoRawRows,
  };
}

/** The panel's minimum interval. Grafana folds it into `intervalMs`, where it shows only when the width alone gave less. */
function minStepMs(request: DataQueryRequest<TelemetryQuery>): number {
  const byWidth = rangeUtil.calculateInterval(request.range, request.maxDataPoints ?? DEFAULT_POINTS);
  return request.intervalMs > byWidth.intervalMs ? request.intervalMs : 0;
}

function ianaZone(timezone: string, browserZone: string): string {
  return timezone === 'utc' ? 'UTC' : timezone === '' || timezone === 'browser' ? browserZone : timezone;
}

/** The inventory adds names to what the readings say; a key that may not see it draws the same lines without them. */
async function devicesForLabels(inventory: Inventory): Promise<readonly Device[]> {
  try {
    return await inventory.devices();
  } catch {
    return [];
  }
}

/** The pairs of device and tag that exist; one pair, or an inventory that is not to be seen, is asked for as it is. */
async function seriesOf(query: HistoryQuery, devices: Promise<readonly Device[]>): Promise<SeriesId[]> {
  const pairs = query.devices.flatMap((device) => query.tags.map((tag) => ({ device, tag })));
  if (pairs.length <= 1) {
    return pairs;
  }
  const known = await devices;
  if (known.length === 0) {
    return pairs;
  }
  const existing = new Set(known.flatMap(({ code, tags }) => tags.map(({ key }) => `${code}\u001F${key}`)));
  return pairs.filter(({ device, tag }) => existing.has(`${device}\u001F${tag}`));
}

function invalidIntervalText(text: string): string {
  return t(
    'errors.invalidInterval',
    '"{{text}}" is no interval. Use auto, raw, 1m, 1h, 1d, or a number with s, m, h, d, w or M such as 5m or 8h; below a day it must divide a day.',
    { text }
  );
}
