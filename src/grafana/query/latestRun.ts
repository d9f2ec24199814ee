import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { TelemetryError } from '../../core/api/telemetryError';
import { seriesLabels } from '../../core/history/series/seriesLabels';
import { type Device, devicesByCode } from '../../core/inventory/device';
import { compareNaturally } from '../../core/inventory/naturalOrder';
import type { Inventory } from '../../core/inventory/inventory';
import type { CompiledFilter } from '../../core/inventory/seriesFilter';
import type { LatestValue } from '../../core/latest/latestValue';
import { parseDuration } from '../../query/duration';
import type { LatestQuery } from '../../query/telemetryQuery';
import { errorMessageOf, invalidDurationMessage } from '../errorMessage';
import {
  latestCountsFrame,
  type LatestFramesOptions,
  latestSeriesFrames,
  latestTableFrame,
  type NamedValue,
} from '../frames/latestFrames';
import { tagsMissingNotice } from '../frames/notices';
import { filterOf, filterSeries } from './filteredInventory';
import { callContext, type PanelContext } from './panelContext';
import { FramesRun } from './queryRun';
import { devicesFor, inTimeForNames } from './visibleDevices';

/**
 * Executes a query for latest values.
 * @param query normalized, its variables replaced
 */
export function latestRun(query: LatestQuery, panel: PanelContext): FramesRun {
  const { inventory, latest } = panel.services;
  return new FramesRun(query.refId, async (signal) => {
    const staleAfterMs = parseDuration(query.staleAfter);
    if (staleAfterMs === undefined) {
      throw new Error(invalidDurationMessage(query.staleAfter));
    }
    const filter = filterOf(query, panel);
    const listsAll = query.format === 'count' || isTable(query, panel.visualization);
    const listing =
      listsAll && !filter.needsInventory
        ? devicesOrNotice(inventory)
        : devicesFor(filter, inventory).then((list): DevicesOrNotice => ({ devices: list }));
    // If both requests fail, the error is always that of the values, whichever fails first.
    listing.catch(() => undefined);
    const values = await latest.all(callContext(panel, query.refId, signal));
    const { devices, notices = [] } = await listing;
    const all = listsAll ? [...values, ...missingValues(values, devices)] : values;
    return framesOf(namedValues(all, devices, filter), query, { staleAfterMs, notices }, panel);
  });
}

interface DevicesOrNotice {
  readonly devices: readonly Device[];
  readonly notices?: readonly QueryResultMetaNotice[];
}

/** What a list of all tags, with those that never had a reading, lacks without the devices is named. */
async function devicesOrNotice(inventory: Inventory): Promise<DevicesOrNotice> {
  const late = t('notices.lateDevices', 'The list of devices is still loading. Refresh to try again.');
  const listing = inventory.devices().then(
    (devices): DevicesOrNotice => ({ devices }),
    (error: unknown): DevicesOrNotice => {
      const isForbidden = error instanceof TelemetryError && error.kind === 'forbidden';
      return { devices: [], notices: [tagsMissingNotice(errorMessageOf(error), isForbidden ? 'info' : 'warning')] };
    }
  );
  return (await inTimeForNames(listing)) ?? { devices: [], notices: [tagsMissingNotice(late, 'warning')] };
}

/** The tags of the inventory that never had a reading: servers leave them out of their list, but nothing is more silent. */
function missingValues(values: readonly LatestValue[], devices: readonly Device[]): readonly LatestValue[] {
  const keyOf = (device: string, tag: string) => JSON.stringify([device, tag]);
  const present = new Set(values.map(({ device, tag }) => keyOf(device, tag)));
  return devices.flatMap(({ code, tags }) =>
    tags
      .filter(({ key }) => !present.has(keyOf(code, key)))
      .map(({ key, name, unit }) => ({ device: code, tag: key, name, unit, value: undefined, timeEpochMs: undefined }))
  );
}

/** The values that pass the filter, by site, area, device and tag. */
function namedValues(
  values: readonly LatestValue[],
  devices: readonly Device[],
  filter: CompiledFilter
): readonly NamedValue[] {
  const byCode = devicesByCode(devices);
  return filterSeries(values, byCode, filter)
    .map((latest) => ({ latest, labels: seriesLabels(latest, byCode.get(latest.device), latest) }))
    .sort(({ labels: a }, { labels: b }) => {
      return (
        compareNaturally(a.site, b.site) ||
        compareNaturally(a.area, b.area) ||
        compareNaturally(a.deviceName, b.deviceName) ||
        compareNaturally(a.name, b.name)
      );
    });
}

function framesOf(
  values: readonly NamedValue[],
  query: LatestQuery,
  known: Pick<LatestFramesOptions, 'staleAfterMs' | 'notices'>,
  { services, timeZone, visualization }: PanelContext
): readonly DataFrame[] {
  const { refId, legend, maxSeries } = query;
  const options = { refId, nowEpochMs: services.clock.nowEpochMs(), ...known };
  if (isTable(query, visualization)) {
    return [latestTableFrame(values, options)];
  }
  if (query.format === 'count') {
    return [latestCountsFrame(values, options)];
  }
  const shown = values.slice(0, maxSeries);
  const omitted = values.length - shown.length;
  return latestSeriesFrames(shown, { ...options, legend, timeZone, omitted, showsAge: query.format === 'age' });
}

/** Explore, which has no visualization of its own, shows both formats; a table is what people look for there. */
function isTable({ format }: LatestQuery, visualization: string | undefined): boolean {
  return format === 'table' || (format === 'auto' && (visualization === undefined || visualization === 'table'));
}
