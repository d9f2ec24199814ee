import type { Device, Tag } from '../../core/inventory/device';
import { compileTagProfiles, type ProfileSetting } from '../../core/inventory/tagProfile';

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
