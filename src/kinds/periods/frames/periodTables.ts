import { type DataFrame, dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Period, totalsByValue } from '../../../core/history/signal/periods';
import { MAX_HELD, type WindowValues } from '../../../core/history/signal/questions';
import { clipSpans, EXCLUDED, TRUE } from '../../../core/history/signal/spans';
import { findStateName } from '../../../core/inventory/tagProfile';
import { durationText } from '../../../core/time/durationText';
import { type EpochMs, HOUR_MS, MINUTE_MS, type TimeWindow, windowMs } from '../../../core/time/window';
import { createExploreAddress, windowAround } from '../../../grafana/exploreUrl';
import { COUNT_UNIT, commonUnit } from '../../../grafana/frames/grafanaUnit';
import type { FrameNotices } from '../../../grafana/frames/notices';
import { commonStates } from '../../../grafana/frames/tagConfig';
import {
  durationColumn,
  finite,
  HIDDEN,
  linkTo,
  numberColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../../../grafana/frames/tableFrame';
import { conditionLabel, type ConditionTag, withUnit } from '../../../locales/conditionTexts';
import { translate } from '../../../locales/translate';
import { seriesQuery } from '../../history/historyQuery';
import type { PeriodsQuery } from '../periodsQuery';
import type { PeriodsPlan } from '../planPeriods';
import type { SeriesPeriods } from './seriesPeriods';

export interface PeriodFrameOptions {
  readonly refId: string;
  readonly plan: PeriodsPlan;
  readonly nowEpochMs: EpochMs;
  /** The dashboard's, for times in texts. */
  readonly timeZone: string;
  /** For links to Explore. */
  readonly dataSourceUid: string;
  readonly notices: FrameNotices;
}

const SHARE = { unit: 'percentunit', min: 0, max: 1 };

interface PeriodRow {
  readonly period: Period;
  readonly series: SeriesPeriods;
  readonly values: WindowValues | undefined;
}

/** A row per period, the newest first. */
export function periodsTableFrame(all: readonly SeriesPeriods[], options: PeriodFrameOptions): DataFrame {
  const rows = all
    .flatMap((series) =>
      series.found.periods.map((period, index): PeriodRow => {
        return { period, series, values: series.values?.[index] };
      })
    )
    .sort((a, b) => b.period.fromEpochMs - a.period.fromEpochMs);
  const addresses = createExploreAddress(options.dataSourceUid);
  const links = new Map(
    all.map((series) => {
      const trend = seriesQuery(series.labels);
      const readings = { ...trend, interval: 'raw' };
      return [series, { trend: addresses(trend), readings: addresses(readings) }];
    })
  );
  const ended = t('periods.ended', 'Ended');
  const states = commonStates(all.map(({ profile }) => profile));
  const isNamed = ({ profile }: SeriesPeriods) => profile.states.length > 0;
  // A number that only some of the rows can name would be taken for a measure.
  const extreme = ({ series }: PeriodRow, value: number | undefined) =>
    states.isMixed && isNamed(series) ? undefined : finite(value);
  const { nowEpochMs } = options;
  const unit = commonUnit(rows.map(({ series }) => series.labels.unit));
  const extremes = { ...unit, ...states.config };
  return tableFrame<PeriodRow>(
    rows,
    [
      timeColumn('start', t('periods.start', 'Start'), ({ period }) => period.fromEpochMs, {
        links: [linkTo('trendUrl', t('periods.showTrend', 'Show trend'))],
      }),
      timeColumn('end', t('periods.end', 'End'), ({ period }) =>
        period.end === 'known' || period.end === 'unknown' ? period.toEpochMs : undefined
      ),
      ...(all.some(({ isState }) => isState)
        ? [textColumn<PeriodRow>('stateName', t('periods.state', 'State'), heldText)]
        : []),
      // Dashboards refer to it by this key, which it had before `stateName` was added.
      textColumn('state', t('periods.progress', 'Progress'), ({ period }) => openEndsText(period, options) || ended),
      durationColumn('duration', t('periods.duration', 'Duration'), ({ period }) => windowMs(period), {
        links: [linkTo('readingsUrl', t('periods.showReadings', 'Show readings'))],
      }),
      textColumn('device', t('periods.device', 'Device'), ({ series }) => series.labels.deviceName),
      textColumn('name', t('periods.tag', 'Tag'), ({ series }) => series.labels.name),
      numberColumn('min', t('periods.min', 'Minimum'), (row) => extreme(row, row.values?.low), extremes),
      numberColumn('max', t('periods.max', 'Maximum'), (row) => extreme(row, row.values?.high), extremes),
      numberColumn(
        'average',
        t('periods.average', 'Time-weighted average'),
        // Between two states there is nothing.
        ({ series, values }) => (series.isState ? undefined : finite(values?.average)),
        unit
      ),
      textColumn('unit', t('periods.unit', 'Unit'), ({ series }) => series.labels.unit),
      textColumn('site', t('periods.site', 'Site'), ({ series }) => series.labels.site),
      textColumn('area', t('periods.area', 'Area'), ({ series }) => series.labels.area),
      textColumn('deviceCode', t('periods.deviceCode', 'Device code'), ({ series }) => series.labels.device),
      textColumn('tag', t('periods.tagKey', 'Tag key'), ({ series }) => series.labels.tag),
      textColumn(
        'trendUrl',
        'trendUrl',
        ({ series, period }) => links.get(series)?.trend(windowAround(period, nowEpochMs)),
        HIDDEN
      ),
      textColumn(
        'readingsUrl',
        'readingsUrl',
        ({ series, period }) => links.get(series)?.readings(aroundStart(period)),
        HIDDEN
      ),
    ],
    options
  );
}

/** What is known of the ends of a period that it does not have, and how far it was followed; empty if it has both. */
function openEndsText(
  { start, end, fromEpochMs, toEpochMs }: Period,
  { timeZone, plan: { holdMs } }: Pick<PeriodFrameOptions, 'timeZone' | 'plan'>
): string {
  const time = (epochMs: EpochMs) => ({ time: dateTimeFormat(epochMs, { timeZone }) });
  const texts = start === 'known' ? [] : [translate('periods.startCut', 'Began before {{time}}', time(fromEpochMs))];
  switch (end) {
    case 'inProgress':
      texts.push(t('periods.inProgress', 'In progress'));
      break;
    case 'cut':
      texts.push(translate('periods.endCut', 'Ends after {{time}}', time(toEpochMs)));
      break;
    case 'unknown':
      texts.push(
        Number.isFinite(holdMs)
          ? translate('periods.endHeld', 'Then unknown (hold {{limit}})', {
              limit: durationText(holdMs),
            })
          : t('periods.endUnknown', 'Then unknown')
      );
      break;
    case 'known':
  }
  return texts.join(' · ');
}

/** The states that a tag had in a period, in their order; undefined of other tags, and while they are not known. */
function heldText({ series, values }: PeriodRow): string | undefined {
  if (!series.isState || values === undefined || values.held.length === 0) {
    return undefined;
  }
  const isAll = values.isDecided && values.held.length < MAX_HELD;
  return [...values.held.map((value) => valueText(series, value)), ...(isAll ? [] : ['…'])].join(', ');
}

/** Readings of a long period are too many: those around its start say how it came about. */
function aroundStart({ fromEpochMs, toEpochMs }: Period): TimeWindow {
  const lengthMs = Math.min(toEpochMs - fromEpochMs, HOUR_MS);
  return { fromEpochMs: fromEpochMs - 5 * MINUTE_MS, toEpochMs: fromEpochMs + lengthMs + 5 * MINUTE_MS };
}

interface StateRow {
  readonly series: SeriesPeriods;
  readonly value: number;
  readonly ms: number;
  readonly starts: number;
  readonly share: number | undefined;
}

/** How long and how often each tag had each of its states in the range. */
export function statesTableFrame(
  all: readonly SeriesPeriods[],
  options: PeriodFrameOptions & { readonly query: PeriodsQuery }
): DataFrame {
  return tableFrame<StateRow>(
    stateTotalRows(all, options.plan),
    [
      textColumn('device', t('periods.device', 'Device'), ({ series }) => series.labels.deviceName),
      textColumn('name', t('periods.tag', 'Tag'), ({ series }) => series.labels.name),
      textColumn('state', t('periods.state', 'State'), ({ series, value }) => totalText(series, value, options.query)),
      durationColumn('time', t('periods.time', 'Time'), ({ ms }) => ms),
      numberColumn('share', t('periods.totalShare', 'Share'), ({ share }) => share, SHARE),
      numberColumn('starts', t('periods.changes', 'Changes'), ({ starts }) => starts, {
        unit: COUNT_UNIT,
        decimals: 0,
      }),
      numberColumn('value', t('periods.value', 'Value'), ({ value }) => finite(value)),
      textColumn('site', t('periods.site', 'Site'), ({ series }) => series.labels.site),
      textColumn('area', t('periods.area', 'Area'), ({ series }) => series.labels.area),
      textColumn('deviceCode', t('periods.deviceCode', 'Device code'), ({ series }) => series.labels.device),
      textColumn('tag', t('periods.tagKey', 'Tag key'), ({ series }) => series.labels.tag),
    ],
    options
  );
}

/** The states of all series, by series and value. What is unknown has a row of its own. */
export function stateTotalRows(all: readonly SeriesPeriods[], { range }: Pick<PeriodsPlan, 'range'>): StateRow[] {
  return all.flatMap((series) => {
    const totals = totalsByValue(clipSpans(series.spans, range));
    const isKnown = (value: number) => Number.isFinite(value) || value === EXCLUDED;
    const knownMs = totals.reduce((sum, { value, ms }) => sum + (isKnown(value) ? ms : 0), 0);
    return totals
      .filter(({ value }) => value !== EXCLUDED)
      .map(({ value, ms, starts }) => ({
        series,
        value,
        ms,
        starts,
        share: Number.isFinite(value) ? ms / knownMs : undefined,
      }));
  });
}

/** What a total counts: a state. For a tag without states, the condition, or the time in which it does not hold. */
export function totalText(series: SeriesPeriods, value: number, { condition }: PeriodsQuery): string {
  if (series.about === 'states' || !Number.isFinite(value)) {
    return valueText(series, value);
  }
  return value === TRUE ? conditionLabel(condition, conditionTag(series)) : t('periods.otherwise', 'otherwise');
}

export function conditionTag({ labels: { unit }, profile }: SeriesPeriods): ConditionTag {
  return { unit, profile };
}

/** The name of a state, else its number. Values of other tags have their unit: 1 bar is no state. */
export function valueText({ profile, isState, labels }: SeriesPeriods, value: number): string {
  if (Number.isNaN(value)) {
    return t('periods.unknown', 'Unknown');
  }
  return Number.isFinite(value)
    ? (findStateName(profile.states, value) ?? withUnit(String(value), isState ? '' : labels.unit))
    : t('periods.notDecided', 'Not looked at');
}
