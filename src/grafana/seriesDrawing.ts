import { type Rows, rowCount } from '../core/api/rows';
import { breakLine, drawColumn, drawCounts, type DrawnPoints, fillSteps } from '../core/history/drawnPoints';
import { breakTimes, gapThresholdMs } from '../core/history/gaps';
import type { LoadedSeries } from '../core/history/loadedSeries';
import { thinToColumns } from '../core/history/thin';
import type { TimeWindow } from '../core/time/window';
import type { HistoryQuery, Statistic } from '../query/telemetryQuery';

/** The values of a column at the points of a line; null breaks it. */
type Column = Array<number | null>;

/** The points of a series: all of its frame that takes long to make, and that neither names nor colours change. */
export interface SeriesDrawing {
  readonly timeEpochMs: number[];
  /** Those that the statistics asked for need. */
  readonly columns: Readonly<Partial<Record<'avg' | 'min' | 'max' | 'range' | 'n', Column>>>;
  readonly statistics: readonly Statistic[];
  /** The longest silence that is no gap; Infinity when there are too few rows to know. */
  readonly gapMs: number;
  /** How many rows are drawn, fewer than loaded where readings were thinned. */
  readonly shownRows: number;
}

/**
 * Draws the rows of a series.
 * @param window what the panel looks at, `width` points side by side: readings beyond that are thinned
 */
export function drawSeries(
  loaded: LoadedSeries,
  query: HistoryQuery,
  window: TimeWindow,
  width: number
): SeriesDrawing {
  const isRaw = loaded.edges === undefined;
  const rows = isRaw ? thinToColumns(loaded.rows, window, width) : loaded.rows;
  const gapMs = gapThresholdMs(loaded.rows, longestStepMs(loaded.edges));
  const points = pointsOf(loaded, rows, query, gapMs);
  const statistics = isRaw ? withoutBuckets(query.statistics) : query.statistics;
  const has = (statistic: Statistic) => statistics.includes(statistic);
  const columns = {
    ...(has('avg') && { avg: drawColumn(points, rows.avg) }),
    ...((has('min') || has('band')) && { min: drawColumn(points, rows.min) }),
    ...((has('max') || has('band')) && { max: drawColumn(points, rows.max) }),
    ...(has('range') && { range: rangeOf(points, rows) }),
    ...(has('n') && { n: drawCounts(points, rows.n) }),
  };
  return { timeEpochMs: points.timeEpochMs, columns, statistics, gapMs, shownRows: rowCount(rows) };
}

function pointsOf(loaded: LoadedSeries, rows: Rows, query: HistoryQuery, gapMs: number): DrawnPoints {
  // What has not come yet must not be made up.
  const fill = loaded.read.pending.length > 0 ? 'gap' : query.fill;
  if (loaded.edges !== undefined) {
    return fillSteps(rows, loaded.edges, gapMs, fill);
  }
  const isDrawnThrough = fill === 'previous' || fill === 'linear';
  // From all readings: the distances of those that thinning left say nothing about gaps.
  return breakLine(rows, isDrawnThrough ? [] : breakTimes(loaded.rows, gapMs));
}

/** A reading has a value and nothing around it. */
function withoutBuckets(statistics: readonly Statistic[]): Statistic[] {
  return statistics.includes('n') ? ['avg', 'n'] : ['avg'];
}

function rangeOf(points: DrawnPoints, { min, max }: Rows): Column {
  const lowest = drawColumn(points, min);
  return drawColumn(points, max).map((highest, point) => {
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
