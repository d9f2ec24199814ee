import type { Shift } from '../../time/shift';
import type { TimeWindow } from '../../time/window';
import { breakTimes, gapThresholdMs, medianDistanceMs } from '../gaps';
import { type Rows, rowCount } from '../rows';
import type { LoadedSeries } from '../series/toSteps';
import { downsample } from './downsample';
import { breakLine, type Fill, fillSteps, type LinePoints, shiftPoints } from './linePoints';
import { computeColumns, type Statistic, type StatisticColumns } from './statistics';

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
