import type { Shift } from '../../time/shift';
import type { EpochMs, TimeWindow } from '../../time/window';
import { breakTimes, gapOfStepsMs, gapThresholdMs, holdEnds, medianDistanceMs } from '../gaps';
import { type Rows, rowCount } from '../rows';
import type { LoadedSeries } from '../series/loadedSeries';
import { downsample, sumToShown } from './downsample';
import {
  breakLine,
  type Column,
  columnAt,
  countsAt,
  type Fill,
  fillSteps,
  increasesAt,
  type LinePoints,
  shiftPoints,
} from './linePoints';

/**
 * What a chart shows of a series. `band` renders the area from min to max around the average, `increase` is how far a counter
 * counted; each of the others is a column. In the order of the columns. `avg` is the mean of the readings, `timeWeighted` that of
 * the value over time. `usual` renders the band of earlier weeks with its median, `outsideUsual` is how far the average is outside of it.
 */
export const STATISTICS = [
  'avg',
  'timeWeighted',
  'band',
  'min',
  'max',
  'range',
  'n',
  'increase',
  'usual',
  'outsideUsual',
] as const;
export type Statistic = (typeof STATISTICS)[number];

/** A statistic that is an area. */
const AREAS = ['band', 'usual'] as const;
type AreaStatistic = (typeof AREAS)[number];

/** A statistic that is a line. */
export type LineStatistic = Exclude<Statistic, AreaStatistic>;
export const LINE_STATISTICS: readonly LineStatistic[] = STATISTICS.filter(isLine);

/** False for one that is an area. */
export function isLine(statistic: Statistic): statistic is LineStatistic {
  return !(AREAS as readonly Statistic[]).includes(statistic);
}

/** A statistic of which a step has a value although nothing was read in it, or none although something was. */
const OWN = ['timeWeighted', 'increase', 'usual', 'outsideUsual'] as const;
type OwnStatistic = (typeof OWN)[number];

/** A statistic of the rows. */
type RowStatistic = Exclude<Statistic, OwnStatistic>;

/** The values of statistics at the points of a line. A band has those of `min` and `max`; what is usual has a median and two ends. */
export type StatisticColumns = Readonly<Partial<Record<LineStatistic | UsualColumn, Column>>>;
type UsualColumn = 'usual' | 'usualLow' | 'usualHigh';

/** How a series is rendered, as far as its points depend on it. */
export interface SeriesStyle {
  readonly statistics: readonly Statistic[];
  readonly fill: Fill;
}

type RowStyle = SeriesStyle & { readonly statistics: readonly RowStatistic[] };

/** A series as it is rendered: everything of its frame that takes long to compute and does not depend on names or colors. */
export interface SeriesPoints {
  readonly timeEpochMs: number[];
  /** Those that the statistics need. */
  readonly columns: StatisticColumns;
  readonly statistics: readonly Statistic[];
  /** A longer distance between points is a gap; Infinity when there are too few rows to know. */
  readonly gapMs: number;
  /** True if there are points without a value of every column between points that a line connects. */
  readonly isSparse: boolean;
  /** How many rows are rendered; fewer than loaded where readings were downsampled. */
  readonly shownRows: number;
  /** The points that a shift leaves out, in their own time, because their local time does not exist on the later days. */
  readonly leftOutEpochMs: readonly EpochMs[];
  /** The usual distance between steps that have data; undefined for readings, and when there are too few rows to know. */
  readonly spacingMs: number | undefined;
}

/**
 * Turns the rows of a series into the points of a chart.
 * @param window what the panel shows, in the series' own time
 * @param width how many points fit side by side; more readings are downsampled
 * @param shift how much later the points are shown
 */
