import type { SeriesId } from '../../core/history/historyPage';
import { type Device, type Tag, unlistedDevice } from '../../core/inventory/device';
import { compileFilter, type CompiledFilter } from '../../core/inventory/seriesFilter';
import type { FilteredQuery } from '../../query/savedQuery';
import type { PanelContext } from './panelContext';
import { validPatterns } from './validPatterns';

/**
 * The filter of a query.
 * @throws Error with a message for users when a pattern is not valid
 */
export async function compileQueryFilter(
  { sites, areas, deviceTypes, devices, tags }: FilteredQuery,
  { adHocConditions }: Pick<PanelContext, 'adHocConditions'>
): Promise<CompiledFilter> {
  return validPatterns(await compileFilter({ sites, areas, deviceTypes, devices, tags, conditions: adHocConditions }));
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
