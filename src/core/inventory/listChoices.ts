import type { Device } from './device';

/** What a drop-down offers: the value that queries use and the words that people read. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Which devices to look at; an empty list means all. */
export interface InventoryFilter {
  readonly sites: readonly string[];
  readonly areas: readonly string[];
  readonly deviceTypes: readonly string[];
  readonly devices: readonly string[];
}

/** The sites, areas, devices or tags of the devices that pass the filter, each once, in the order of their words. */
export function listChoices(
  devices: readonly Device[],
  kind: 'sites' | 'areas' | 'devices' | 'tags',
  filter: InventoryFilter
): Choice[] {
  const left = devices.filter((device) => passes(device, filter));
  switch (kind) {
    case 'sites':
      return distinct(left.map(({ site }) => ({ value: site, text: site })));
    case 'areas':
      return distinct(left.map(({ area }) => ({ value: area, text: area })));
    case 'devices':
      return distinct(
        left.map(({ code, name }) => ({ value: code, text: name === code ? code : `${name} (${code})` }))
      );
    case 'tags':
      return distinct(left.flatMap(({ tags }) => tags.map(({ key, name }) => ({ value: key, text: name }))));
  }
}

function passes(device: Device, filter: InventoryFilter): boolean {
  const among = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  return (
    among(filter.sites, device.site) &&
    among(filter.areas, device.area) &&
    among(filter.deviceTypes, device.type) &&
    among(filter.devices, device.code)
  );
}

function distinct(choices: readonly Choice[]): Choice[] {
  const byValue = new Map(choices.filter(({ value }) => value !== '').map((choice) => [choice.value, choice]));
  return [...byValue.values()].sort((a, b) => a.text.localeCompare(b.text, undefined, { numeric: true }));
}
