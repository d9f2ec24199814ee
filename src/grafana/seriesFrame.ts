import { type DataFrame, type Field, type FieldConfig, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { LoadedSeries } from '../core/history/loadedSeries';
import type { SeriesLabels } from '../core/history/seriesLabels';
import type { HistoryQuery, Statistic } from '../query/telemetryQuery';
import { grafanaUnit } from './grafanaUnit';
import { PLAIN_TEXT } from '../locales/plainText';
import { type PlanSummary, planText } from './planSummary';
import type { SeriesDrawing } from './seriesDrawing';

/** How a series is to look; everything that does not come from its readings. */
export interface SeriesLook {
  readonly query: HistoryQuery;
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
export function seriesFrame(loaded: LoadedSeries, drawing: SeriesDrawing, look: SeriesLook): DataFrame {
  const { query, name } = look;
  const { timeEpochMs, gapMs } = drawing;
  const time: Field<number> = {
    name: 'time',
    type: FieldType.time,
    // Panels put a null into every interval of a silence. Readings have none: theirs is so short that a burst after a
    // year would cost a panel millions of nulls.
    config: loaded.edges !== undefined && Number.isFinite(gapMs) ? { interval: gapMs } : {},
    values: timeEpochMs,
  };
  return {
    refId: query.refId,
    name,
    fields: [time, ...valueFields(drawing, loaded.edges === undefined, look)],
    length: timeEpochMs.length,
    meta: {
      notices: look.notices,
      executedQueryString: planText(loaded.series, look.plan),
      custom: { plan: look.plan },
    },
  };
}

function valueFields(
  { columns, statistics }: SeriesDrawing,
  isRaw: boolean,
  look: SeriesLook
): Array<Field<number | null>> {
  const { labels, name, color } = look;
  const unit = grafanaUnit(labels.unit);
  const fieldLabels = presentLabels(labels);
  const field = (key: string, values: Array<number | null> = [], displayName: string, config: FieldConfig) => ({
    name: key,
    type: FieldType.number,
    labels: fieldLabels,
    config: { unit, displayNameFromDS: displayName, ...config },
    values,
  });
  const named = {
    min: t('series.min', '{{name}} (min)', { name, ...PLAIN_TEXT }),
    max: t('series.max', '{{name}} (max)', { name, ...PLAIN_TEXT }),
    range: t('series.range', '{{name}} (max − min)', { name, ...PLAIN_TEXT }),
    n: t('series.count', '{{name}} (readings)', { name, ...PLAIN_TEXT }),
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
    fields.push(field(isRaw ? 'value' : 'avg', columns.avg, name, shared));
  }
  if (has('min') || band) {
    fields.push(
      field('min', columns.min, named.min, {
        ...shared,
        custom: has('min') ? {} : { ...edge, hideFrom: HIDDEN_IN_LEGEND },
      })
    );
  }
  if (has('max') || band) {
    const area = band ? { fillBelowTo: named.min, fillOpacity: BAND_OPACITY } : {};
    const line = has('max') ? {} : { ...edge, hideFrom: HIDDEN_IN_LEGEND };
    fields.push(field('max', columns.max, named.max, { ...shared, custom: { ...line, ...area } }));
  }
  if (has('range')) {
    fields.push(field('range', columns.range, named.range, {}));
  }
  if (has('n')) {
    fields.push(field('n', columns.n, named.n, { unit: 'none', decimals: 0 }));
  }
  return fields;
}

const HIDDEN_IN_LEGEND = { legend: true, tooltip: false, viz: false };

function presentLabels({ site, area, device, tag }: SeriesLabels): Record<string, string> {
  return { ...(site && { site }), ...(area && { area }), device, tag };
}
