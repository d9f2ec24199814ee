import { type DataFrame, type Field, type FieldConfig, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Rows } from '../core/api/rows';
import { drawReadings, type DrawnRows, fillSteps } from '../core/history/fillSteps';
import { breakTimes, gapThresholdMs } from '../core/history/gaps';
import { type LoadedSeries } from '../core/history/loadedSeries';
import { type SeriesLabels } from '../core/history/seriesLabels';
import { type HistoryQuery, type Statistic } from '../query/telemetryQuery';
import { grafanaUnit } from './grafanaUnit';
import { plainText } from '../locales/plainText';
import { type PlanSummary, planText } from './planSummary';

/** How a series is to look; everything that does not come from its readings. */
export interface SeriesLook {
  readonly query: HistoryQuery;
  /** The rows to draw: those of the series, or what is left of them after thinning. */
  readonly rows: Rows;
  readonly labels: SeriesLabels;
  /** What the legend calls it; no other series of the query has the same. */
  readonly name: string;
  /** Average and band share it, which no palette of a panel would give them. */
  readonly color: string;
  readonly notices: QueryResultMetaNotice[];
  /** What the inspector shows. */
  readonly plan: PlanSummary;
}

const BAND_OPACITY = 18;

/** One frame per series: time, then the statistics asked for, with unit, labels and names. */
export function seriesFrame(loaded: LoadedSeries, look: SeriesLook): DataFrame {
  const { query, name } = look;
  const isRaw = loaded.edges === undefined;
  const gapMs = gapThresholdMs(loaded.rows, longestStepMs(loaded.edges));
  const drawn = draw(loaded, look, gapMs);
  const time: Field<number> = {
    name: 'time',
    type: FieldType.time,
    // Panels put a null into every interval of a silence. Readings have none: theirs is so short that a burst after a
    // year would cost a panel millions of nulls.
    config: !isRaw && Number.isFinite(gapMs) ? { interval: gapMs } : {},
    values: drawn.timeEpochMs,
  };
  const statistics = isRaw ? withoutBuckets(query.statistics) : query.statistics;
  return {
    refId: query.refId,
    name,
    fields: [time, ...valueFields(drawn, statistics, isRaw, look)],
    length: drawn.timeEpochMs.length,
    meta: {
      notices: look.notices,
      executedQueryString: planText(loaded.series, look.plan),
      custom: { plan: look.plan },
    },
  };
}

function draw(loaded: LoadedSeries, { rows, query }: SeriesLook, gapMs: number): DrawnRows {
  // What has not come yet must not be made up.
  const fill = loaded.read.pending.length > 0 ? 'gap' : query.fill;
  if (loaded.edges !== undefined) {
    return fillSteps(rows, loaded.edges, gapMs, fill);
  }
  const isDrawnThrough = fill === 'previous' || fill === 'linear';
  return drawReadings(rows, isDrawnThrough ? [] : breakTimes(loaded.rows, gapMs));
}

/** A reading has a value and nothing around it. */
function withoutBuckets(statistics: readonly Statistic[]): Statistic[] {
  return statistics.includes('n') ? ['avg', 'n'] : ['avg'];
}

function valueFields(
  drawn: DrawnRows,
  statistics: readonly Statistic[],
  isRaw: boolean,
  look: SeriesLook
): Array<Field<number | null>> {
  const { labels, name, color } = look;
  const unit = grafanaUnit(labels.unit);
  const fieldLabels = presentLabels(labels);
  const field = (key: string, values: Array<number | null>, displayName: string, config: FieldConfig) => ({
    name: key,
    type: FieldType.number,
    labels: fieldLabels,
    config: { unit, displayNameFromDS: displayName, ...config },
    values,
  });
  const named = {
    min: t('series.min', '{{name}} (min)', { name, ...plainText }),
    max: t('series.max', '{{name}} (max)', { name, ...plainText }),
    range: t('series.range', '{{name}} (max − min)', { name, ...plainText }),
    n: t('series.count', '{{name}} (readings)', { name, ...plainText }),
  };
  const has = (statistic: Statistic) => statistics.includes(statistic);
  const band = has('band');
  // Without a band each line has its own colour, which the panel gives; asked of the query, because readings have none.
  const shared: FieldConfig = look.query.statistics.includes('band')
    ? { color: { mode: 'fixed', fixedColor: color } }
    : {};
  const edge = { lineWidth: 0, showPoints: 'never', pointSize: 0 };
  const fields: Array<Field<number | null>> = [];
  if (has('avg')) {
    fields.push(field(isRaw ? 'value' : 'avg', drawn.avg, name, shared));
  }
  if (has('min') || band) {
    fields.push(
      field('min', drawn.min, named.min, {
        ...shared,
        custom: has('min') ? {} : { ...edge, hideFrom: HIDDEN_IN_LEGEND },
      })
    );
  }
  if (has('max') || band) {
    const area = band ? { fillBelowTo: named.min, fillOpacity: BAND_OPACITY } : {};
    const line = has('max') ? {} : { ...edge, hideFrom: HIDDEN_IN_LEGEND };
    fields.push(field('max', drawn.max, named.max, { ...shared, custom: { ...line, ...area } }));
  }
  if (has('range')) {
    fields.push(field('range', rangeOf(drawn), named.range, {}));
  }
  if (has('n')) {
    fields.push(field('n', drawn.n, named.n, { unit: 'none', decimals: 0 }));
  }
  return fields;
}

const HIDDEN_IN_LEGEND = { legend: true, tooltip: false, viz: false };

function rangeOf(drawn: DrawnRows): Array<number | null> {
  return drawn.max.map((max, index) => {
    const min = drawn.min[index];
    return max === null || min === null || min === undefined ? null : max - min;
  });
}

function presentLabels({ site, area, device, tag }: SeriesLabels): Record<string, string> {
  return { ...(site && { site }), ...(area && { area }), device, tag };
}

function longestStepMs(edges: Float64Array | undefined): number | undefined {
  if (edges === undefined) {
    return undefined;
  }
  let longest = 0;
  for (let edge = 1; edge < edges.length; edge++) {
    longest = Math.max(longest, edges[edge]! - edges[edge - 1]!);
  }
  return longest;
}
