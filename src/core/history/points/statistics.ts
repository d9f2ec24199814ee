import { type Rows, rowCount } from '../rows';
import { isWholeRange, type LoadedSeries } from '../series/toSteps';
import { sumToShown } from './downsample';
import { type Column, columnAt, countsAt, increasesAt, type LinePoints } from './linePoints';

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
export function computeColumns(statistics: readonly Statistic[], shown: ShownRows): StatisticColumns {
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