export function toPoints(
  loaded: LoadedSeries,
  style: SeriesStyle,
  window: TimeWindow,
  width: number,
  shift?: Shift
): SeriesPoints {
  const isOwn = (statistic: Statistic): statistic is OwnStatistic => (OWN as readonly Statistic[]).includes(statistic);
  const statistics = style.statistics.filter((statistic): statistic is RowStatistic => !isOwn(statistic));
  const points = rowPoints(loaded, { ...style, statistics }, window, width, shift);
  const own = style.statistics.filter(isOwn).map((statistic) => {
    const line = ownLine(statistic, loaded, style, points.gapMs, window, width);
    return placed(statistic, line, loaded.edges, shift);
  });
  if (own.length === 0) {
    return points;
  }
  const [first, ...others] = statistics.length === 0 ? own : [points, ...own];
  return { ...others.reduce(joinLines, { ...points, ...first }), statistics: style.statistics };
}

function rowPoints(
  loaded: LoadedSeries,
  style: RowStyle,
  window: TimeWindow,
  width: number,
  shift: Shift | undefined
): SeriesPoints {
  const isRaw = loaded.edges === undefined;
  const rows = isRaw ? downsample(loaded.rows, window, width) : loaded.rows;
  const unshiftedGapMs = gapThresholdMs(loaded.rows, longestStepMs(loaded.edges));
  const unshifted = layOut(loaded, rows, style, unshiftedGapMs);
  const { line, leftOutEpochMs, longestLineMs } = shifted(unshifted, loaded.edges, shift);
  const gapMs = Math.max(unshiftedGapMs, longestLineMs, loaded.held === undefined ? 0 : longestConnectedMs(line));
  const statistics = isRaw && !hasRanges(loaded) ? readingStatistics(style.statistics) : style.statistics;
  const spacingMs = isRaw ? undefined : medianDistanceMs(rows);
  return {
    timeEpochMs: line.timeEpochMs,
    columns: computeColumns(statistics, { loaded, rows, line }),
    statistics,
    gapMs,
    isSparse: false,
    shownRows: rowCount(rows),
    leftOutEpochMs,
    spacingMs,
  };
}

type OwnPoints = Pick<SeriesPoints, 'timeEpochMs' | 'columns' | 'gapMs' | 'leftOutEpochMs'>;

/** A line of a statistic that has points of its own, where the data is. */
interface OwnLine {
  readonly line: LinePoints;
  readonly columns: (line: LinePoints) => StatisticColumns;
  readonly gapMs: number;
}

function ownLine(
  statistic: OwnStatistic,
  loaded: LoadedSeries,
  style: SeriesStyle,
  gapMs: number,
  window: TimeWindow,
  width: number
): OwnLine | undefined {
  const { usual, timeWeighted } = loaded;
  switch (statistic) {
    case 'increase':
      return increaseLine(loaded, style, gapMs, window, width);
    case 'timeWeighted':
      return stepsLine(loaded, timeWeighted?.rows, (line, rows) => ({ timeWeighted: columnAt(line, rows.avg) }));
    case 'usual':
      return stepsLine(loaded, usual?.rows, (line, rows) => ({
        usual: columnAt(line, rows.avg),
        usualLow: columnAt(line, rows.min),
        usualHigh: columnAt(line, rows.max),
      }));
    case 'outsideUsual':
      return stepsLine(loaded, usual?.outside, (line, rows) => ({ outsideUsual: columnAt(line, rows.avg) }));
  }
}

/** A step without a reading has a point if it has a value, and a step with readings has none if it has not: nothing is interpolated. */
function stepsLine(
  { edges }: LoadedSeries,
  rows: Rows | undefined,
  columns: (line: LinePoints, rows: Rows) => StatisticColumns
): OwnLine | undefined {
  if (rows === undefined || edges === undefined) {
    return undefined;
  }
  const gapMs = gapOfStepsMs(longestStepMs(edges) ?? Infinity);
  return { line: fillSteps(rows, edges, gapMs, 'gap'), columns: (line) => columns(line, rows), gapMs };
}

