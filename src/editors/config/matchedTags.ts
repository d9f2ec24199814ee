import type { Device, Tag } from '../../core/inventory/device';
import { hasMeterNumber } from '../../core/inventory/meter';
import { compileTagProfiles, hasLimits, type ProfileSetting } from '../../core/inventory/tagProfile';

export interface MatchedTag {
  readonly device: Device;
  readonly tag: Tag;
}

/** The tags of the inventory that a row is about, whether or not an earlier row is about them, too. */
export async function matchedTags(row: ProfileSetting, devices: readonly Device[]): Promise<readonly MatchedTag[]> {
  const { settings } = await compileTagProfiles([row]);
  return devices.flatMap((device) =>
    device.tags.flatMap((tag) => (settings[0]!.matches(device.type, tag.key) ? [{ device, tag }] : []))
  );
}

type ProfileParts = Pick<ProfileSetting, 'states' | 'limits' | 'meter'>;

/** The rows, from 1, by which a row can never apply: between them, they have its states, limits or numbers of meters for each of its tags. */
export interface HidingRows {
  readonly states: readonly number[];
  readonly limits: readonly number[];
  readonly meter: readonly number[];
}

/**
 * Which earlier rows hide a row.
 * @param matched the tags that the row is about
 * @param earlier the rows before it, in their order
 * @returns no rows for what the row does not have, and for what applies to at least one tag
 */
export async function hidingRows(
  row: ProfileParts,
  matched: readonly MatchedTag[],
  earlier: readonly ProfileSetting[]
): Promise<HidingRows> {
  const { settings } = await compileTagProfiles(earlier);
  const hiding = (has: (profile: ProfileParts) => boolean): number[] => {
    if (!has(row)) {
      return [];
    }
    const rows = new Set<number>();
    for (const { device, tag } of matched) {
      const first = settings.findIndex(({ setting, matches }) => has(setting) && matches(device.type, tag.key));
      if (first === -1) {
        return [];
      }
      rows.add(first + 1);
    }
    return [...rows].sort((a, b) => a - b);
  };
  return {
    states: hiding(({ states }) => states.length > 0),
    limits: hiding(({ limits }) => hasLimits(limits)),
    meter: hiding(({ meter }) => hasMeterNumber(meter)),
  };
}
