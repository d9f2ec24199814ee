import {
  buildHistogram,
  type DataFrame,
  type GrafanaTheme2,
  type HistogramFields,
  type HistogramTransformerOptions,
} from '@grafana/data';

/**
 * The buckets of Grafana's histograms with the number of values in each. Of values that are all equal, it chooses no size and counts
 * nothing, so they get the size that it gives a single value: 1.
 * @returns undefined without any number
 */
export function countValues(
  series: DataFrame[],
  options: HistogramTransformerOptions,
  theme?: GrafanaTheme2
): HistogramFields | undefined {
  const histogram = buildHistogram(series, options, theme) ?? undefined;
  return Number.isNaN(histogram?.xMin.values[0])
    ? (buildHistogram(series, { ...options, bucketSize: 1 }, theme) ?? undefined)
    : histogram;
}