/** A reading at the very end of a step counts in it, even if there is no other. Nothing is interpolated. */
function increaseLine(
  loaded: LoadedSeries,
  style: SeriesStyle,
  gapMs: number,
  window: TimeWindow,
  width: number
): OwnLine | undefined {
  const { increase, edges } = loaded;
  if (increase === undefined) {
    return undefined;
  }
  const fill = fillSoFar(loaded, style);
  const { rows, readings } = increase;
  if (edges !== undefined) {
    const line = fillSteps(rows, edges, gapMs, fill === 'null' ? fill : 'gap');
    return { line, columns: (points) => ({ increase: increasesAt(points, rows.avg) }), gapMs };
  }
  const all = readings ?? rows;
  const shown = downsample(all, window, width);
  const sums = shown === all ? rows.avg : sumToShown(rows.avg, all, shown);
  const line = breakLine(shown, readingBreaks(loaded, fill, gapMs));
  return { line, columns: (points) => ({ increase: increasesAt(points, sums) }), gapMs };
}

/** The points of a line where the panel shows them; none while it is not known. */
function placed(
  statistic: OwnStatistic,
  own: OwnLine | undefined,
  edges: Float64Array | undefined,
  shift: Shift | undefined
): OwnPoints {
  if (own === undefined) {
    return { timeEpochMs: [], columns: { [statistic]: [] }, gapMs: Infinity, leftOutEpochMs: [] };
  }
  const { line, leftOutEpochMs, longestLineMs } = shifted(own.line, edges, shift);
  return {
    timeEpochMs: line.timeEpochMs,
    columns: own.columns(line),
    gapMs: Math.max(own.gapMs, longestLineMs),
    leftOutEpochMs,
  };
}

function shifted(line: LinePoints, edges: Float64Array | undefined, shift: Shift | undefined) {
  return shift === undefined ? { line, leftOutEpochMs: [], longestLineMs: 0 } : shiftPoints(line, edges, shift);
}

/** The points of a series and those of a statistic that has its own, in one order. */
function joinLines(points: SeriesPoints, line: OwnPoints): SeriesPoints {
  const { timeEpochMs, first, second } = joinTimes(points.timeEpochMs, line.timeEpochMs);
  const pick = (columns: StatisticColumns, indices: readonly number[]): StatisticColumns =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, indices.map((index) => column[index] ?? null)])
    );
  return {
    ...points,
    timeEpochMs,
    columns: { ...pick(points.columns, first), ...pick(line.columns, second) },
    isSparse: points.isSparse || timeEpochMs.length > points.timeEpochMs.length,
    leftOutEpochMs: [...new Set([...points.leftOutEpochMs, ...line.leftOutEpochMs])],
  };
}

/** Joins two ascending lists of times; for each time, its index in either list, or -1. */
function joinTimes(times: readonly number[], otherTimes: readonly number[]) {
  const timeEpochMs: number[] = [];
  const first: number[] = [];
  const second: number[] = [];
  for (let index = 0, other = 0; index < times.length || other < otherTimes.length;) {
    const next = Math.min(times[index] ?? Infinity, otherTimes[other] ?? Infinity);
    timeEpochMs.push(next);
    first.push(times[index] === next ? index++ : -1);
    second.push(otherTimes[other] === next ? other++ : -1);
  }
  return { timeEpochMs, first, second };
}

function layOut(loaded: LoadedSeries, rows: Rows, style: SeriesStyle, gapMs: number): LinePoints {
  const fill = fillSoFar(loaded, style);
  if (loaded.edges !== undefined) {
    return fillSteps(rows, loaded.edges, gapMs, fill, loaded.held?.holdMs);
  }
  return breakLine(rows, readingBreaks(loaded, fill, gapMs));
}

/** Points must not be interpolated over rows that are still to come. */
function fillSoFar({ fetched }: LoadedSeries, { fill }: SeriesStyle): Fill {
  return fetched.pending.length > 0 ? 'gap' : fill;
}

