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

/**
 * @param device the device of the series; undefined if the inventory does not list it
 * @param sent what the server sent with the data of the series; it wins over the inventory
 */
export function seriesLabels(
  series: SeriesId,
  device: Device | undefined,
  sent: { readonly name: string; readonly unit: string } = { name: '', unit: '' }
): SeriesLabels {
  const tag = device?.tags.find(({ key }) => key === series.tag);
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

/** The labels that have a value, as Grafana's labels of a field. */
export function presentLabels({ site, area, device, tag }: SeriesLabels): Record<string, string> {
  return { ...(site && { site }), ...(area && { area }), device, tag };
}
