import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isAbort, TelemetryError } from '../../../core/api/telemetryError';
import type { SeriesId } from '../../../core/inventory/seriesId';
import type { Device } from '../../../core/inventory/device';
import { findTagRole, type TagRole, type TagTypeWords } from '../../../core/serverWords';
import { needsInventory, type SeriesFilter } from '../../../core/inventory/seriesFilter';
import { translate } from '../../../locales/translate';
import { describeError } from '../../errorMessage';
import { warning } from '../../frames/notices';
import { UserError } from '../../userError';
import type { PanelContext } from '../panelContext';
import { inTime } from './filteredInventory';

/*
 * What a query knows of the inventory, and what it does while it knows nothing: decided here for every kind of query.
 *
 *                late                          failing            forbidden
 * `names`        browser: codes after 3 s      panels: codes      codes
 *                server: waited for            rules: an error
 * `meaning`      waited for                    the kind decides: no value, or one that a notice describes; an error in rules
 */

/**
 * What a query needs the inventory for.
 * - `names`: names, sites and units of what is shown
 * - `meaning`: roles of tags, names of states and limits, which decide which values are shown
 */
export type InventoryUse = 'names' | 'meaning';

/** Why the inventory is not known. */
export type UnknownBecause = 'late' | { readonly error: unknown };

/** The inventory as a query knows it. */
export interface KnownDevices {
  readonly devices: readonly Device[];
  /** Undefined if they are known. */
  readonly unknownBecause: UnknownBecause | undefined;
}

type Asker = Pick<PanelContext, 'services' | 'isCalculated' | 'mayBeCalculated'>;

/**
 * The devices of the inventory, or why they are not known.
 * @throws TelemetryError in alert rules and expressions, whose labels must not change from one evaluation to the next, if an inventory
 *   that the key may read cannot be read just now
 */
export async function knownDevices(
  { services, isCalculated, mayBeCalculated }: Asker,
  use: InventoryUse
): Promise<KnownDevices> {
  const listing = services.inventory.devices().then(
    (devices): KnownDevices => ({ devices, unknownBecause: undefined }),
    (error: unknown): KnownDevices => {
      const unknownBecause = { error };
      if (isAbort(error) || (isCalculated && !isForbidden(unknownBecause))) {
        throw error;
      }
      return { devices: [], unknownBecause };
    }
  );
  // Only in the browser panels show what is loaded so far.
  if (mayBeCalculated || use === 'meaning') {
    return listing;
  }
  return (await inTime(listing)) ?? { devices: [], unknownBecause: 'late' };
}

/**
 * The devices that a filter is applied to, and what else they are used for.
 * @throws TelemetryError when the filter cannot be applied because the inventory is not available
 */
export async function filteredDevices(filter: SeriesFilter, asker: Asker, use: InventoryUse): Promise<KnownDevices> {
  return needsInventory(filter)
    ? { devices: await asker.services.inventory.devices(), unknownBecause: undefined }
    : knownDevices(asker, use);
}

/** True if the API key may not read the inventory, which trying again does not change. */
export function isForbidden(because: UnknownBecause): boolean {
  return because !== 'late' && because.error instanceof TelemetryError && because.error.kind === 'forbidden';
}

/** Why devices are not known, for users. */
export function unknownDevicesText(because: UnknownBecause): string {
  return because === 'late'
    ? t('notices.lateDevices', 'The list of devices is still loading. Refresh to try again.')
    : describeError(because.error);
}

/** What the values of a tag are as far as the inventory says; a measure if it does not list the tag. */
export function roleOf(
  { device, tag }: SeriesId,
  devices: ReadonlyMap<string, Device>,
  tagTypes: TagTypeWords
): TagRole {
  const type = devices.get(device)?.tags.find(({ key }) => key === tag)?.type;
  return type === undefined ? 'measure' : findTagRole(type, tagTypes);
}

/**
 * The error of a query whose values depend on what the tags are, which is not known.
 * @param options those of the query that decide it otherwise, as the editor calls them: of use where a permission is missing, which
 *   trying again does not help; none where it is what the settings say of meters
 */
export function unknownMeaningError(because: UnknownBecause, options: readonly string[]): unknown {
  if (because !== 'late' && !isForbidden(because)) {
    return because.error;
  }
  const reason = unknownDevicesText(because);
  return options.length === 0
    ? new UserError(
        translate(
          'errors.unknownMeter',
          'The values depend on device types, which are unknown, because the data source has meter settings for some of them. {{reason}}',
          { reason }
        )
      )
    : new UserError(
        translate(
          'errors.unknownMeaning',
          'The values depend on tag types or state names, which are unknown. {{reason}} To query without them, set these options: {{options}}.',
          { reason, options: options.join(', ') }
        )
      );
}

/** Shown when the tags may be states, set points or counters without anybody knowing it. */
export function unknownMeaningNotice(because: UnknownBecause): QueryResultMetaNotice {
  return warning(
    translate('notices.unknownMeaning', 'The tag types are unknown, so all tags are shown as measures. {{reason}}', {
      reason: unknownDevicesText(because),
    })
  );
}
