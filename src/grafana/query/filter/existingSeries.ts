import type { SeriesId } from '../../../core/history/historyPage';
import { isPattern, nameOf } from '../../../core/inventory/textPattern';
import type { FilteredQuery, SeriesOptions } from '../../../query/savedQuery';
import type { PanelContext } from '../panelContext';
import { filterDevices, queryFilter, validFilter, visibleDevices } from './filteredInventory';

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
export async function existingSeries(
  query: SeriesQuery,
  panel: Pick<PanelContext, 'services' | 'adHocConditions'>
): Promise<SelectedSeries> {
  const series = isByName(query, panel) ? await namedSeries(query, panel) : await filteredSeries(query, panel);
  return { series: series.slice(0, query.maxSeries), omitted: Math.max(0, series.length - query.maxSeries) };
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
async function namedSeries(query: SeriesQuery, { services }: Pick<PanelContext, 'services'>): Promise<SeriesId[]> {
  const names = (values: readonly string[]) => [...new Set(values.flatMap((value) => nameOf(value) ?? []))];
  const pairs = names(query.devices).flatMap((device) => names(query.tags).map((tag) => ({ device, tag })));
  if (pairs.length <= 1) {
    return pairs;
  }
  const listed = await visibleDevices(services.inventory);
  const tagsByDevice = new Map(listed.map(({ code, tags }) => [code, new Set(tags.map(({ key }) => key))]));
  return pairs.filter(({ device, tag }) => tagsByDevice.get(device)?.has(tag) ?? true);
}

/** What a filter selects is known from the inventory alone, so there are no series without it. */
async function filteredSeries(
  query: SeriesQuery,
  panel: Pick<PanelContext, 'services' | 'adHocConditions'>
): Promise<SeriesId[]> {
  const devices = await panel.services.inventory.devices();
  const filter = await validFilter(queryFilter(query, panel), devices);
  return filterDevices(devices, filter).flatMap(({ code, tags }) =>
    tags.map(({ key }) => ({ device: code, tag: key }))
  );
}
