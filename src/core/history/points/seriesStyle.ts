/**
 * A column of a chart. `band` renders the area from min to max around the average; `increase` is how far a counter counted.
 */
export type Statistic = 'avg' | 'band' | 'min' | 'max' | 'range' | 'n' | 'increase';
export const STATISTICS: readonly Statistic[] = ['avg', 'band', 'min', 'max', 'range', 'n', 'increase'];

/** What stands in an empty step: `gap` breaks the line once per gap, the others apply to every empty step. */
export type Fill = 'gap' | 'null' | 'previous' | 'linear';
export const FILLS: readonly Fill[] = ['gap', 'null', 'previous', 'linear'];

/** How a series is rendered, as far as its points depend on it. */
export interface SeriesStyle {
  readonly statistics: readonly Statistic[];
  readonly fill: Fill;
}
