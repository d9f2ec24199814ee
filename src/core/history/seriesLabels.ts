import type { Device } from '../inventory/device';
import type { SeriesId } from './seriesId';

/** What is known about a series: from the inventory where the key may see it, else from the readings themselves. */
export interface SeriesLabels {
  readonly site: string;
  readonly area: string;
  readonly device: string;
  readonly deviceName: string;
  readonly tag: string;
  readonly name: string;
  readonly unit: string;
}

/**
 * Names a series. `read` is what the readings said and wins over the inventory, being nearer to what is drawn.
 */
export function seriesLabels(
  series: SeriesId,
  read: { readonly name: string; readonly unit: string },
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
    name: read.name || tag?.name || series.tag,
    unit: read.unit || tag?.unit || '',
  };
}

/** The words of a legend template and where each comes from. */
const LEGEND_WORDS: ReadonlyMap<string, keyof SeriesLabels> = new Map([
  ['site', 'site'],
  ['area', 'area'],
  ['device', 'deviceName'],
  ['code', 'device'],
  ['tag', 'tag'],
  ['name', 'name'],
  ['unit', 'unit'],
]);

/** Fills `{{device}}`-like words into a legend template; unknown ones stay, so that a typing error is seen. */
export function legendOf(labels: SeriesLabels, template: string): string {
  if (template.trim() === '') {
    return `${labels.deviceName} · ${labels.name}`;
  }
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, word: string) => {
    const field = LEGEND_WORDS.get(word);
    return field === undefined ? written : labels[field];
  });
}
