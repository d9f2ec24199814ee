import type { Device } from './device';

/** What can tell devices of one name apart, by what people know best; undefined where it says nothing. */
const DISTINCTIONS: ReadonlyArray<(device: Device) => string | undefined> = [
  ({ name, site }) => joined(name, site),
  ({ name, area }) => joined(name, area),
  ({ name, site, area }) => joined(name, site, area),
];

function joined(...parts: readonly string[]): string | undefined {
  return parts.includes('') ? undefined : parts.join(' · ');
}

/**
 * The devices of an inventory with names that tell them apart. A name that only one of them has stays as it is; the others are followed by the
 * site, the area or both, and by the code where these are the same too.
 * @param devices each code once
 */
export function distinctDevices(devices: readonly Device[]): Device[] {
  const byName = new Map<string, Device[]>();
  for (const device of devices) {
    const alike = byName.get(device.name);
    if (alike === undefined) {
      byName.set(device.name, [device]);
    } else {
      alike.push(device);
    }
  }
  const taken = new Set(byName.keys());
  const names = new Map<Device, string>();
  for (const alike of [...byName.values()].filter(({ length }) => length > 1)) {
    const found = DISTINCTIONS.map((toName) => new Set(alike.map(toName))).find(
      (distinct) =>
        distinct.size === alike.length && [...distinct].every((name) => name !== undefined && !taken.has(name))
    );
    const distinct = found === undefined ? alike.map(nameWithCode) : [...found];
    alike.forEach((device, index) => {
      names.set(device, distinct[index]!);
      taken.add(distinct[index]!);
    });
  }
  return devices.map((device) => ({ ...device, name: names.get(device) ?? device.name }));
}

/** The name of a device, and its code unless the name has it. */
export function nameWithCode({ name, code }: Pick<Device, 'name' | 'code'>): string {
  const written = ` (${code})`;
  return name === '' || name === code ? code : name.endsWith(written) ? name : `${name}${written}`;
}
