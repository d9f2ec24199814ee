import type { Shift } from '../../time/shift';
import type { TimeWindow } from '../../time/window';
import { breakTimes, gapThresholdMs, medianDistanceMs } from '../gaps';
import { type Rows, rowCount } from '../rows';
import { isWholeRange, type LoadedSeries } from '../series/toSteps';
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
 * counted; each of the others is a column. In the order of the columns.
 */
export const STATISTICS = ['avg', 'band', 'min', 'max', 'range', 'n', 'increase'] as const;
export type Statistic = (typeof STATISTICS)[number];

/** A statistic that is a line. */
export type LineStatistic = Exclude<Statistic, 'band'>;
export const LINE_STATISTICS: readonly LineStatistic[] = STATISTICS.filter((statistic) => statistic !== 'band');

/** The values of statistics at the points of a line. A band has those of `min` and `max`. */
export type StatisticColumns = Readonly<Partial<Record<LineStatistic, Column>>>;

/** How a series is rendered, as far as its points depend on it. */
export interface SeriesStyle {
  readonly statistics: readonly Statistic[];
  readonly fill: Fill;
}

/** A series as it is rendered: everything of its frame that takes long to compute and does not depend on names or colors. */
export interface SeriesPoints {
  readonly timeEpochMs: number[];
  /** Those that the statistics need. */
  readonly columns: StatisticColumns;
  readonly statistics: readonly Statistic[];
  /** A longer distance between points is a gap; Infinity when there are too few rows to know. */
  readonly gapMs: number;
  /** How many rows are rendered; fewer than loaded where readings were downsampled. */
  readonly shownRows: number;
  /** How many rows a shift leaves out, because their local time does not exist on the later days. */
  readonly leftOutRows: number;
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
  const isRaw = loaded.edges === undefined;
  const rows = isRaw ? downsample(loaded.rows, window, width) : loaded.rows;
  const unshiftedGapMs = gapThresholdMs(loaded.rows, longestStepMs(loaded.edges));
  const unshifted = layOut(loaded, rows, style, unshiftedGapMs);
  const { line, leftOut, longestLineMs } =
    shift === undefined
      ? { line: unshifted, leftOut: 0, longestLineMs: 0 }
      : shiftPoints(unshifted, loaded.edges, shift);
  const gapMs = Math.max(unshiftedGapMs, longestLineMs);
  const statistics = isRaw ? readingStatistics(style.statistics) : style.statistics;
  const spacingMs = isRaw ? undefined : medianDistanceMs(rows);
  return {
    timeEpochMs: line.timeEpochMs,
    columns: computeColumns(statistics, { loaded, rows, line }),
    statistics,
    gapMs,
    shownRows: rowCount(rows),
    leftOutRows: leftOut,
    spacingMs,
  };
}

function layOut(loaded: LoadedSeries, rows: Rows, style: SeriesStyle, gapMs: number): LinePoints {
  // Points must not be interpolated over rows that are still to come.
  const fill = loaded.fetched.pending.length > 0 ? 'gap' : style.fill;
  if (loaded.edges !== undefined) {
    return fillSteps(rows, loaded.edges, gapMs, fill);
  }
  const isConnected = fill === 'previous' || fill === 'linear';
  // From all readings: the distances between downsampled ones show nothing about gaps.
  return breakLine(rows, isConnected ? [] : breakTimes(loaded.rows, gapMs));
}

/**
 * Whatever the resolution, a panel has the fields that were requested. A reading has one value, so there is no band around it;
 * where nothing else is requested, the value is shown.
 */
function readingStatistics(statistics: readonly Statistic[]): readonly Statistic[] {
  const withoutBand = statistics.filter((statistic) => statistic !== 'band');
  return withoutBand.length > 0 ? withoutBand : ['avg'];
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

/** A series and the rows of it that are rendered. */
interface ShownRows {
  readonly loaded: LoadedSeries;
  /** Fewer than loaded where readings were downsampled. */
  readonly rows: Rows;
  readonly line: LinePoints;
}

const VALUES: Readonly<Record<LineStatistic, (shown: ShownRows) => Column>> = {
  avg: averages,
  min: ({ line, rows }) => columnAt(line, rows.min),
  max: ({ line, rows }) => columnAt(line, rows.max),
  range: ranges,
  n: ({ line, rows }) => countsAt(line, rows.n),
  increase: (shown) => increasesAt(shown.line, increases(shown)),
};

/** The columns that statistics need, each computed once. */
function computeColumns(statistics: readonly Statistic[], shown: ShownRows): StatisticColumns {
  const columns: Partial<Record<LineStatistic, Column>> = {};
  for (const statistic of statistics) {
    for (const column of statistic === 'band' ? (['min', 'max'] as const) : [statistic]) {
      columns[column] ??= VALUES[column](shown);
    }
  }
  return columns;
}

/** The average of a range is not known where the server sent no usable counts. */
function averages({ loaded, line, rows }: ShownRows): Column {
  const values = columnAt(line, rows.avg);
  return isWholeRange(loaded) ? values.map((value) => (Number.isNaN(value) ? null : value)) : values;
}

function ranges({ line, rows }: ShownRows): Column {
  const lowest = columnAt(line, rows.min);
  return columnAt(line, rows.max).map((highest, point) => {
    const low = lowest[point];
    return highest === null || low === null || low === undefined ? null : highest - low;
  });
}

/** The increase of each row that is shown, from the one shown before it. */
function increases({ loaded, rows: shown }: ShownRows): Float64Array {
  const { rows, increase } = loaded;
  const known = increase ?? new Float64Array(rowCount(rows)).fill(NaN);
  return shown === rows ? known : sumToShown(known, rows, shown);
}
