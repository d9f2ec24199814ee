import {
  type DataFrame,
  type DataLink,
  type Field,
  type FieldConfig,
  FieldType,
  type QueryResultMeta,
} from '@grafana/data';
import {
  LINE_STATISTICS,
  type LineStatistic,
  type SeriesPoints,
  type Statistic,
} from '../../../core/history/points/seriesPoints';
import { presentLabels, type SeriesLabels } from '../../../core/inventory/legend';
import { type StepValue, unfollowedSteps } from '../../../core/history/points/unfollowedSteps';
import type { Column } from '../../../core/history/points/linePoints';
import type { ValueAfter, ValueBefore } from '../../../core/history/series/loadedSeries';
import type { Shift } from '../../../core/time/shift';
import { formatStep } from '../../../core/time/step';
import { DAY_MS, type EpochMs, type TimeWindow, windowMs } from '../../../core/time/window';
import { translate } from '../../../locales/translate';
import type { ValueConfig } from './valueConfig';
import type { HistoryQuery } from '../historyQuery';
import { emptyConfig, isAddedUp, stateField, stateRows } from './emptySeries';
import type { EmptyStyle } from './historyRunState';
import { type ShownReading, type UnknownValue, withReading } from './latestReading';
import { valueMappings } from '../../../grafana/frames/valueLabels';
import { GREY } from '../../../grafana/valueColors';
import { COUNT_UNIT, counterUnit, grafanaUnit } from '../../../grafana/frames/grafanaUnit';

/** Everything of a series' frames that does not come from its rows. */
export interface SeriesFrameOptions extends ValueConfig {
  readonly query: HistoryQuery;
  /** What the panel shows, or Grafana's comparison of it. */
  readonly window: TimeWindow;
  /** Undefined: the data is from the window of the panel. */
  readonly shift?: Shift | undefined;
  readonly labels: SeriesLabels;
  /** The name in the legend; no other series of the panel has the same. */
  readonly name: string;
  /** The colors of its lines: those that the panel gives them unless users change it, or those of the same series without a shift. */
  readonly lineColors: readonly [string, ...string[]];
  /** True for a line of an earlier time, which is dashed and has its color from here rather than from the panel. */
  readonly isEarlier: boolean;
  /** True for values that hold until the next reading: the line is rendered as steps. */
  readonly isStepwise: boolean;
  /**
   * The edges of the steps where the panel shows them, of a chart in which steps are wide enough to be seen; absent: the line goes from one
   * point to the next.
   */
  readonly wideSteps?: Float64Array | undefined;
  /** True for a counter, whose readings are large and differ little. */
  readonly isCounter: boolean;
  /** Where a click on a point leads. */
  readonly links: readonly DataLink[];
  /** The value at the beginning, whose reading is before it; absent: it is not shown. */
  readonly before?: ValueBefore | undefined;
  /** The last value, as long as it is known; absent: it is not shown. */
  readonly after?: ValueAfter | undefined;
  /** Where a row of states has to end, because the last one would fill it to the right edge. */
  readonly rowEndEpochMs?: EpochMs | undefined;
  /** True for a chart of lines; others, such as state timelines, have a row per frame. */
  readonly isGraph?: boolean;
  /** The reading that the line ends with; absent: it ends with its last point. */
  readonly reading?: ShownReading | undefined;
  /** True for a latest value that is too old to be shown like a current one: it is grey. */
  readonly isOld?: boolean;
  /** A last value that is not known any more, and what a tile says in its place. */
  readonly unknown?: UnknownValue | undefined;
  /** What is shown if there is no value; absent: nothing. */
  readonly empty?: EmptySeries | undefined;
}

/** What is shown of a series without values. */
export interface EmptySeries {
  readonly style: Exclude<EmptyStyle, 'nothing'>;
  readonly text: string;
  /** True if no series of the panel has values. */
  readonly isAlone: boolean;
}

/** What a frame says about its series. */
export type SeriesMeta = Pick<QueryResultMeta, 'notices' | 'executedQueryString' | 'custom'>;

