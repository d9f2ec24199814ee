import type { SeriesId } from '../../../core/inventory/seriesId';
import { type Device, type Tag, unlistedDevice } from '../../../core/inventory/device';
import { noTagSettings, type TagProfiles } from '../../../core/inventory/tagProfile';
import { compileFilter, type CompiledFilter, type SeriesFilter } from '../../../core/inventory/seriesFilter';
import { type InvalidPattern, isInvalidPattern } from '../../../core/inventory/textPattern';
import type { FilteredQuery } from '../../../query/savedQuery';
import { invalidPatternMessage } from '../../../locales/patternTexts';
import type { DataSourceServices } from '../../dataSourceServices';
import { UserError } from '../../userError';
import type { PanelContext } from '../panelContext';

/** The filter of a query, with the ad hoc filters of its dashboard. */
export function queryFilter(
  { sites, areas, deviceTypes, devices, tags }: FilteredQuery,
  { adHocConditions }: Pick<PanelContext, 'adHocConditions'>
): SeriesFilter {
  return { sites, areas, deviceTypes, devices, tags, conditions: adHocConditions };
}

/**
 * A filter that is ready to use, see `compileFilter`.
 * @throws UserError when a pattern is not valid
 */
export async function validFilter(...args: Parameters<typeof compileFilter>): Promise<CompiledFilter> {
  return validPatterns(await compileFilter(...args));
}

/**
 * What patterns were compiled to.
 * @throws UserError when a pattern is not valid
 */
export function validPatterns<Compiled extends object>(compiled: Compiled | InvalidPattern): Compiled {
  if (isInvalidPattern(compiled)) {
    throw new UserError(invalidPatternMessage(compiled));
  }
  return compiled;
}

/** The devices that pass the filter, with only the tags that do. A device without such a tag is left out if tags are filtered. */
export function filterDevices(devices: readonly Device[], filter: CompiledFilter): readonly Device[] {
  if (filter.includesAll) {
    return devices;
  }
  return devices
    .filter((device) => filter.includesDevice(device))
    .map((device) => ({ ...device, tags: device.tags.filter((tag: Tag) => filter.includesTag(tag)) }))
    .filter(({ tags }) => tags.length > 0 || !filter.filtersTags);
}

/**
 * The items, such as alerts, whose series pass the filter. Of a device that the inventory does not list, only the code can pass.
 * @param devices by their code
 */
export function filterSeries<Item extends SeriesId>(
  items: readonly Item[],
  devices: ReadonlyMap<string, Device>,
  filter: CompiledFilter
): Item[] {
  return items.filter(
    ({ device, tag }) =>
      filter.includesDevice(devices.get(device) ?? unlistedDevice(device)) && filter.includesTag({ key: tag })
  );
}

/** Data is shown with codes as names rather than wait for an inventory that hangs. */
const NAMES_TIMEOUT_MS = 3_000;

/** Waits for something that is not worth a long wait, such as names: undefined then. */
export function inTime<T>(naming: Promise<T>): Promise<T | undefined> {
  return withTimeout(naming, NAMES_TIMEOUT_MS, undefined);
}

/** What the settings say about tags, unless it takes long: it only provides names and colors. */
export async function profilesInTime({ tagProfiles }: Pick<DataSourceServices, 'tagProfiles'>): Promise<TagProfiles> {
  return (await inTime(tagProfiles().catch(() => undefined))) ?? noTagSettings();
}

/** What the promise resolves to, or the fallback when it takes longer. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(fallback), timeoutMs);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
