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
  };
}

/** The placeholders of a legend template and where each comes from. */
const LEGEND_WORDS: ReadonlyMap<string, keyof SeriesLabels> = new Map([
  ['site', 'site'],
  ['area', 'area'],
  ['device', 'deviceName'],
  ['code', 'device'],
  ['tag', 'tag'],
  ['name', 'name'],
  ['unit', 'unit'],
]);

/** Fills placeholders such as `{{device}}`; unknown ones stay, so that a typing error is visible. */
export function legendOf(labels: SeriesLabels, template: string): string {
  if (template.trim() === '') {
    return `${labels.deviceName} · ${labels.name}`;
  }
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, word: string) => {
    const field = LEGEND_WORDS.get(word);
    return field === undefined ? written : labels[field];
  });
}
