import type { Device } from './device';
import { nameWithCode } from './distinctDevices';
import type { CompiledFilter } from './seriesFilter';

/** A value of a query variable: what queries use, and the text that users read. */
export interface InventoryValue {
  readonly value: string;
  readonly text: string;
}

/** The lists that the inventory has values for. */
export type InventoryListKind = 'sites' | 'areas' | 'deviceTypes' | 'devices' | 'tags' | 'units';

/** The sites, areas, device types, devices, tags or units of the devices that pass the filter, each once, sorted by text. */
export function inventoryValues(
  devices: readonly Device[],
  kind: InventoryListKind,
  filter: CompiledFilter
): InventoryValue[] {
  const included = devices.filter((device) => filter.includesDevice(device));
  switch (kind) {
    case 'sites':
      return distinctTexts(included.map(({ site }) => site));
    case 'areas':
      return distinctTexts(included.map(({ area }) => area));
    case 'deviceTypes':
      return distinctTexts(included.map(({ type }) => type));
    case 'devices':
      return distinct(included.map((device) => ({ value: device.code, text: nameWithCode(device) })));
    case 'tags':
      return distinct(included.flatMap(({ tags }) => tags.map(({ key, name }) => ({ value: key, text: name }))));
    case 'units':
      return distinctTexts(included.flatMap(({ tags }) => tags.map(({ unit }) => unit)));
  }
}

/** Each text once, in natural order. */
export function distinctTexts(texts: readonly string[]): InventoryValue[] {
  return distinct(texts.map((text) => ({ value: text, text })));
}

function distinct(options: readonly InventoryValue[]): InventoryValue[] {
  const byValue = new Map(options.filter(({ value }) => value !== '').map((option) => [option.value, option]));
  return [...byValue.values()].sort((a, b) => compareNaturally(a.text, b.text));
}

/** Shared, because `localeCompare` with options takes twenty times as long: a plant can have 20,000 tags. */
const COLLATOR = new Intl.Collator(undefined, { numeric: true });

/** Compares texts as people sort them, with numbers by their value: `Pump 2` before `Pump 10`. */
export function compareNaturally(a: string, b: string): number {
  return COLLATOR.compare(a, b);
}
