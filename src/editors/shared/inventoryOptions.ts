import { t } from '@grafana/i18n';
import type { Device, Tag } from '../../core/inventory/device';
import { nameWithCode } from '../../core/inventory/distinctDevices';
import { compareNaturally } from '../../core/inventory/inventoryValues';
import { isPattern, quote, type TextMatcher, unquoted, valueForName } from '../../core/inventory/textPattern';
import { containsVariable } from '../../query/dashboard';
import type { PickerOption } from './pickerOptions';

/** All devices, sorted by site and area, then by name. */
export function deviceOptions(devices: readonly Device[]): PickerOption[] {
  return devices
    .map(({ code, name, site, area }) => ({
      value: optionValue(code),
      label: nameWithCode({ name, code }),
      group: [site, area].filter(Boolean).join(' · '),
    }))
    .sort((a, b) => compareNaturally(a.group, b.group) || compareNaturally(a.label, b.label));
}

/**
 * The tags of the selected devices, each key once.
 * @param matches what the patterns among the selected devices match; undefined while it is not known
 */
export function tagOptions(
  devices: readonly Device[],
  selectedDevices: readonly string[],
  matches?: TextMatcher
): PickerOption[] {
  const byKey = new Map<string, { tag: Tag; units: Set<string>; devices: number }>();
  for (const { tags } of devicesToSearch(devices, selectedDevices, matches)) {
    for (const tag of tags) {
      const found = byKey.get(tag.key) ?? { tag, units: new Set(), devices: 0 };
      found.units.add(tag.unit);
      found.devices += 1;
      byKey.set(tag.key, found);
    }
  }
  // A translation takes long for 20,000 tags, and few counts differ.
  const counts = new Set([...byKey.values()].map((found) => found.devices));
  const countTexts = new Map([...counts].map((count) => [count, deviceCountText(count)]));
  return [...byKey.values()]
    .map(({ tag, units, devices: count }) => ({
      value: optionValue(tag.key),
      label: nameWithCode({ name: tag.name, code: tag.key }),
      description: [[...units].filter(Boolean).join(', '), countTexts.get(count)].filter(Boolean).join(' · '),
    }))
    .sort((a, b) => compareNaturally(a.label, b.label));
}

function deviceCountText(count: number): string {
  return t('editors.tags.devices', '', {
    count,
    defaultValue_one: '{{count, number}} device',
    defaultValue_other: '{{count, number}} devices',
  });
}

/** The distinct sites, areas or types of the devices. */
export function propertyOptions(devices: readonly Device[], property: 'site' | 'area' | 'type'): PickerOption[] {
  const values = new Set(devices.map((device) => device[property]).filter(Boolean));
  return [...values].sort(compareNaturally).map((name) => ({ value: optionValue(name), label: name }));
}

/**
 * The devices whose tags to list. A variable can stand for any device and an unknown code for one that the inventory does not show: if
 * nothing else is selected, the tags of all devices are listed.
 */
function devicesToSearch(
  devices: readonly Device[],
  selected: readonly string[],
  matches: TextMatcher | undefined
): readonly Device[] {
  const names = new Set(selected.map(unquoted));
  const codes = new Set(devices.map(({ code }) => code));
  const isOpen = (value: string) => containsVariable(value) || (matches === undefined && isPattern(value));
  if (selected.some((value) => !codes.has(unquoted(value)) && isOpen(value))) {
    return devices;
  }
  const known = devices.filter(({ code }) => names.has(code) || matches?.(code));
  return known.length === 0 ? devices : known;
}

/** The value of an option is a name also where the dashboard has a variable that is written like it. */
function optionValue(name: string): string {
  return containsVariable(name) ? quote(name) : valueForName(name);
}
