import type { DeviceEntry, TagEntry } from '../../store/inventory/inventory.ts';
import type { Inventory } from '../../store/inventory/readInventory.ts';

/** How many entries of a file are new, changed or unchanged compared with the database. */
export type Difference = {
  added: number;
  changed: number;
  unchanged: number;
};

export function noDifference(): Difference {
  return { added: 0, changed: 0, unchanged: 0 };
}

/** Adds a device and its tags to the counts. */
export function countDifference(
  entry: DeviceEntry,
  inventory: Inventory,
  { devices, tags }: { devices: Difference; tags: Difference }
): void {
  const before = inventory.devices.get(entry.code);
  devices[!before ? 'added' : isSameDevice(entry, before) ? 'unchanged' : 'changed'] += 1;
  for (const tag of entry.tags) {
    const tagBefore = findTag(before, tag.key);
    tags[!tagBefore ? 'added' : isSameTag(tag, tagBefore) ? 'unchanged' : 'changed'] += 1;
  }
}

/** Whether the database already has the same device and tags. */
export function isKnown(entry: DeviceEntry, inventory: Inventory): boolean {
  const before = inventory.devices.get(entry.code);
  return (
    before !== undefined &&
    isSameDevice(entry, before) &&
    entry.tags.every((tag) => {
      const tagBefore = findTag(before, tag.key);
      return tagBefore !== undefined && isSameTag(tag, tagBefore);
    })
  );
}

function findTag(device: DeviceEntry | undefined, key: string): TagEntry | undefined {
  return device?.tags.find((tag) => tag.key === key);
}

function isSameDevice(a: DeviceEntry, b: DeviceEntry): boolean {
  return (
    a.area === b.area &&
    a.name === b.name &&
    a.kind === b.kind &&
    a.active === b.active &&
    a.site.code === b.site.code &&
    a.site.name === b.site.name &&
    a.site.zone === b.site.zone
  );
}

function isSameTag(a: TagEntry, b: TagEntry): boolean {
  return a.name === b.name && a.unit === b.unit && a.kind === b.kind;
}
