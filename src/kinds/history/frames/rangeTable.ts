import type { DataFrame, FieldConfig, QueryResultMeta } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isLine, type LineStatistic, type Statistic } from '../../../core/history/points/seriesPoints';
import type { SeriesLabels } from '../../../core/inventory/legend';
import { commonUnit, COUNT_UNIT } from '../../../grafana/frames/grafanaUnit';
import { presentNotices } from '../../../grafana/frames/notices';
import { type Column, numberColumn, tableFrame, textColumn } from '../../../grafana/frames/tableFrame';
import { shiftText } from '../../../locales/stepText';
import { statisticLabels } from '../statisticLabels';
import { seriesNotices } from './historyNotices';
import type { HistoryRunState, SeriesLoadState } from './historyRunState';
import { summarizeLoad, summaryText } from './loadSummary';
import { absentNotices, cachedPoints, listSeries, runNotices, type RunSeries } from './runSeries';

/** The time range as a whole has nothing that is usual. */
type RangeStatistic = Exclude<LineStatistic, 'outsideUsual'>;

/** A statistic of a series over the whole time range. */
interface RangeRow {
  /** Undefined: the total of the rows before it. */
  readonly labels: SeriesLabels | undefined;
  readonly statistic: RangeStatistic;
  /** Undefined: not known, because neither the inventory nor a response says it. */
  readonly unit: string | undefined;
  /** Undefined: not known, or not received yet. */
  readonly value: number | undefined;
  /** The same, of the earlier range. */
  readonly before: number | undefined;
}

interface RangeTableOptions {
  /** The dashboard's, for the times in notices. */
  readonly timeZone: string;
}

/**
 * A row for each series: its value over the whole time range, beside that of an earlier one and the change in percent where the query
 * compares, and the total of what can be added up, unless series are left out. What is not known makes the change and the total unknown, too.
 * Without rows while anything is still being received, so that a panel keeps what it shows.
 * @param now the run for the time range
 * @param earlier the run for the earlier one; undefined if the query does not compare
 */
export function rangeTable(
  now: HistoryRunState,
  earlier: HistoryRunState | undefined,
  { timeZone }: RangeTableOptions
): DataFrame {
  const { refId } = now.query;
  const series = listSeries(now);
  const seriesBefore = earlier && listSeries(earlier);
  const before = new Map(
    seriesBefore?.flatMap((one) => valuesOf(one).map((value) => [keyOf(one, value), value.value]))
  );
  const values = series.flatMap((one) =>
    valuesOf(one).map(({ statistic, value }): RangeRow => ({
      labels: one.labels,
      statistic,
      unit: statistic === 'n' ? '' : unitOf(one),
      value,
      before: before.get(keyOf(one, { statistic })),
    }))
  );
  const all = [...series, ...(seriesBefore ?? [])];
  const isLoading = all.some(({ load }) => isBeingReceived(load));
  const rows = isLoading ? [] : [...values, ...(now.omittedSeries > 0 ? [] : totals(values))];
  const hasSeveral = new Set(rows.map(({ statistic }) => statistic)).size > 1;
  const config = { ...valueConfig(rows), noValue: t('words.unknown', 'Unknown') };
  const statisticTexts = statisticLabels();
  const columns: Array<Column<RangeRow>> = [
    textColumn('device', t('latest.device', 'Device'), ({ labels }) =>
      labels === undefined ? t('rangeTable.total', 'Total') : labels.deviceName
    ),
    textColumn('site', t('latest.site', 'Site'), ({ labels }) => labels?.site),
    textColumn('name', t('latest.name', 'Tag'), ({ labels }) => labels?.name),
    ...(hasSeveral
      ? [
          textColumn<RangeRow>(
            'statistic',
            t('rangeTable.statistic', 'Statistic'),
            ({ statistic }) => statisticTexts[statistic]
          ),
        ]
      : []),
    numberColumn('value', t('rangeTable.value', 'In the time range'), ({ value }) => value, config),
    ...(earlier?.shift === undefined
      ? []
      : [
          numberColumn<RangeRow>('before', shiftText(earlier.shift.step), (row) => row.before, config),
          numberColumn<RangeRow>('change', t('rangeTable.change', 'Change'), changePercent, CHANGE_CONFIG),
        ]),
    ...(config.unit === undefined ? [textColumn<RangeRow>('unit', t('latest.unit', 'Unit'), ({ unit }) => unit)] : []),
    textColumn('area', t('latest.area', 'Area'), ({ labels }) => labels?.area),
    textColumn('deviceCode', t('latest.deviceCode', 'Device code'), ({ labels }) => labels?.device),
    textColumn('tag', t('latest.tag', 'Tag key'), ({ labels }) => labels?.tag),
  ];
  const notices = [...runNotices(now, series, timeZone), ...all.flatMap((one) => noticesOf(one, timeZone))];
  const frame = tableFrame(rows, columns, { refId, notices });
  return { ...frame, meta: { ...frame.meta, ...loadMeta(all) } };
}

