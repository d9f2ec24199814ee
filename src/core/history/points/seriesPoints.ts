import type { Shift } from '../../time/shift';
import type { TimeWindow } from '../../time/window';
import { breakTimes, gapThresholdMs, medianDistanceMs } from '../gaps';
import { type Rows, rowCount } from '../rows';
import { isWholeRange, type LoadedSeries } from '../series/toSteps';
import { downsample, sumToShown } from './downsample';
import { breakLine, type Column, columnAt, countsAt, fillSteps, increasesAt, type LinePoints } from './linePoints';
import { retimePoints } from './retimePoints';
import type { SeriesStyle, Statistic } from './seriesStyle';

/** A series as it is rendered: everything of its frame that takes long to compute and does not depend on names or colors. */
export interface SeriesPoints {
  readonly timeEpochMs: number[];
  /** Those that the statistics need. */
  readonly columns: Readonly<Partial<Record<'avg' | 'min' | 'max' | 'range' | 'n' | 'increase', Column>>>;
  readonly statistics: readonly Statistic[];
  /** The longest distance between points that is no gap; Infinity when there are too few rows to know. */
  readonly gapMs: number;
  /** How many rows are rendered; fewer than loaded where readings were downsampled. */
  readonly shownRows: number;
  /** How many rows a shift leaves out, because the later days have no place for them. */
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
export function pointsOf(
  loaded: LoadedSeries,
  style: SeriesStyle,
  window: TimeWindow,
  width: number,
  shift?: Shift
): SeriesPoints {
  const isRaw = loaded.edges === undefined;
  const rows = isRaw ? downsample(loaded.rows, window, width) : loaded.rows;
  const ownGapMs = gapThresholdMs(loaded.rows, longestStepMs(loaded.edges));
  const ownLine = lineOf(loaded, rows, style, ownGapMs);
  const { line, leftOut, longestLineMs } =
    shift === undefined ? { line: ownLine, leftOut: 0, longestLineMs: 0 } : retimePoints(ownLine, loaded.edges, shift);
  const gapMs = Math.max(ownGapMs, longestLineMs);
  const statistics = isRaw ? readingStatistics(style.statistics) : style.statistics;
  const has = (statistic: Statistic) => statistics.includes(statistic);
  const columns = {
    ...(has('avg') && { avg: averagesOf(loaded, line, rows) }),
    ...((has('min') || has('band')) && { min: columnAt(line, rows.min) }),
    ...((has('max') || has('band')) && { max: columnAt(line, rows.max) }),
    ...(has('range') && { range: rangeOf(line, rows) }),
    ...(has('n') && { n: countsAt(line, rows.n) }),
    ...(has('increase') && { increase: increasesAt(line, increaseOf(loaded, rows)) }),
  };
  const spacingMs = isRaw ? undefined : medianDistanceMs(rows);
  return {
    timeEpochMs: line.timeEpochMs,
    columns,
    statistics,
    gapMs,
    shownRows: rowCount(rows),
    leftOutRows: leftOut,
    spacingMs,
  };
}

function lineOf(loaded: LoadedSeries, rows: Rows, style: SeriesStyle, gapMs: number): LinePoints {
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

/** The average of a range is not known where the server sent no usable counts. */
function averagesOf(loaded: LoadedSeries, line: LinePoints, { avg }: Rows): Column {
  const averages = columnAt(line, avg);
  return isWholeRange(loaded) ? averages.map((value) => (Number.isNaN(value) ? null : value)) : averages;
}

/** The increase of each row that is shown, from the one shown before it. */
function increaseOf({ rows, increase }: LoadedSeries, shown: Rows): Float64Array {
  const known = increase ?? new Float64Array(rowCount(rows)).fill(NaN);
  return shown === rows ? known : sumToShown(known, rows, shown);
}

function rangeOf(line: LinePoints, { min, max }: Rows): Column {
  const lowest = columnAt(line, min);
  return columnAt(line, max).map((highest, point) => {
    const low = lowest[point];
    return highest === null || low === null || low === undefined ? null : highest - low;
  });
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
