import type { Device } from '../../inventory/device';
import type { SeriesId } from '../seriesId';

/** Names and unit of a series: from its history, else from the inventory where the key may read it. */
export interface SeriesLabels {
  readonly site: string;
  readonly area: string;
  readonly device: string;
  readonly deviceName: string;
  readonly tag: string;
  readonly name: string;
  readonly unit: string;
  /** The tag's type as the server names it; empty when it is not known. */
  readonly type: string;
}

/** @param sent what the history itself says; it wins over the inventory */
export function seriesLabels(
  series: SeriesId,
  sent: { readonly name: string; readonly unit: string },
  devices: readonly Device[]
): SeriesLabels {
  const device = devices.find((candidate) => candidate.code === series.device);
  const tag = device?.tags.find((candidate) => candidate.key === series.tag);
  return {
    site: device?.site ?? '',
    area: device?.area ?? '',
    device: series.device,
    deviceName: device?.name || series.device,
    tag: series.tag,
    name: sent.name || tag?.name || series.tag,
    unit: sent.unit || tag?.unit || '',
    type: tag?.type ?? '',
  };
}