/** The frames of a series. */
export interface SeriesFrames {
  /** The statistics that are lines, which the panel colors. */
  readonly lines: DataFrame;
  /**
   * The edges of the band. They have a frame of their own, which comes after the lines of all series, because the panel
   * gives its colors by the position of a field: the lines get those that they would have without bands.
   */
  readonly band: DataFrame | undefined;
  /** The same of what is usual, with its median. */
  readonly usual: DataFrame | undefined;
  /**
   * The line from the value before the time range, and from the last one on, which are no readings of it, so that no statistic and no
   * table counts them.
   */
  readonly held: DataFrame | undefined;
  /** The lines of steps until the end of those that no step follows. */
  readonly stepEnds: readonly DataFrame[];
}

const NO_PARTS = { band: undefined, usual: undefined, held: undefined, stepEnds: [] };

const BAND_OPACITY = 18;
/** Less for what is usual, because the line is rarely in the middle of it. */
const USUAL_OPACITY = 10;
const USUAL_DASH = [2, 4];
/** Less than that of other texts, and readable on dark and light. */
const OLD_COLOR = '#8e8e8e';
/** Pixels of a dash and of the space after it. */
const DASH = [8, 6];

/** The points of a series of which nothing is loaded: its empty frame keeps the place and so the colors of the others. */
export function noPoints(statistics: readonly Statistic[]): SeriesPoints {
  return {
    timeEpochMs: [],
    columns: {},
    statistics,
    gapMs: Infinity,
    isSparse: false,
    shownRows: 0,
    leftOutEpochMs: [],
    spacingMs: undefined,
  };
}

/**
 * The frames of a series: time, then its statistics, with unit, labels and names.
 * @param steps the edges of the steps; undefined when the points are readings
 */
export function seriesFrames(
  ownPoints: SeriesPoints,
  steps: Float64Array | undefined,
  options: SeriesFrameOptions,
  meta: SeriesMeta
): SeriesFrames {
  const { before, isGraph, rowEndEpochMs, reading, empty, window, wideSteps } = options;
  const begun = before === undefined || isGraph ? ownPoints : withPointsBefore(ownPoints, before, window);
  const course = rowEndEpochMs === undefined ? begun : withUnknownEnd(begun, rowEndEpochMs);
  const points = reading === undefined ? course : withReading(course, reading);
  const { lines, band, usual, lineBefore } = valueFields(points, steps === undefined, options);
  if (empty !== undefined && points.timeEpochMs.length === 0) {
    return { lines: emptyFrame(lines, empty, steps, options, meta), ...NO_PARTS };
  }
  const makeFrame = (fields: readonly Field[], frameMeta?: QueryResultMeta): DataFrame => ({
    refId: options.query.refId,
    name: options.name,
    fields: [timeField(points, isOutside(reading, window) ? undefined : steps), ...fields],
    length: points.timeEpochMs.length,
    ...(frameMeta && { meta: frameMeta }),
  });
  // Without a line, the table of Explore has nothing but the band.
  const makeArea = ({ fields }: Area) =>
    fields.length === 0 || points.timeEpochMs.length === 0
      ? undefined
      : makeFrame(fields, lines.length > 0 ? IN_GRAPH : undefined);
  return {
    lines: makeFrame(empty?.style === 'text' ? lines.map((line) => withoutTotal(line, empty.text)) : lines, meta),
    band: makeArea(band),
    usual: makeArea(usual),
    held: isGraph ? heldFrame(points, lineBefore, options) : undefined,
    stepEnds: wideSteps === undefined ? [] : stepEndFrames(points, wideSteps, { lines, band, usual }, options),
  };
}

/** A line of which every value is null, of which the panel must not show a total. */
function withoutTotal(line: ValueField, text: string): ValueField {
  return isAddedUp(line.name) && line.values.every((value) => value === null)
    ? { ...line, config: { ...line.config, ...emptyConfig(text, 'text', line.name) } }
    : line;
}

