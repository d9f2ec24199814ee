import { t } from '@grafana/i18n';
import type { Device, Tag } from '../../core/inventory/device';
import { containsVariable } from '../../query/dashboard';

/** A line of a picker. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly group?: string;
}

/** Every device, by site and area, then by name. */
export function deviceOptions(devices: readonly Device[]): PickerOption[] {
  return devices
    .map(({ code, name, site, area }) => ({
      value: code,
      label: named(name, code),
      group: [site, area].filter(Boolean).join(' · '),
    }))
    .sort((a, b) => inWords(a.group, b.group) || inWords(a.label, b.label));
}

/**
 * The tags of the chosen devices, each key once. A variable may stand for any device and a code that is not in the
 * inventory for an unseen one: where nothing chosen narrows the list, the tags of all devices are offered.
 */
export function tagOptions(devices: readonly Device[], chosenDevices: readonly string[]): PickerOption[] {
  const byKey = new Map<string, { tag: Tag; units: Set<string>; devices: number }>();
  for (const { tags } of narrowTo(devices, chosenDevices)) {
    for (const tag of tags) {
      const found = byKey.get(tag.key) ?? { tag, units: new Set(), devices: 0 };
      found.units.add(tag.unit);
      found.devices += 1;
      byKey.set(tag.key, found);
    }
  }
  return [...byKey.values()]
    .map(({ tag, units, devices: count }) => ({
      value: tag.key,
      label: named(tag.name, tag.key),
      description: [
        [...units].filter(Boolean).join(', '),
        t('editors.tags.devices', '', {
          count,
          defaultValue_one: '{{count, number}} device',
          defaultValue_other: '{{count, number}} devices',
        }),
      ]
        .filter(Boolean)
        .join(' · '),
    }))
    .sort((a, b) => inWords(a.label, b.label));
}

/** What differs among the devices: their sites, areas or types. */
export function propertyOptions(devices: readonly Device[], word: 'site' | 'area' | 'type'): PickerOption[] {
  const words = new Set(devices.map((device) => device[word]).filter(Boolean));
  return [...words].sort(inWords).map((value) => ({ value, label: value }));
}

/** The devices whose tags a chosen list can mean. */
function narrowTo(devices: readonly Device[], chosen: readonly string[]): readonly Device[] {
  if (chosen.some(containsVariable)) {
    return devices;
  }
  const left = devices.filter(({ code }) => chosen.includes(code));
  return left.length === 0 ? devices : left;
}

function named(name: string, code: string): string {
  return name === '' || name === code ? code : `${name} (${code})`;
}

function inWords(a: string, b: string): number {
  return a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' });
}
