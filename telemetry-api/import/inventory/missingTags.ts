import type { RetriedDatabase } from '../../store/database/retryWhileUnreachable.ts';
import { findTag } from '../../store/inventory/findTag.ts';
import { type DeviceEntry, upsertDevices } from '../../store/inventory/inventory.ts';
import { type Inventory, readInventory } from '../../store/inventory/readInventory.ts';
import { isNoValue } from '../values/noValue.ts';
import { type RowError, quoted } from '../values/importErrors.ts';
import { storedTextError } from '../values/storedText.ts';
import { checkZone } from '../values/zoneOffsets.ts';

/** How to create devices and tags that a readings file contains but the database does not. */
export interface MissingTagOptions {
  /** Code of the site of new devices; undefined: rows of unknown devices are rejected, new tags of known devices are created. */
  readonly site?: string;
  readonly siteName?: string;
  /** IANA time zone of a new site. */
  readonly siteZone: string;
  readonly area: string;
  readonly unit: string;
  readonly isDryRun: boolean;
}

export interface MissingTags {
  /** Creates a tag, and its device if that is missing too, and adds its id to `tagIds`. */
  create(device: string, tag: string, tagIds: Map<string, Map<string, number>>): Promise<number | RowError>;
  created(): { devices: number; tags: number };
}

export const DEFAULT_AREA = 'General';
export const DEFAULT_KIND = 'otro';
export const DEFAULT_TAG_KIND = 'medida';

/** Ids of new tags in a dry run, which writes no readings, count down from here: no database has as many tags. */
const LAST_ID = 2 ** 31 - 1;

export function missingTags({ pool, retry }: RetriedDatabase, options: MissingTagOptions): MissingTags {
  checkZone(options.siteZone);
  let inventory: Inventory | undefined;
  let devices = 0;
  let tags = 0;

  async function make(
    device: string,
    tag: string,
    tagIds: Map<string, Map<string, number>>
  ): Promise<number | RowError> {
    // Only names that are not stored yet come here, so rows of known tags need no check.
    const error = nameError(device, 'device') ?? nameError(tag, 'tag');
    if (error !== undefined) {
      return error;
    }
    inventory ??= await retry(() => readInventory(pool));
    const known = inventory.devices.get(device);
    if (!known && options.site === undefined) {
      return {
        reason: 'unknown device',
        detail: `device ${quoted(device)} is unknown; choose the site of new devices with --site CODE`,
      };
    }
    const entry: DeviceEntry = {
      ...(known ?? newDevice(device, options, inventory)),
      tags: [{ key: tag, name: tag, unit: options.unit, kind: DEFAULT_TAG_KIND }],
    };
    const id = options.isDryRun ? LAST_ID - tags : await retry(() => write(entry));
    devices += known ? 0 : 1;
    tags += 1;
    inventory.devices.set(device, entry);
    tagIds.set(device, (tagIds.get(device) ?? new Map<string, number>()).set(tag, id));
    return id;
  }

  async function write(entry: DeviceEntry): Promise<number> {
    await upsertDevices(pool, [entry]);
    const found = await findTag(pool, null, entry.code, entry.tags[0]?.key ?? '');
    if (typeof found === 'string') {
      throw new Error(`Tag ${entry.tags[0]?.key} of device ${entry.code} was created but cannot be found.`);
    }
    return found.id;
  }

  return { create: make, created: () => ({ devices, tags }) };
}

function nameError(text: string, field: string): RowError | undefined {
  return isNoValue(text)
    ? {
        reason: `no ${field}`,
        detail: `${field} ${quoted(text)} is a word for no value; if it is a name, create it with "import devices" first`,
      }
    : storedTextError(text, field);
}

function newDevice(code: string, options: MissingTagOptions, inventory: Inventory): Omit<DeviceEntry, 'tags'> {
  const siteCode = options.site ?? '';
  const site = inventory.sites.find((known) => known.code === siteCode) ?? {
    code: siteCode,
    name: options.siteName ?? siteCode,
    zone: options.siteZone,
  };
  return { site, area: options.area, code, name: code, kind: DEFAULT_KIND, active: true };
}
