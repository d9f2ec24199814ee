import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import { seriesKey } from '../../core/inventory/seriesId';
import { seriesLabels, seriesProfile } from '../../core/inventory/legend';
import { type Device, devicesByCode } from '../../core/inventory/device';
import { compareNaturally } from '../../core/inventory/inventoryValues';
import type { CompiledFilter } from '../../core/inventory/seriesFilter';
import { type LatestValue, notLiveSince } from '../../core/latest/latestValue';
import { parseDuration } from '../../query/duration';
import { translate } from '../../locales/translate';
import { LATEST_FIELDS, type LatestQuery } from './latestQuery';
import { invalidDurationMessage, tooManySeriesMessage } from '../../grafana/errorMessage';
import {
  latestCountsFrame,
  type LatestFramesOptions,
  latestSeriesFrames,
  latestTableFrame,
  type NamedValue,
} from './latestFrames';
import { filterSeries, profilesInTime, queryFilter, validFilter } from '../../grafana/query/filter/filteredInventory';
import { emptyFrame, nothingListedNotice } from '../../grafana/frames/notices';
import { callContext, type PanelContext, type QueryContext } from '../../grafana/query/panelContext';
import { IndependentRun } from '../../grafana/query/queryRun';
import {
  filteredDevices,
  isForbidden,
  type UnknownBecause,
  unknownDevicesText,
} from '../../grafana/query/filter/knownDevices';
import { unknownNames, withFilterNotices } from '../../grafana/query/filter/unknownNames';
import { UserError } from '../../grafana/userError';
import { type Kind, runEach } from '../kind';

export const LATEST: Kind<LatestQuery> = {
  fields: LATEST_FIELDS,
  usesTimeZone: false,
  optionTexts: ({ format }) => [format === 'auto' ? '' : format],
  createRuns: runEach(latestRun),
};

/**
 * Executes a query for latest values.
 * @param query normalized, its variables replaced
 */
function latestRun(query: LatestQuery, panel: QueryContext): IndependentRun {
  const { latest } = panel.services;
  const isList = isTable(query, panel.visualization);
  return new IndependentRun(query.refId, isList ? 'table' : 'series', async (signal, show) => {
    const staleAfterMs = parseDuration(query.staleAfter);
    if (staleAfterMs === undefined) {
      throw new UserError(invalidDurationMessage(query.staleAfter));
    }
    const selection = queryFilter(query, panel);
    const listsAll = query.format === 'count' || isList;
    const listing = filteredDevices(selection, panel, 'names');
    // If both requests fail, the error is always that of the values, whichever fails first.
    listing.catch(() => undefined);
    const values = await latest.all(callContext(panel, query.refId, signal));
    const { devices, unknownBecause } = await listing;
    const notices = listsAll && unknownBecause !== undefined ? [tagsMissingNotice(unknownBecause)] : [];
    const filter = await validFilter(selection, devices, values);
    const profiles = await profilesInTime(panel.services);
    const all = listsAll ? [...values, ...missingValues(values, devices)] : values;
    const nowEpochMs = panel.services.clock.nowEpochMs();
    const newest = [
      ...values.map(({ timeEpochMs }) => timeEpochMs),
      ...devices.map(({ lastContactEpochMs }) => lastContactEpochMs),
    ];
    const options = {
      refId: query.refId,
      nowEpochMs,
      staleAfterMs,
      timeZone: panel.timeZone,
      notLiveSinceEpochMs: notLiveSince(newest, nowEpochMs),
      notices,
    };
    const named = namedValues(all, devices, filter).map(({ latest: value, labels }): NamedValue => {
      const { states, limits } = seriesProfile(profiles, labels);
      return { latest: value, labels, profile: { states, limits: query.limits === 'off' ? {} : limits } };
    });
    if (listsAll && all.length === 0 && devices.length === 0 && notices.length === 0) {
      return [emptyFrame(query.refId, [nothingListedNotice()])];
    }
    const selectsNothing = !filter.includesAll && devices.length > 0 && named.length === 0;
    const frames =
      selectsNothing && query.format === 'count'
        ? [emptyFrame(query.refId, notices)]
        : renderLatest(named, query, options, panel);
    return withFilterNotices(frames, unknownNames(query, panel, devices, values), selectsNothing, show);
  });
}

/** Shown when a list of all tags was made without the devices, whose tags that never had a reading it lacks; an error if they failed. */
function tagsMissingNotice(because: UnknownBecause): QueryResultMetaNotice {
  const reason = unknownDevicesText(because);
  return {
    severity: because === 'late' ? 'warning' : isForbidden(because) ? 'info' : 'error',
    text: translate('notices.tagsMissing', 'Tags without readings may be missing. {{reason}}', { reason }),
  };
}

/** The tags of the inventory that never had a reading: servers leave them out of their list, but nothing is more silent. */
function missingValues(values: readonly LatestValue[], devices: readonly Device[]): readonly LatestValue[] {
  const present = new Set(values.map(seriesKey));
  return devices.flatMap(({ code, tags }) =>
    tags
      .filter(({ key }) => !present.has(seriesKey({ device: code, tag: key })))
      .map(({ key, name, unit }) => ({ device: code, tag: key, name, unit, value: undefined, timeEpochMs: undefined }))
  );
}

/** The values that pass the filter, by site, area, device and tag. */
function namedValues(
  values: readonly LatestValue[],
  devices: readonly Device[],
  filter: CompiledFilter
): ReadonlyArray<Pick<NamedValue, 'latest' | 'labels'>> {
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

function renderLatest(
  values: readonly NamedValue[],
  query: LatestQuery,
  options: LatestFramesOptions,
  { visualization, isCalculated, mayBeCalculated, services }: PanelContext
): readonly DataFrame[] {
  const { legend, maxSeries } = query;
  if (isTable(query, visualization)) {
    return [latestTableFrame(values, options)];
  }
  if (query.format === 'count') {
    return [latestCountsFrame(values, { ...options, hasAllTags: options.notices.length === 0 })];
  }
  const shown = values.slice(0, maxSeries);
  const omitted = values.length - shown.length;
  if (omitted > 0 && isCalculated) {
    throw new UserError(tooManySeriesMessage(values.length, maxSeries));
  }
  return latestSeriesFrames(shown, {
    ...options,
    legend,
    omitted,
    mayBeCalculated,
    showsAge: query.format === 'age',
    tagTypes: services.settings.tagTypes,
  });
}

/** Explore, which has no visualization of its own, shows both formats; a table is what people look for there. */
function isTable({ format }: LatestQuery, visualization: string | undefined): boolean {
  return format === 'table' || (format === 'auto' && (visualization === undefined || visualization === 'table'));
}