/** A frame that says why there are no values. */
function emptyFrame(
  lines: readonly ValueField[],
  { style, text, isAlone }: EmptySeries,
  steps: Float64Array | undefined,
  { query, name, window }: SeriesFrameOptions,
  meta: SeriesMeta
): DataFrame {
  const makeFrame = (times: ReadonlyArray<number | null>, fields: readonly Field[]): DataFrame => {
    const time: Field = { name: 'time', type: FieldType.time, config: {}, values: [...times] };
    return { refId: query.refId, name, fields: [time, ...fields], length: times.length, meta };
  };
  if (style === 'state' || style === 'cell') {
    const { timeEpochMs, states } = stateRows(text, style, window, steps, isAlone);
    return makeFrame(
      timeEpochMs,
      lines.slice(0, 1).map((line) => stateField(line, states))
    );
  }
  const rows: readonly null[] = style === 'row' ? [null] : [];
  return makeFrame(
    rows,
    lines.map((line) => {
      const { custom, ...says } = emptyConfig(text, style, line.name);
      const config = { ...line.config, ...says, custom: { ...line.config.custom, ...custom } };
      return { ...line, config, values: [...rows] };
    })
  );
}

/** True for a reading so far from the points that the steps between them, which panels would fill with nulls, may be millions. */
function isOutside(reading: ShownReading | undefined, { fromEpochMs, toEpochMs }: TimeWindow): boolean {
  return reading !== undefined && (reading.timeEpochMs < fromEpochMs || reading.timeEpochMs > toEpochMs);
}

/** The value before as points of the series, for visualizations without statistics in which each frame is a row. */
function withPointsBefore(
  points: SeriesPoints,
  { fromEpochMs, toEpochMs, value }: ValueBefore,
  window: TimeWindow
): SeriesPoints {
  const [first = Infinity] = points.timeEpochMs;
  // A null at the end of the range would be in the legend of a state timeline, as if something were unknown.
  const lasts = toEpochMs >= window.toEpochMs;
  const ends = first > toEpochMs ? [lasts ? toEpochMs - 1 : toEpochMs] : [];
  const columns = Object.entries(points.columns).map(([name, column]) => {
    const held = name === 'avg' ? value : null;
    return [name, [held, ...ends.map(() => (lasts ? held : null)), ...column]] as const;
  });
  return {
    ...points,
    timeEpochMs: [fromEpochMs, ...ends, ...points.timeEpochMs],
    columns: Object.fromEntries(columns),
  };
}

/** The row with where its last state is no longer known. */
function withUnknownEnd(points: SeriesPoints, endEpochMs: EpochMs): SeriesPoints {
  const columns = Object.entries(points.columns).map(([name, column]) => [name, [...column, null]] as const);
  return {
    ...points,
    timeEpochMs: [...points.timeEpochMs, endEpochMs],
    columns: Object.fromEntries(columns),
  };
}

function heldFrame(
  points: SeriesPoints,
  lineBefore: ValueFields['lineBefore'],
  options: SeriesFrameOptions
): DataFrame | undefined {
  const { before, after } = options;
  const isSeen = after !== undefined && after.toEpochMs > after.fromEpochMs && !Number.isNaN(after.value);
  const parts = [...(before ? [before] : []), ...(isSeen ? [after] : [])];
  if (parts.length === 0) {
    return undefined;
  }
  const times = timesWith(
    points,
    parts.flatMap(({ fromEpochMs, toEpochMs }) => [fromEpochMs, toEpochMs])
  );
  const values = valuesAt(times, parts);
  // The first value of the series begins where the one before it ends: the step between them belongs to the line.
  const [first] = points.columns.avg ?? [];
  if (before !== undefined && points.timeEpochMs[0] === before.toEpochMs && first !== undefined && first !== null) {
    values[times.indexOf(before.toEpochMs)] = first;
  }
  return partFrame(times, [lineBefore(values)], options);
}

/**
 * The frames of each line, and those of the band. They are parts of what the line is: without legend and tooltip, and no points of the
 * series, because no statistic and no table may count a step twice. Each step is as wide as it is, also beyond the range, because the
 * shortest distance in any frame is the width of the bars of a panel.
 */
