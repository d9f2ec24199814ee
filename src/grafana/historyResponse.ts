import { type DataFrame, type DataQueryError, type DataQueryRequest, rangeUtil } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type TelemetryClient } from '../core/api/telemetryClient';
import { isAbort } from '../core/api/telemetryError';
import { type LoadedSeries } from '../core/history/loadedSeries';
import { loadSeries } from '../core/history/loadSeries';
import { type HistoryPlan, planHistory, type PlanRequest } from '../core/history/plan';
import { type SeriesId } from '../core/history/readWindow';
import { distinctLegends, seriesLabels } from '../core/history/seriesLabels';
import { thinToColumns } from '../core/history/thin';
import { rowCount } from '../core/api/rows';
import { parseInterval } from '../query/requestedInterval';
import { type HistoryQuery, type TelemetryQuery } from '../query/telemetryQuery';
import { errorText } from './errorText';
import { existingSeries, unlessLate, visibleDevices } from './existingSeries';
import { type HistoryTools } from './historyTools';
import { plainText } from '../locales/plainText';
import { summarizePlan } from './planSummary';
import { seriesFrame } from './seriesFrame';
import { seriesNotices } from './seriesNotices';

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
        { asked: plan.asked, expected: plan.expectedRows, limit: plan.maxRows, ...plainText }
      )
    );
  }
  const devices = visibleDevices(tools.inventory);
  const series = await existingSeries(query, devices);
  if (series.length === 0) {
    return failed(t('errors.noSuchPair', 'None of the devices chosen has any of the tags chosen.'));
  }
  const outcomes = await Promise.all(
    series.map(async (id): Promise<ReadSeries | DataQueryError> => {
      try {
        return await readSeries(id, query, plan, request, tools.client, signal);
      } catch (error) {
        if (isAbort(error)) {
          throw error;
        }
        return { refId, message: `${id.device} · ${id.tag}: ${errorText(error)}` };
      }
    })
  );
  const read = outcomes.filter((outcome): outcome is ReadSeries => 'loaded' in outcome);
  const known = await unlessLate(devices, []);
  const labels = read.map(({ loaded }) => seriesLabels(loaded.series, loaded, known));
  const names = distinctLegends(labels, query.legend);
  const frames = read.map(({ loaded, traffic }, index) => {
    const { window, points } = planRequest;
    const rows = loaded.edges === undefined ? thinToColumns(loaded.rows, window, points) : loaded.rows;
    const name = names[index]!;
    return seriesFrame(loaded, {
      query,
      rows,
      labels: labels[index]!,
      name,
      color: colorOf(series.indexOf(loaded.series) + firstColor, tools.palette),
      notices: seriesNotices(loaded, rowCount(rows), name, request.timezone),
      custom: { plan: summarizePlan(plan, loaded, traffic) },
    });
  });
  return { frames, errors: outcomes.filter((outcome): outcome is DataQueryError => !('loaded' in outcome)) };
}

/** A series and what it cost. */
interface ReadSeries {
  readonly loaded: LoadedSeries;
  readonly traffic: { readonly requests: number; readonly retries: number };
}

async function readSeries(
  id: SeriesId,
  query: HistoryQuery,
  plan: HistoryPlan,
  request: DataQueryRequest<TelemetryQuery>,
  client: TelemetryClient,
  signal: AbortSignal
): Promise<ReadSeries> {
  const traffic = { requests: 0, retries: 0 };
  const onRequest = (attempt: 'first' | 'again') => {
    traffic.requests++;
    traffic.retries += attempt === 'again' ? 1 : 0;
  };
  const group = `${request.panelId ?? request.requestId}/${query.refId}`;
  return { loaded: await loadSeries(client, id, plan, { group, signal, onRequest }), traffic };
}

/** By the place of a series in its query, so that one that fails does not change the colours of the others. */
function colorOf(place: number, palette: readonly string[]): string {
  return palette[place % palette.length] ?? 'green';
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

function invalidIntervalText(text: string): string {
  return t(
    'errors.invalidInterval',
    '"{{text}}" is no interval. Use auto, raw, 1m, 1h, 1d, or a number with s, m, h, d, w or M such as 5m or 8h; below a day it must divide a day.',
    { text, ...plainText }
  );
}