/** Where the line of readings breaks. */
function readingBreaks({ rows, held, isOfValues }: LoadedSeries, fill: Fill, gapMs: number): EpochMs[] {
  // Changes have a row where the value is no longer known.
  if (fill === 'previous' || fill === 'linear' || isOfValues) {
    return [];
  }
  // From all readings: the distances between downsampled ones show nothing about gaps.
  return held === undefined ? breakTimes(rows, gapMs) : holdEnds(rows, held.holdMs);
}

/**
 * Whatever the resolution, a panel has the fields that were requested. A reading has one value, so there is no band around it;
 * where nothing else is requested, the value is shown.
 */
function readingStatistics(statistics: readonly RowStatistic[]): readonly RowStatistic[] {
  const withoutBand = statistics.filter((statistic) => statistic !== 'band');
  return withoutBand.length > 0 ? withoutBand : ['avg'];
}

function longestStepMs(edges: Float64Array | undefined): number | undefined {
  if (edges === undefined) {
    return undefined;
  }
  const { length } = edges;
  let longest = 0;
  for (let edge = 1; edge < length; edge++) {
    const lengthMs = edges[edge]! - edges[edge - 1]!;
    longest = lengthMs > longest ? lengthMs : longest;
  }
  return longest;
}

/** A series and the rows of it that are rendered. */
interface ShownRows {
  readonly loaded: LoadedSeries;
  /** Fewer than loaded where readings were downsampled. */
  readonly rows: Rows;
  readonly line: LinePoints;
}

/** The longest distance between two points without a null between them. */
function longestConnectedMs({ timeEpochMs, origins }: LinePoints): number {
  let longest = 0;
  for (let point = 1; point < timeEpochMs.length; point++) {
    const isConnected = origins === undefined || (origins.row[point]! >= 0 && origins.row[point - 1]! >= 0);
    longest = isConnected ? Math.max(longest, timeEpochMs[point]! - timeEpochMs[point - 1]!) : longest;
  }
  return longest;
}

/** The columns of rows. */
type RowColumn = Exclude<LineStatistic, OwnStatistic>;

const VALUES: Readonly<Record<RowColumn, (shown: ShownRows) => Column>> = {
  avg: averages,
  min: ({ loaded, line, rows }) => valuesOf(loaded, columnAt(line, rows.min)),
  max: ({ loaded, line, rows }) => valuesOf(loaded, columnAt(line, rows.max)),
  range: ranges,
  n: ({ line, rows }) => countsAt(line, rows.n),
};

/** The columns that statistics need, each computed once. */
function computeColumns(statistics: readonly RowStatistic[], shown: ShownRows): StatisticColumns {
  const columns: Partial<Record<RowColumn, Column>> = {};
  for (const statistic of statistics) {
    for (const column of statistic === 'band' ? (['min', 'max'] as const) : [statistic]) {
      columns[column] ??= VALUES[column](shown);
    }
  }
  return columns;
}

/** The average of a range is not known where the server sent no usable counts, and a value that changes has none. */
function averages({ loaded, line, rows }: ShownRows): Column {
  const values = columnAt(line, rows.avg);
  return loaded.kind === 'range' ? withNulls(values) : valuesOf(loaded, values);
}

/** Changes have NaN where the value is not known. */
function valuesOf({ isOfValues }: LoadedSeries, values: Column): Column {
  return isOfValues ? withNulls(values) : values;
}

function withNulls(values: Column): Column {
  return values.map((value) => (Number.isNaN(value) ? null : value));
}

/** True if there are changes of which only the lowest and the highest value are known. */
function hasRanges({ isOfValues, undecided }: LoadedSeries): boolean {
  return isOfValues === true && undecided.length > 0;
}

function ranges({ line, rows }: ShownRows): Column {
  const lowest = columnAt(line, rows.min);
  return columnAt(line, rows.max).map((highest, point) => {
    const low = lowest[point];
    return highest === null || low === null || low === undefined ? null : highest - low;
  });
}