function stepEndFrames(
  points: SeriesPoints,
  edges: Float64Array,
  { lines, band, usual }: Pick<ValueFields, 'lines' | 'band' | 'usual'>,
  options: SeriesFrameOptions
): DataFrame[] {
  const { lineColors } = options;
  const makeFrames = ({ fields, lowerEdge }: Area): DataFrame[] => {
    const columns = fields.map(({ values }) => alternately(unfollowedSteps(points, values, edges)));
    return (columns[0] ?? []).map((steps, part) => {
      const times = timesWith(
        points,
        steps.map(({ toEpochMs }) => toEpochMs)
      );
      const ends = fields.map((field, index) => {
        return { ...atStepEnd(field, lowerEdge, `end ${part}`), values: valuesAt(times, columns[index]![part] ?? []) };
      });
      return partFrame(times, ends, options);
    });
  };
  const colored = lines.map((line, index): ValueField => {
    const color = line.config.color ?? { mode: 'fixed', fixedColor: lineColors[index] ?? lineColors[0] };
    return { ...line, config: { ...line.config, color } };
  });
  return [...colored.map((line) => ({ fields: [line], lowerEdge: band.lowerEdge })), band, usual].flatMap(makeFrames);
}

/** The first, the third and so on, and the others: between two of either there is a point of the other, which breaks the line. */
function alternately(steps: readonly StepValue[]): ReadonlyArray<readonly StepValue[]> {
  return [0, 1].map((rest) => steps.filter((_, index) => index % 2 === rest)).filter(({ length }) => length > 0);
}

/** Shows a part of a line, or of a band. */
function partFrame(times: number[], fields: readonly ValueField[], { query, name }: SeriesFrameOptions): DataFrame {
  const time: Field<number> = { name: 'time', type: FieldType.time, config: {}, values: times };
  return { refId: query.refId, name, fields: [time, ...fields], length: times.length, meta: IN_GRAPH };
}

/** The times of the series and others, ascending. */
function timesWith({ timeEpochMs }: SeriesPoints, others: readonly EpochMs[]): EpochMs[] {
  return [...new Set([...timeEpochMs, ...others])].sort((x, y) => x - y);
}

/**
 * The values of parts of a line, at each time that they last over.
 * Nulls at the other times of the series: where a series of a panel has no value at all, Grafana finds its nearest one, however far.
 * @param parts ascending, and none begins where another one ends
 */
function valuesAt(times: readonly EpochMs[], parts: readonly StepValue[]): Array<number | null> {
  let next = 0;
  return times.map((time) => {
    while (next < parts.length && parts[next]!.toEpochMs < time) {
      next++;
    }
    const part = parts[next];
    return part !== undefined && part.fromEpochMs <= time ? part.value : null;
  });
}

/**
 * The field as a part of its line. A panel of bars shows nothing of it, because bars have a width of their own, and a panel that stacks
 * adds it to others of its kind only: Grafana makes groups by the interpolation of lines and the alignment of bars.
 * @param part distinguishes the edges of a band from all others: Grafana finds both by the names that are shown
 */
function atStepEnd({ name, config, ...field }: ValueField, lowerEdge: string, part: string): ValueField {
  const isUpper = config.custom?.fillBelowTo !== undefined;
  const isLower = name === lowerEdge;
  const custom: unknown = {
    ...config.custom,
    lineInterpolation: 'stepBefore',
    barAlignment: -1,
    barWidthFactor: 1e-9,
    barMaxWidth: 0,
    showPoints: 'never',
    pointSize: 0,
    spanNulls: false,
    hideFrom: SHOWN_BY_LINE,
    ...(isUpper && { fillBelowTo: `${lowerEdge} ${part}` }),
  };
  return {
    ...field,
    name: isLower ? `${name} ${part}` : name,
    config: {
      ...config,
      links: [],
      ...((isUpper || isLower) && { displayNameFromDS: `${config.displayNameFromDS} ${part}` }),
      custom,
    },
  };
}

function timeField({ timeEpochMs, gapMs }: SeriesPoints, steps: Float64Array | undefined): Field<number> {
  return {
    name: 'time',
    type: FieldType.time,
    // Panels insert a null into every interval of a gap. Readings have no interval: theirs is so short that a burst after a
    // year would cost a panel millions of nulls.
    config: steps !== undefined && Number.isFinite(gapMs) ? { interval: gapMs } : {},
    values: timeEpochMs,
  };
}

