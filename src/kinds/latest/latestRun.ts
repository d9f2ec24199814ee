import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import { seriesKey } from '../../core/inventory/seriesId';
import { seriesLabels, seriesProfile } from '../../core/inventory/legend';
import { type Device, devicesByCode } from '../../core/inventory/device';
import { compareNaturally } from '../../core/inventory/inventoryValues';
import type { CompiledFilter } from '../../core/inventory/seriesFilter';
import { type LatestValue, notLiveSince } from '../../core/latest/latestValue';
import { isYounger, valuesBefore } from '../../core/latest/valuesBefore';
import type { EpochMs } from '../../core/time/window';
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
import { averageValuesNotice, undecidedValuesNotice } from '../../grafana/frames/latestTexts';
import { asOfNotice, emptyFrame, nothingListedNotice, presentNotices } from '../../grafana/frames/notices';
import { chosenInstant } from '../../grafana/query/chosenInstant';
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
    const instant = chosenInstant(query, panel);
    const selection = queryFilter(query, panel);
    const listsAll = query.format === 'count' || isList;
    const listing = filteredDevices(selection, panel, 'names');
    // If both requests fail, the error is always that of the values, whichever fails first.
    listing.catch(() => undefined);
    const values = await latest.all(callContext(panel, query.refId, signal));
    const { devices, unknownBecause } = await listing;
    const filter = await validFilter(selection, devices, values);
    const profiles = await profilesInTime(panel.services);
    const all = listsAll ? [...values, ...missingValues(values, devices)] : values;
    if (listsAll && all.length === 0 && devices.length === 0 && unknownBecause === undefined) {
      return [emptyFrame(query.refId, [nothingListedNotice()])];
    }
    const selected = namedValues(all, devices, filter);
    const selectsNothing = !filter.includesAll && devices.length > 0 && selected.length === 0;
    const shown = listsAll ? selected : firstSeries(selected, query, panel);
    const named = (await valuesOf(shown, instant, query, panel, signal)).map((value): NamedValue => {
      const { states, limits } = seriesProfile(profiles, value.labels);
      return { ...value, profile: { states, limits: query.limits === 'off' ? {} : limits } };
    });
    const nowEpochMs = instant ?? panel.services.clock.nowEpochMs();
    const newest = [
      ...values.map(({ timeEpochMs }) => timeEpochMs),
      ...devices.map(({ lastContactEpochMs }) => lastContactEpochMs),
    ];
    const hasAllTags = !listsAll || unknownBecause === undefined;
    const options = {
      refId: query.refId,
      nowEpochMs,
      staleAfterMs,
      timeZone: panel.timeZone,
      notLiveSinceEpochMs: notLiveSince(newest, nowEpochMs),
      notices: presentNotices([
        asOfNotice(instant, panel.timeZone),
        hasAllTags ? undefined : tagsMissingNotice(unknownBecause!),
      ]),
    };
    const frames =
      selectsNothing && query.format === 'count'
        ? [emptyFrame(query.refId, options.notices)]
        : renderLatest(named, query, { ...options, hasAllTags, omitted: selected.length - shown.length }, panel);
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
): readonly Selected[] {
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

type Selected = Pick<NamedValue, 'latest' | 'labels'>;

/** @throws UserError when an expression would miss some */
function firstSeries(
  selected: readonly Selected[],
  { maxSeries }: LatestQuery,
  { isCalculated }: PanelContext
): readonly Selected[] {
  if (selected.length > maxSeries && isCalculated) {
    throw new UserError(tooManySeriesMessage(selected.length, maxSeries));
  }
  return selected.slice(0, maxSeries);
}

/** Each costs a request or more. */
const MAX_EARLIER_VALUES = 2000;

/**
 * The values at an instant; undefined: now.
 * @throws UserError when there are too many, or an expression would miss some; the error of all when none is known
 */
async function valuesOf(
  selected: readonly Selected[],
  instant: EpochMs | undefined,
  { refId }: LatestQuery,
  panel: PanelContext,
  signal: AbortSignal
): Promise<readonly Selected[]> {
  if (instant === undefined) {
    return selected;
  }
  const latest = selected.map((one) => one.latest);
  const younger = latest.filter((value) => isYounger(value, instant));
  if (younger.length > MAX_EARLIER_VALUES) {
    throw new UserError(tooManyEarlierMessage(younger.length));
  }
  const then = await valuesBefore(latest, instant, panel.services.history, callContext(panel, refId, signal));
  const named = selected.map(({ labels }, index) => ({ latest: then[index]!, labels }));
  const undecided = then.flatMap((value) => value.undecided ?? []);
  if (undecided.length > 0 && undecided.length === then.length && undecided[0]!.error !== undefined) {
    throw undecided[0]!.error;
  }
  const notice = undecidedValuesNotice(named) ?? averageValuesNotice(named);
  if (notice !== undefined && panel.isCalculated) {
    throw new UserError(notice.text);
  }
  return named;
}

function tooManyEarlierMessage(total: number): string {
  return translate(
    'errors.tooManyEarlierValues',
    'The query selects {{total, number}} tags. As of the end of a past time range, at most {{max, number}} can be looked up. Filter the query.',
    { total, max: MAX_EARLIER_VALUES }
  );
}

function renderLatest(
  values: readonly NamedValue[],
  query: LatestQuery,
  options: LatestFramesOptions & { readonly hasAllTags: boolean; readonly omitted: number },
  { visualization, mayBeCalculated, services }: PanelContext
): readonly DataFrame[] {
  if (isTable(query, visualization)) {
    return [latestTableFrame(values, options)];
  }
  if (query.format === 'count') {
    return [latestCountsFrame(values, options)];
  }
  return latestSeriesFrames(values, {
    ...options,
    legend: query.legend,
    mayBeCalculated,
    showsAge: query.format === 'age',
    tagTypes: services.settings.tagTypes,
  });
}

/** Explore, which has no visualization of its own, shows both formats; a table is what people look for there. */
function isTable({ format }: LatestQuery, visualization: string | undefined): boolean {
  return format === 'table' || (format === 'auto' && (visualization === undefined || visualization === 'table'));
}
