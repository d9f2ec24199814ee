import type { DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type PeriodTotals, totalsOf } from '../../../core/history/signal/periods';
import { durationColumn, numberColumn, tableFrame, textColumn } from '../../../grafana/frames/tableFrame';
import { type PeriodSeriesOptions, shownTotal, TOTALS, totalTexts } from './periodFrames';
import { type SeriesPeriods, unknownPast } from './seriesPeriods';

interface TotalsRow {
  readonly series: SeriesPeriods;
  readonly totals: PeriodTotals;
  readonly unknownMs: number;
}

/** What the condition amounts to in the range: a row per series, with how long nothing is known. */
export function totalsTableFrame(all: readonly SeriesPeriods[], options: PeriodSeriesOptions): DataFrame {
  const { plan, query } = options;
  const texts = totalTexts();
  const rows = all.map((series): TotalsRow => {
    const { spans, periods } = series.found;
    const { unknownMs } = unknownPast(spans, series, plan.range);
    return { series, totals: totalsOf(spans, periods, plan.range), unknownMs };
  });
  return tableFrame<TotalsRow>(
    rows,
    [
      textColumn('device', t('periods.device', 'Device'), ({ series }) => series.labels.deviceName),
      textColumn('name', t('periods.tag', 'Tag'), ({ series }) => series.labels.name),
      ...query.totals.map((total) => {
        const { unit, decimals, min, max } = TOTALS[total];
        const value = ({ series, totals }: TotalsRow) => shownTotal(total, totals, series, false) ?? undefined;
        return numberColumn<TotalsRow>(total, texts[total], value, { unit, decimals, min, max });
      }),
      durationColumn('unknown', t('periods.unknown', 'Unknown'), ({ unknownMs }) => unknownMs),
      textColumn('site', t('periods.site', 'Site'), ({ series }) => series.labels.site),
      textColumn('area', t('periods.area', 'Area'), ({ series }) => series.labels.area),
      textColumn('deviceCode', t('periods.deviceCode', 'Device code'), ({ series }) => series.labels.device),
      textColumn('tag', t('periods.tagKey', 'Tag key'), ({ series }) => series.labels.tag),
    ],
    options
  );
}
