import type { SeriesId } from '../../../core/history/historyPage';
import type { LatestValue } from '../../../core/latest/latestValue';
import { callContext, type PanelContext } from '../panelContext';

/** The latest values of series, in one request; there may be others among them. */
export function requestLatest(
  series: readonly SeriesId[],
  panel: PanelContext,
  refId: string,
  signal: AbortSignal
): Promise<readonly LatestValue[]> {
  const { latest } = panel.services;
  const context = callContext(panel, refId, signal);
  const [device, ...others] = new Set(series.map((one) => one.device));
  return device !== undefined && others.length === 0 ? latest.ofDevice(device, context) : latest.all(context);
}