/** How the series were loaded, which the frame of a series has for itself. */
function loadMeta(series: readonly RunSeries[]): QueryResultMeta {
  const loads = series.flatMap(({ run, load: { plan, statistics, cost }, loaded }) =>
    loaded === undefined
      ? []
      : [{ id: loaded.series, summary: summarizeLoad(plan, loaded, cachedPoints(loaded, statistics, run), cost) }]
  );
  return {
    executedQueryString: loads.map(({ id, summary }) => summaryText(id, summary)).join('\n\n'),
    custom: { summary: loads.map(({ summary }) => summary) },
  };
}

const CHANGE_CONFIG: FieldConfig = { unit: 'percent', decimals: 1 };

function isBeingReceived({ outcome }: SeriesLoadState): boolean {
  return outcome.kind === 'waiting' || outcome.kind === 'loading';
}

function valuesOf({
  run,
  load,
}: RunSeries): ReadonlyArray<{ readonly statistic: RangeStatistic; readonly value: number | undefined }> {
  const { outcome } = load;
  if (outcome.kind === 'absent') {
    return [];
  }
  const points = outcome.kind === 'loaded' ? cachedPoints(outcome.loaded, load.statistics, run) : undefined;
  return load.statistics.filter(isOfRange).map((statistic) => {
    const value = points?.columns[statistic]?.[0];
    return { statistic, value: typeof value === 'number' && Number.isFinite(value) ? value : undefined };
  });
}

function unitOf({ loaded, labels: { unit, type } }: RunSeries): string | undefined {
  const isListed = type !== '';
  return unit === '' && loaded === undefined && !isListed ? undefined : unit;
}

function isOfRange(statistic: Statistic): statistic is RangeStatistic {
  return isLine(statistic) && statistic !== 'outsideUsual';
}

function keyOf({ load: { series } }: RunSeries, { statistic }: Pick<RangeRow, 'statistic'>): string {
  return JSON.stringify([series.device, series.tag, statistic]);
}

/** The statistics whose values of several series can be added up. */
const ADDABLE: readonly RangeStatistic[] = ['increase', 'n'];

/** A row for each unit that at least two series have. One of an unknown unit may belong to any of the totals. */
function totals(rows: readonly RangeRow[]): RangeRow[] {
  const groups = new Map<string, RangeRow[]>();
  const withoutUnit = rows.filter(({ unit }) => unit === undefined);
  for (const row of rows.filter(({ statistic, unit }) => ADDABLE.includes(statistic) && unit !== undefined)) {
    const key = JSON.stringify([row.statistic, row.unit]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const { statistic, unit } = group[0]!;
      const isComplete = withoutUnit.every((row) => row.statistic !== statistic);
      return {
        labels: undefined,
        statistic,
        unit,
        value: isComplete ? sum(group.map(({ value }) => value)) : undefined,
        before: isComplete ? sum(group.map(({ before }) => before)) : undefined,
      };
    });
}

function sum(values: ReadonlyArray<number | undefined>): number | undefined {
  return values.reduce((total, value) => (total === undefined || value === undefined ? undefined : total + value), 0);
}

/** Undefined where a value is not known, and from nothing. */
function changePercent({ value, before }: RangeRow): number | undefined {
  return value === undefined || before === undefined || before === 0
    ? undefined
    : (100 * (value - before)) / Math.abs(before);
}

/** Values of one unit are formatted with it; beside those of several, it stands in a column of its own. */
function valueConfig(rows: readonly RangeRow[]): FieldConfig {
  return rows.every(({ statistic }) => statistic === 'n')
    ? { unit: COUNT_UNIT, decimals: 0 }
    : commonUnit(rows.flatMap(({ unit }) => unit ?? []));
}

function noticesOf({ run, load, labels }: RunSeries, timeZone: string) {
  const { outcome } = load;
  const name = [labels.deviceName, labels.name, ...(run.shift ? [shiftText(run.shift.step)] : [])].join(' · ');
  return presentNotices([
    ...absentNotices(load),
    ...(outcome.kind === 'loaded'
      ? seriesNotices(outcome.loaded, load.plan, cachedPoints(outcome.loaded, load.statistics, run), name, timeZone)
      : []),
  ]);
}
