import type { SeriesId } from '../../../core/inventory/seriesId';
import { devicesByCode } from '../../../core/inventory/device';
import { isPattern, exactText } from '../../../core/inventory/textPattern';
import type { FilteredQuery, SeriesOptions } from '../../../query/savedQuery';
import type { PanelContext } from '../panelContext';
import { filterDevices, queryFilter, validFilter } from './filteredInventory';
import { knownDevices } from './knownDevices';

type SeriesPanel = Pick<PanelContext, 'services' | 'adHocConditions' | 'isCalculated' | 'mayBeCalculated'>;

/** A query about series, with its filter. */
type SeriesQuery = FilteredQuery & Pick<SeriesOptions, 'maxSeries'>;

/** The series that a query shows. */
export interface SelectedSeries {
  readonly series: readonly SeriesId[];
  /** How many more there are than the query allows. */
  readonly omitted: number;
}

/**
 * The pairs of device and tag that a query selects and that exist, as many as it allows.
 * @throws UserError when a pattern is not valid; TelemetryError when the inventory is needed and cannot
 *   be read
 */
export async function existingSeries(query: SeriesQuery, panel: SeriesPanel): Promise<SelectedSeries> {
  const tagsByDevice = isByName(query, panel) ? await namedTags(query, panel) : await filteredTags(query, panel);
  const series: SeriesId[] = [];
  let omitted = 0;
  // Thousands of devices, each with thousands of tags, are counted, not listed.
  for (const { device, tags } of tagsByDevice) {
    const selected = tags.slice(0, query.maxSeries - series.length);
    series.push(...selected.map((tag) => ({ device, tag })));
    omitted += tags.length - selected.length;
  }
  return { series, omitted };
}

/** A device, and those of its tags that a query selects. */
interface DeviceTags {
  readonly device: string;
  readonly tags: readonly string[];
}

/** True when the query names each device and tag. */
function isByName(
  { sites, areas, deviceTypes, devices, tags }: SeriesQuery,
  { adHocConditions }: Pick<PanelContext, 'adHocConditions'>
): boolean {
  return (
    [sites, areas, deviceTypes, adHocConditions].every((conditions) => conditions.length === 0) &&
    ![...devices, ...tags].some(isPattern)
  );
}

/**
 * Every tag is requested of a device that the inventory does not list: it may have been decommissioned, and its history is
 * still there. A single pair is requested without waiting for the inventory.
 */
async function namedTags(query: SeriesQuery, panel: SeriesPanel): Promise<DeviceTags[]> {
  const names = (values: readonly string[]) => [...new Set(values.flatMap((value) => exactText(value) ?? []))];
  const devices = names(query.devices);
  const tags = names(query.tags);
  if (devices.length * tags.length <= 1) {
    return devices.map((device) => ({ device, tags }));
  }
  const listed = devicesByCode((await knownDevices(panel, 'meaning')).devices);
  const places = new Map(tags.map((tag, index) => [tag, index]));
  const byPlace = (a: string, b: string) => places.get(a)! - places.get(b)!;
  return devices.map((device) => {
    const own = new Set(listed.get(device)?.tags.map(({ key }) => key));
    return { device, tags: listed.has(device) ? [...own].filter((tag) => places.has(tag)).sort(byPlace) : tags };
  });
}

/** What a filter selects is known from the inventory alone, so there are no series without it. */
async function filteredTags(query: SeriesQuery, panel: SeriesPanel): Promise<DeviceTags[]> {
  const devices = await panel.services.inventory.devices();
  const filter = await validFilter(queryFilter(query, panel), devices);
  return filterDevices(devices, filter).map(({ code, tags }) => ({ device: code, tags: tags.map(({ key }) => key) }));
}
