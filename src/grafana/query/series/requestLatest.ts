import type { CallContext } from '../../../core/api/apiClient';
import type { SeriesId } from '../../../core/inventory/seriesId';
import type { LatestSource } from '../../../core/latest/latestSource';
import type { LatestValue } from '../../../core/latest/latestValue';

/** The latest values of series, in one request; there may be others among them. */
export function requestLatest(
  series: readonly SeriesId[],
  latest: LatestSource,
  context: CallContext
): Promise<readonly LatestValue[]> {
  const [device, ...others] = new Set(series.map((one) => one.device));
  return device !== undefined && others.length === 0 ? latest.ofDevice(device, context) : latest.all(context);
}
