import { type DataFrame, DataTopic, type Field, FieldType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { presentLabels } from '../../../core/inventory/legend';
import {
  isCut,
  type PeriodTotals,
  totalsOf,
  totalsPerStep,
  totalsPerStepOfValues,
} from '../../../core/history/signal/periods';
import {
  clipSpans,
  FALSE,
  longestValue,
  type Spans,
  spansPerStep,
  TRUE,
  visitSpans,
} from '../../../core/history/signal/spans';
import { stateColor } from '../../../core/inventory/tagProfile';
import { firstAtOrAfter, HOUR_MS, SECOND_MS, windowMs } from '../../../core/time/window';
import { countCovered } from '../../../grafana/frames/coveredStates';
import { plainHtml } from '../../../grafana/frames/plainHtml';
import { COUNT_UNIT, DURATION_UNIT } from '../../../grafana/frames/grafanaUnit';
import { pointLinks } from '../../../grafana/frames/pointLinks';
import { presentNotices } from '../../../grafana/frames/notices';
import { column, columnFields } from '../../../grafana/frames/tableFrame';
import { valueMappings } from '../../../grafana/frames/valueLabels';
import { GREY, ORANGE } from '../../../grafana/valueColors';
import { conditionLabel } from '../../../locales/conditionTexts';
import { periodDuration } from '../../../locales/periodTexts';
import { translate } from '../../../locales/translate';
import { seriesQuery } from '../../history/historyQuery';
import type { PeriodsQuery, PeriodsTotal } from '../periodsQuery';
import type { PeriodsPlan } from '../planPeriods';
import { conditionTag, type PeriodFrameOptions, stateTotalRows, totalText, valueText } from './periodTables';
import { type SeriesPeriods, unknownPast } from './seriesPeriods';

/** A series and its name in the legend. */
export interface NamedSeries {
  readonly series: SeriesPeriods;
  readonly name: string;
}

export interface PeriodSeriesOptions extends PeriodFrameOptions {
  readonly query: PeriodsQuery;
}

/** What the condition amounts to in the range, for tiles: a frame per series with one row, as of the end of what is known. */
export function totalFrames(all: readonly NamedSeries[], options: PeriodSeriesOptions): DataFrame[] {
  const { plan } = options;
  const frames = framesOf(all, options, (series) => {
    const { spans, periods } = series.found;
    const { past, unknownMs } = unknownPast(spans, series, plan.range);
    const totals = [totalsOf(spans, periods, plan.range)];
    return { times: [past.toEpochMs], parts: [{ totals, unknownShare: unknownMs / windowMs(past) }] };
  });
  // In Explore: a graph of one instant says nothing.
  return frames.map((frame) => ({ ...frame, meta: { ...frame.meta, preferredVisualisationType: 'table' } }));
}

/** The same for each step; without a condition, for each state, as with the condition that the tag has it. */
export function perStepFrames(all: readonly NamedSeries[], options: PeriodSeriesOptions): DataFrame[] {
  const { edges = new Float64Array(), stepTimes, periodRules: rules } = options.plan;
  return framesOf(all, options, (series) => {
    const times = [...stepTimes];
    if (series.about === 'condition') {
      const { spans, periods } = series.found;
      return { times, parts: [{ totals: totalsPerStep(spans, periods, edges) }] };
    }
    const states = statesOf(series);
    const values = states.map(({ value }) => value);
    const totals = totalsPerStepOfValues(series.spans, values, rules, edges);
    return {
      times: states.length === 0 ? [] : times,
      parts: states.map((state, index) => ({ state, totals: totals[index]! })),
    };
  });
}

/** To a step, and to the readings around a point. */
function linksOf({ labels }: SeriesPeriods, options: PeriodSeriesOptions) {
  const {
    dataSourceUid,
    timeZone,
    plan: { range, edges },
    query: { interval, offset },
  } = options;
  const stepMs = edges === undefined ? 0 : edges[1]! - edges[0]!;
  const query = seriesQuery(labels);
  const stepsBy = { interval, offset, zone: timeZone };
  return pointLinks({ dataSourceUid, query, window: range, stepMs, edges, stepsBy, shift: undefined });
}

function framesOf(
  all: readonly NamedSeries[],
  options: PeriodSeriesOptions,
  compute: (series: SeriesPeriods) => { readonly times: number[]; readonly parts: readonly Part[] }
): DataFrame[] {
  const { refId, plan, query, notices } = options;
  const hasSeveralTotals = query.totals.length > 1;
  return all.map(({ series, name }, index) => {
    const { times, parts } = compute(series);
    const isPerStep = query.format === 'perStep' || times.length > 1;
    const links = plan.edges && linksOf(series, options);
    const fields = parts.flatMap(({ state, totals, unknownShare = 0 }) => {
      const names = [...(state === undefined || all.length > 1 ? [name] : []), ...(state ? [state.text] : [])];
      return query.totals.map((total): Field => {
        const { unit, decimals, min, max } = TOTALS[total];
        const isNothingKnown = !isPerStep && !series.isLoading && totals.every((amounts) => isUnknown(amounts));
        return {
          name: total,
          type: FieldType.number,
          labels: { ...presentLabels(series.labels), ...(state && { state: state.text }) },
          config: {
            unit,
            decimals,
            min,
            max,
            ...(isPerStep && STEP_LINE),
            ...(links && { links: [...links] }),
            ...(state && { color: { mode: 'fixed', fixedColor: state.color } }),
            ...(isNothingKnown && {
              noValue: t('words.unknown', 'Unknown'),
              color: { mode: 'fixed', fixedColor: GREY },
            }),
            displayNameFromDS: [
              ...names,
              ...(hasSeveralTotals ? [totalTexts()[total]] : []),
              // A share is of the known time, however little that is.
              ...(total === 'share' && unknownShare >= LEAST_NAMED_SHARE ? [unknownText(unknownShare)] : []),
            ].join(' · '),
          },
          values: totals.map((amounts) => shownTotal(total, amounts, series, isPerStep)),
        };
      });
    });
    return {
      refId,
      name,
      length: times.length,
      fields: [{ name: 'time', type: FieldType.time, config: {}, values: times }, ...fields],
      meta: { notices: index === 0 ? presentNotices(notices) : [] },
    };
  });
}

/** Less would be 0 %. */
const LEAST_NAMED_SHARE = 0.005;

function unknownText(share: number): string {
  const percent = String(Math.round(100 * share));
  return translate('periods.unknownShare', '{{percent}} % unknown', { percent });
}

/** In a graph, too, a state lasts until the next one, and the value of a step is that of all of it. */
const STEP_LINE = { custom: { lineInterpolation: 'stepAfter' } };

/** The totals of each time, of a series with its condition, or of one of its states, with the condition that the tag has it. */
interface Part {
  readonly totals: readonly PeriodTotals[];
  /** Of a time range as a whole, the part of its past of which the value is not known. */
  readonly unknownShare?: number;
  /** Undefined: the condition of the query. */
  readonly state?: StateLabel;
}

/**
 * What nothing is known of has no value, and neither has what is not decided: while loading, what is proven at least. How many periods
 * there are is not, before all of them are known: two may become one, and one may begin earlier.
 */
export function shownTotal(
  total: PeriodsTotal,
  totals: PeriodTotals,
  { isLoading, isDecided }: SeriesPeriods,
  isPerStep: boolean
): number | null {
  const { undecidedMs } = totals;
  const { value: valueOf, onlyGrows = false } = TOTALS[total];
  const value = valueOf(totals, isPerStep);
  const isUndecided = isLoading ? !onlyGrows && !isDecided : undecidedMs > 0;
  return isUnknown(totals) || isUndecided || Number.isNaN(value) ? null : value;
}

function isUnknown({ trueMs, falseMs }: PeriodTotals): boolean {
  return trueMs + falseMs === 0;
}

interface Total {
  readonly unit: string;
  readonly decimals?: number;
  readonly min: number;
  readonly max?: number;
  /** True for what more knowledge only makes more. */
  readonly onlyGrows?: true;
  readonly value: (totals: PeriodTotals, isPerStep: boolean) => number;
}

export const TOTALS: Readonly<Record<PeriodsTotal, Total>> = {
  duration: { unit: DURATION_UNIT, min: 0, onlyGrows: true, value: ({ trueMs }) => trueMs / SECOND_MS },
  // Grafana's own unit would make days of more than 24.
  hours: { unit: 'suffix:h', min: 0, onlyGrows: true, value: ({ trueMs }) => trueMs / HOUR_MS },
  share: { unit: 'percentunit', min: 0, max: 1, value: ({ trueMs, falseMs }) => trueMs / (trueMs + falseMs) },
  count: {
    unit: COUNT_UNIT,
    decimals: 0,
    min: 0,
    value: ({ count, starts }, isPerStep) => (isPerStep ? starts : count),
  },
  longest: { unit: DURATION_UNIT, min: 0, onlyGrows: true, value: ({ longestMs }) => longestMs / SECOND_MS },
  betweenStarts: { unit: DURATION_UNIT, min: 0, value: ({ meanBetweenStartsMs }) => meanBetweenStartsMs / SECOND_MS },
};

export function totalTexts(): Readonly<Record<PeriodsTotal, string>> {
  return {
    duration: t('periods.totalDuration', 'Duration'),
    hours: t('periods.totalHours', 'Hours'),
    share: t('periods.totalShare', 'Share'),
    count: t('periods.totalCount', 'Number'),
    longest: t('periods.totalLongest', 'Longest'),
    betweenStarts: t('periods.totalBetweenStarts', 'Mean time between starts'),
  };
}

/**
 * Where the condition holds and where not, or the states of the tag; unknown time is empty. With steps, each has what lasted longest in
 * it.
 */
export function timelineFrames(all: readonly NamedSeries[], options: PeriodSeriesOptions) {
  const { refId, plan, query, notices } = options;
  return all.map(({ series, name }, index): DataFrame => {
    const { spans } = series.found;
    const { times, shown } = plan.edges
      ? { times: [...plan.stepTimes], shown: valuesPerStep(spans, plan.edges, series.horizonEpochMs) }
      : changesOf(spans, plan);
    return {
      refId,
      name,
      length: times.length,
      fields: [
        { name: 'time', type: FieldType.time, config: {}, values: times },
        {
          name: series.about === 'condition' ? 'condition' : 'state',
          type: FieldType.number,
          labels: presentLabels(series.labels),
          config: {
            displayNameFromDS: name,
            ...STEP_LINE,
            links: [...linksOf(series, options)],
            ...timelineConfig(series, query),
          },
          values: shown.map((value) => (Number.isFinite(value) ? value : null)),
        },
      ],
      meta: { notices: index === 0 ? presentNotices(notices) : [] },
    };
  });
}

/** How many states, or periods and what is between them, are in none of the steps of a timeline, because something else lasted longer there. */
export function countHidden(series: SeriesPeriods, plan: PeriodsPlan): number {
  const { edges, format } = plan;
  if (edges === undefined || format !== 'timeline') {
    return 0;
  }
  const { spans } = series.found;
  const shown = valuesPerStep(spans, edges, series.horizonEpochMs);
  const past = { fromEpochMs: edges[0]!, toEpochMs: Math.min(edges.at(-1)!, series.horizonEpochMs) };
  let count = 0;
  visitSpans(clipSpans(spans, past), (fromEpochMs, toEpochMs, value) => {
    const steps = shown.slice(
      Math.max(0, firstAtOrAfter(edges, fromEpochMs + 1) - 1),
      firstAtOrAfter(edges, toEpochMs)
    );
    count += Number.isFinite(value) && !steps.includes(value) ? 1 : 0;
  });
  return count;
}

/** How many of them may be covered in a state timeline, because they are narrower than a pixel. */
export function countCoveredSpans(series: SeriesPeriods, plan: PeriodsPlan): number {
  const { range, statesSideBySide } = plan;
  if (statesSideBySide === undefined) {
    return 0;
  }
  const { times, shown } = changesOf(series.found.spans, plan);
  return countCovered({ timeEpochMs: times, values: shown }, range, statesSideBySide);
}

function changesOf(spans: Spans, { range }: PeriodFrameOptions['plan']) {
  const { startEpochMs, values } = clipSpans(spans, range);
  return { times: Array.from(startEpochMs), shown: Array.from(values) };
}

/** What lasted longest in each step. */
function valuesPerStep(spans: Spans, edges: Float64Array, horizonEpochMs: number): number[] {
  const fromEpochMs = edges[0]!;
  const past = { fromEpochMs, toEpochMs: Math.max(fromEpochMs, Math.min(edges.at(-1)!, horizonEpochMs)) };
  return spansPerStep(clipSpans(spans, past), edges).map(longestValue);
}

function timelineConfig(series: SeriesPeriods, query: PeriodsQuery) {
  return {
    mappings: valueMappings(
      series.about === 'states'
        ? statesOf(series).map(({ value, text, color }) => [String(value), { text, color }])
        : [
            [String(TRUE), { text: totalText(series, TRUE, query), color: ORANGE }],
            [String(FALSE), { text: totalText(series, FALSE, query), color: GREY }],
          ]
    ),
    // A state timeline has colors by value otherwise, and no legend then.
    color: { mode: 'palette-classic' },
  };
}

interface StateLabel {
  readonly value: number;
  readonly text: string;
  readonly color: string;
}

/** The states that have a name, also those that the tag did not have, so that every panel shows them in the same colors; then its others. */
function statesOf(series: SeriesPeriods): StateLabel[] {
  const { states } = series.profile;
  const named = states.map(({ value }) => value);
  const haveNames = new Set(named);
  const others = [...new Set(series.spans.values)].filter((value) => Number.isFinite(value) && !haveNames.has(value));
  return [...named, ...others.sort((a, b) => a - b)].map((value, index) => ({
    value,
    text: valueText(series, value),
    color: stateColor(states[index] ?? {}, index),
  }));
}

/** A field per state, for pie and bars: how long the tag had it, in seconds. */
export function stateTotalsFrames(all: readonly NamedSeries[], options: PeriodSeriesOptions): DataFrame[] {
  const { refId, plan, query, notices } = options;
  const hasSeveral = all.length > 1;
  return all.map(({ series, name }, index): DataFrame => {
    const rows = stateTotalRows([series], plan);
    const ofStates = series.about === 'states' ? statesOf(series) : [{ value: TRUE, color: ORANGE }];
    const colors = new Map(ofStates.map(({ value, color }) => [value, color]));
    return {
      refId,
      name,
      length: 1,
      fields: [
        { name: 'time', type: FieldType.time, config: {}, values: [plan.range.toEpochMs] },
        ...rows.map(({ value, ms }): Field => {
          const state = totalText(series, value, query);
          const color = colors.get(value) ?? GREY;
          return {
            name: state,
            type: FieldType.number,
            labels: { ...presentLabels(series.labels), state },
            config: {
              unit: DURATION_UNIT,
              min: 0,
              color: { mode: 'fixed', fixedColor: color },
              displayNameFromDS: hasSeveral ? `${name} · ${state}` : state,
            },
            values: [ms / SECOND_MS],
          };
        }),
      ],
      meta: { notices: index === 0 ? presentNotices(notices) : [] },
    };
  });
}

/** Regions over a chart. Grafana finds the columns by their names. */
export function periodAnnotationsFrame(
  all: readonly NamedSeries[],
  { refId, query, notices }: PeriodSeriesOptions,
  isOfPanel: boolean
): DataFrame {
  const rows = all.flatMap(({ series, name }) => {
    const title = plainHtml(`${name}: ${conditionLabel(query.condition, conditionTag(series))}`);
    return series.found.periods.map((period) => ({ period, title }));
  });
  return {
    refId,
    name: refId,
    length: rows.length,
    fields: columnFields(rows, [
      column('time', FieldType.time, ({ period }) => period.fromEpochMs),
      column('timeEnd', FieldType.time, ({ period }) => period.toEpochMs),
      column('title', FieldType.string, ({ title }) => title),
      column('text', FieldType.string, ({ period }) => plainHtml(periodDuration(windowMs(period), isCut(period)))),
      // Grafana offers to edit and delete every event but those with the id 0.
      column('id', FieldType.number, () => 0),
      column('color', FieldType.string, () => ORANGE),
      column('isRegion', FieldType.boolean, () => true),
    ]),
    meta: { notices: presentNotices(notices), ...(isOfPanel && { dataTopic: DataTopic.Annotations }) },
  };
}
