import type { Device } from './device';

/** A value of a query variable: what queries use, and the text that users read. */
export interface InventoryValue {
  readonly value: string;
  readonly text: string;
}

/** Which devices to include; an empty list means all. */
export interface InventoryFilter {
  readonly sites: readonly string[];
  readonly areas: readonly string[];
  readonly deviceTypes: readonly string[];
  readonly devices: readonly string[];
}

/** The sites, areas, devices or tags of the devices that pass the filter, each once, sorted by text. */
export function inventoryValues(
  devices: readonly Device[],
  kind: 'sites' | 'areas' | 'devices' | 'tags',
  filter: InventoryFilter
): InventoryValue[] {
  const included = devices.filter((device) => passes(device, filter));
  switch (kind) {
    case 'sites':
      return distinct(included.map(({ site }) => ({ value: site, text: site })));
    case 'areas':
      return distinct(included.map(({ area }) => ({ value: area, text: area })));
    case 'devices':
      return distinct(
        included.map(({ code, name }) => ({ value: code, text: name === code ? code : `${name} (${code})` }))
      );
    case 'tags':
      return distinct(included.flatMap(({ tags }) => tags.map(({ key, name }) => ({ value: key, text: name }))));
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

function distinct(options: readonly InventoryValue[]): InventoryValue[] {
  const byValue = new Map(options.filter(({ value }) => value !== '').map((option) => [option.value, option]));
  return [...byValue.values()].sort((a, b) => a.text.localeCompare(b.text, undefined, { numeric: true }));
}