type ValueField = Field<number | null>;

/** The fields of a band. */
interface Area {
  readonly fields: readonly ValueField[];
  /** What its lower edge is called: what is above is filled down to it. */
  readonly lowerEdge: string;
}

interface ValueFields {
  readonly lines: readonly ValueField[];
  readonly band: Area;
  readonly usual: Area;
  /** A part of the line of the series that is in another frame. */
  readonly lineBefore: (values: Array<number | null>) => ValueField;
}

function valueFields(
  { columns, statistics, timeEpochMs, gapMs, isSparse }: SeriesPoints,
  isRaw: boolean,
  options: SeriesFrameOptions
): ValueFields {
  const { query, window, shift, labels, name, lineColors, isEarlier, isStepwise, isCounter, links } = options;
  const [bandColor] = lineColors;
  const drawsSteps = isStepwise || options.wideSteps !== undefined;
  const isEmpty = timeEpochMs.length === 0;
  const { valueConfig, thresholdsConfig, axisConfig } = options;
  const differenceUnit = grafanaUnit(labels.unit);
  const unit = isCounter ? counterUnit(labels.unit) : differenceUnit;
  const fieldLabels = { ...presentLabels(labels), ...(shift && { shift: formatStep(shift.step) }) };
  const field = (
    key: string,
    values: Array<number | null> = [],
    displayName: string,
    { custom, ...config }: FieldConfig = {}
  ): ValueField => ({
    name: key,
    type: FieldType.number,
    labels: fieldLabels,
    config: {
      unit,
      displayNameFromDS: displayName,
      links: [...links],
      ...config,
      custom: {
        // Fields of one unit have one axis only if they agree on its range.
        ...axisConfig,
        ...(drawsSteps && { lineInterpolation: 'stepAfter' }),
        // A point that only another column has is no gap of this one.
        ...(isSparse && query.fill === 'gap' && { spanNulls: Number.isFinite(gapMs) ? gapMs : true }),
        ...custom,
      },
    },
    values,
  });
  const has = (statistic: Statistic) => statistics.includes(statistic);
  const lowerEdge = `min ${query.refId} ${name} ${periodNumber(window)}`;
  // Without a value, a tile would have the color below the lowest threshold.
  const ofValues = (custom: object = {}): FieldConfig => ({
    ...valueConfig,
    // Names are whole numbers, and so are the marks of their axis.
    ...(isRaw && valueConfig.mappings !== undefined && { decimals: 0 }),
    ...(isEmpty ? { custom } : { ...thresholdsConfig, custom: { ...thresholdsConfig.custom, ...custom } }),
  });
  const area = has('band') ? { fillBelowTo: lowerEdge, fillOpacity: BAND_OPACITY } : {};
  const shown: Readonly<Record<LineStatistic, { readonly name: string; readonly config?: FieldConfig }>> = {
    avg: {
      name,
      config: {
        ...asUnknown(ofValues(), options.unknown),
        ...(options.isOld && { color: { mode: 'fixed', fixedColor: OLD_COLOR } }),
      },
    },
    timeWeighted: {
      name: translate('series.timeWeighted', '{{name}} (time-weighted)', { name }),
      config: ofValues(isSparse ? { spanNulls: false } : {}),
    },
    min: { name: translate('series.min', '{{name}} (min)', { name }), config: ofValues() },
    max: { name: translate('series.max', '{{name}} (max)', { name }), config: ofValues(area) },
    range: {
      name: translate('series.range', '{{name}} (max − min)', { name }),
      config: { unit: differenceUnit },
    },
    n: {
      name: translate('series.count', '{{name}} (readings)', { name }),
      config: { unit: COUNT_UNIT, decimals: 0 },
    },
    increase: {
      name: translate('series.increase', '{{name}} (increase)', { name }),
      config: { unit: differenceUnit },
    },
    outsideUsual: {
      name: translate('series.outsideUsual', '{{name}} (outside usual)', { name }),
      config: { unit: differenceUnit },
    },
  };
  // An edge must have the color of the average, which no palette of a panel would give it.
  const edge = (key: 'min' | 'max', fieldName: string, more: object) =>
    field(fieldName, columns[key], shown[key].name, {
      ...valueConfig,
      color: { mode: 'fixed', fixedColor: bandColor },
      custom: { lineWidth: 0, showPoints: 'never', pointSize: 0, hideFrom: HIDDEN_IN_LEGEND, ...more },
    });
  const lines = LINE_STATISTICS.filter(has).map((statistic) => {
    const key = statistic === 'avg' && isRaw ? 'value' : statistic;
    return field(key, columns[statistic], shown[statistic].name, shown[statistic].config);
  });
  const band = has('band')
    ? [
        edge('min', lowerEdge, has('min') ? { hideFrom: SHOWN_BY_LINE } : {}),
        ...(has('max') ? [] : [edge('max', 'max', area)]),
      ]
    : [];
  const lowestUsual = `usual ${lowerEdge}`;
  const ofUsual = (fieldName: string, values: Column | undefined, displayName: string, custom: object) =>
    field(fieldName, values, displayName, {
      ...valueConfig,
      color: { mode: 'fixed', fixedColor: bandColor },
      custom: { lineWidth: 0, showPoints: 'never', pointSize: 0, hideFrom: HIDDEN_IN_LEGEND, ...custom },
    });
  const usual = has('usual')
    ? [
        ofUsual(lowestUsual, columns.usualLow, translate('series.usualLow', '{{name}} (usual, low)', { name }), {}),
        ofUsual('usualHigh', columns.usualHigh, translate('series.usualHigh', '{{name}} (usual, high)', { name }), {
          fillBelowTo: lowestUsual,
          fillOpacity: USUAL_OPACITY,
        }),
        ofUsual('usual', columns.usual, translate('series.usual', '{{name}} (usual)', { name }), {
          lineWidth: 1,
          lineStyle: { fill: 'dash', dash: USUAL_DASH },
        }),
      ]
    : [];
  return {
    lines: lines.map((line, index) => (isEarlier ? asEarlier(line, lineColors[index] ?? bandColor) : line)),
    // Where readings are shown one by one, the edges lie on the line: solid ones would hide its dashes.
    band: { fields: isEarlier ? band.map((line) => asEarlier(line, bandColor)) : band, lowerEdge },
    usual: { fields: usual, lowerEdge: lowestUsual },
    lineBefore: (values) => {
      const color = { mode: 'fixed', fixedColor: bandColor };
      const custom = { showPoints: 'never', hideFrom: SHOWN_BY_LINE };
      const before = field('before', values, name, { color, custom, links: [] });
      return isEarlier ? asEarlier(before, bandColor) : before;
    },
  };
}

