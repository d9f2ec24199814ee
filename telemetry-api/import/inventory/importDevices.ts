import type { RetriedDatabase } from '../../store/database/retryWhileUnreachable.ts';
import { type DeviceEntry, type TagEntry, upsertDevices } from '../../store/inventory/inventory.ts';
import { type Inventory, readInventory } from '../../store/inventory/readInventory.ts';
import { type ParsedDevice, deviceRow, type ParsedTag } from './deviceRow.ts';
import { DEFAULT_AREA, DEFAULT_KIND, DEFAULT_TAG_KIND } from './missingTags.ts';
import { type RowError, quoted } from '../values/importErrors.ts';
import type { RawRow } from '../file/rawRow.ts';
import { type Difference, countDifference, isKnown, noDifference } from './inventoryDifference.ts';
import type { Rejections } from '../file/rejections.ts';

export type DeviceTally = {
  rows: number;
  rejected: number;
  readonly devices: Difference;
  readonly tags: Difference;
};

export interface ImportDevicesOptions {
  readonly rows: AsyncIterable<RawRow[]>;
  readonly rejections: Rejections;
  readonly isDryRun: boolean;
  /** For rows without a value. */
  readonly defaults: { readonly site?: string; readonly siteZone?: string };
}

/** Devices per transaction. */
const DEVICES_PER_TRANSACTION = 500;

/**
 * Updates the inventory from a file. All rows of a device are merged; if two rows differ, the last one applies.
 * Empty cells, missing columns, and devices and tags that are not in the file keep what is stored.
 */
export async function importDevices(
  { pool, retry }: RetriedDatabase,
  options: ImportDevicesOptions,
  tally: DeviceTally
): Promise<void> {
  const inventory = await retry(() => readInventory(pool));
  const sites = new Map(inventory.sites.map((site) => [site.code, site]));
  const entries = new Map<string, DeviceEntry>();

  for await (const batch of options.rows) {
    for (const row of batch) {
      tally.rows += 1;
      const read = row.error ?? deviceRow(row);
      const entry = 'reason' in read ? read : toEntry(read, inventory, sites, entries, options.defaults);
      if ('reason' in entry) {
        tally.rejected += 1;
        options.rejections.add(row, entry);
      } else {
        entries.set(entry.code, entry);
        sites.set(entry.site.code, entry.site);
      }
    }
  }

  // If a later row renames a site, the new name applies to all of its devices.
  const complete = [...entries.values()].map((entry) => ({ ...entry, site: sites.get(entry.site.code) ?? entry.site }));
  const isUnchanged = (entry: DeviceEntry) => isKnown(entry, inventory);
  complete.filter(isUnchanged).forEach((entry) => countDifference(entry, inventory, tally));
  const changed = complete.filter((entry) => !isUnchanged(entry));
  for (let at = 0; at < changed.length; at += DEVICES_PER_TRANSACTION) {
    const batch = changed.slice(at, at + DEVICES_PER_TRANSACTION);
    if (!options.isDryRun) {
      await retry(() => upsertDevices(pool, batch));
    }
    batch.forEach((entry) => countDifference(entry, inventory, tally));
  }
}

export function emptyDeviceTally(): DeviceTally {
  return { rows: 0, rejected: 0, devices: noDifference(), tags: noDifference() };
}

function toEntry(
  row: ParsedDevice,
  inventory: Inventory,
  sites: ReadonlyMap<string, DeviceEntry['site']>,
  entries: ReadonlyMap<string, DeviceEntry>,
  defaults: ImportDevicesOptions['defaults']
): DeviceEntry | RowError {
  const known = entries.get(row.device) ?? inventory.devices.get(row.device);
  const site = findSite(row, known, sites, defaults);
  if ('reason' in site) {
    return site;
  }
  return {
    site,
    area: row.area ?? known?.area ?? DEFAULT_AREA,
    code: row.device,
    name: row.name ?? known?.name ?? row.device,
    kind: row.kind ?? known?.kind ?? DEFAULT_KIND,
    active: row.active ?? known?.active ?? true,
    tags: mergeTags(known?.tags ?? [], row.tags),
  };
}

function findSite(
  row: ParsedDevice,
  known: DeviceEntry | undefined,
  sites: ReadonlyMap<string, DeviceEntry['site']>,
  defaults: ImportDevicesOptions['defaults']
): DeviceEntry['site'] | RowError {
  const named = row.site ?? known?.site.code ?? defaults.site;
  if (!named) {
    return {
      reason: 'device without site',
      detail: `device ${quoted(row.device)} is new and its row has no site; fill in the column site, or add --site CODE`,
    };
  }
  // The API identifies a site by its name, so an API response can be imported too.
  const site = sites.get(named) ?? [...sites.values()].find(({ name }) => name === named);
  const zone = row.siteZone ?? site?.zone ?? defaults.siteZone;
  if (!zone) {
    return {
      reason: 'site without time zone',
      detail: `site ${quoted(named)} is new; give its time zone in a column site_zone, or with --site-zone Europe/Madrid`,
    };
  }
  return { code: site?.code ?? named, name: row.siteName ?? site?.name ?? named, zone };
}

function mergeTags(known: readonly TagEntry[], parsed: readonly ParsedTag[]): TagEntry[] {
  const tags = new Map(known.map((tag) => [tag.key, tag]));
  for (const { key, ...values } of parsed) {
    const stored = tags.get(key) ?? { key, name: key, unit: '', kind: DEFAULT_TAG_KIND };
    tags.set(key, { ...stored, ...values });
  }
  return [...tags.values()];
}
