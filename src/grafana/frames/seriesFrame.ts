import { type DataFrame, type Field, type FieldConfig, FieldType, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { SeriesPoints } from '../../core/history/points/seriesPoints';
import type { Statistic } from '../../core/history/points/seriesStyle';
import type { LoadedSeries } from '../../core/history/series/toSteps';
import type { SeriesLabels } from '../../core/history/series/seriesLabels';
import type { Shift } from '../../core/time/shift';
import { formatStep } from '../../core/time/step';
import { PLAIN_TEXT } from '../../locales/plainText';
import type { HistoryQuery } from '../../query/telemetryQuery';
import { grafanaUnit } from './grafanaUnit';
import { type LoadSummary, summaryText } from './loadSummary';

/** Everything of a series' frame that does not come from its rows. */
export interface SeriesFrameOptions {
  readonly query: HistoryQuery;
  readonly shift?: Shift | undefined;
  readonly labels: SeriesLabels;
  /** The name in the legend; no other series of the panel has the same. */
  readonly name: string;
  /** Average and band share it, which no palette of a panel would do. */
  readonly color: string;
  readonly notices: QueryResultMetaNotice[];
  readonly summary: LoadSummary;
}

const BAND_OPACITY = 18;

/** The frame of a series: time, then its statistics, with unit, labels and names. */
export function seriesFrame(loaded: LoadedSeries, points: SeriesPoints, options: SeriesFrameOptions): DataFrame {
  const { query, name, notices, summary } = options;
  const { timeEpochMs, gapMs } = points;
  const time: Field<number> = {
    name: 'time',
    type: FieldType.time,
    // Panels insert a null into every interval of a gap. Readings have no interval: theirs is so short that a burst after a
    // year would cost a panel millions of nulls.
    config: loaded.edges !== undefined && Number.isFinite(gapMs) ? { interval: gapMs } : {},
    values: timeEpochMs,
  };
  return {
    refId: query.refId,
    name,
    fields: [time, ...valueFields(points, loaded.edges === undefined, options)],
    length: timeEpochMs.length,
    meta: {
      notices,
      executedQueryString: summaryText(loaded.series, summary),
      custom: { summary },
    },
  };
}

function valueFields(
  { columns, statistics }: SeriesPoints,
  isRaw: boolean,
  options: SeriesFrameOptions
): Array<Field<number | null>> {
  const { query, shift, labels, name, color } = options;
  const unit = grafanaUnit(labels.unit);
  const fieldLabels = { ...presentLabels(labels), ...(shift && { shift: formatStep(shift.step) }) };
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
    increase: t('series.increase', '{{name}} (increase)', { name, ...PLAIN_TEXT }),
  };
  const has = (statistic: Statistic) => statistics.includes(statistic);
  const band = has('band');
  // Without a band, the panel colors each line. The query decides, because readings never have a band.
  const shared: FieldConfig = query.statistics.includes('band') ? { color: { mode: 'fixed', fixedColor: color } } : {};
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
  if (has('increase')) {
    fields.push(field('increase', columns.increase, named.increase, {}));
  }
  return fields;
}

const HIDDEN_IN_LEGEND = { legend: true, tooltip: false, viz: false };

/** The labels that have a value, as Grafana's labels of a field. */
export function presentLabels({ site, area, device, tag }: SeriesLabels): Record<string, string> {
  return { ...(site && { site }), ...(area && { area }), device, tag };
}