function asUnknown(config: FieldConfig, unknown: UnknownValue | undefined): FieldConfig {
  return unknown === undefined
    ? config
    : {
        ...config,
        mappings: [
          ...valueMappings([[String(unknown.value), { text: unknown.text, color: GREY }]]),
          ...(config.mappings ?? []),
        ],
      };
}

/**
 * Distinguishes the window from that of Grafana's Time comparison, whose frames have the same names in the same panel. A
 * comparison is at least one window or one day earlier. The number rarely changes from one refresh to the next: Grafana builds a
 * chart anew when a field has another name.
 */
function periodNumber(window: TimeWindow): number {
  return Math.floor(window.toEpochMs / Math.max(1, Math.min(windowMs(window), DAY_MS)));
}

/** The line as that of an earlier time: in a color, dashed. */
function asEarlier(line: ValueField, color: string): ValueField {
  const custom: unknown = { ...line.config.custom, lineStyle: { fill: 'dash', dash: DASH } };
  return { ...line, config: { ...line.config, color: { mode: 'fixed', fixedColor: color }, custom } };
}

/** For frames that the graph of Explore has, and its table has not. */
const IN_GRAPH: QueryResultMeta = { preferredVisualisationType: 'graph' };

const HIDDEN_IN_LEGEND = { legend: true, tooltip: false, viz: false };
/** For what is a line, too, or a part of one: the tooltip has its value once. */
const SHOWN_BY_LINE = { legend: true, tooltip: true, viz: false };
