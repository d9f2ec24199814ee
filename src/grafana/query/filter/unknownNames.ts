import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import type { SeriesId } from '../../../core/history/historyPage';
import type { Device } from '../../../core/inventory/device';
import type { FilterProperty } from '../../../core/inventory/seriesFilter';
import { isPattern } from '../../../core/inventory/textPattern';
import type { FilterLists } from '../../../query/savedQuery';
import { nothingSelectedNotice, unknownNamesText, warning, withNotices } from '../../frames/notices';
import type { PanelContext } from '../panelContext';

/** The values of a filter that name nothing that the API key can read. */
export interface UnknownNames {
  /** Users wrote them into the query: an error. */
  readonly typed: readonly string[];
  /** A variable or an ad hoc filter has them: a notice, because the query is right and the choice is not. */
  readonly chosen: readonly string[];
}

/**
 * Compares a filter with the inventory. Patterns name nothing.
 * @param devices of the inventory; without any, nothing is known to be unknown
 * @param others series that exist without being in the inventory, such as those of a decommissioned device
 */
export function unknownNames(
  query: FilterLists,
  { adHocConditions, chosenTexts }: Pick<PanelContext, 'adHocConditions' | 'chosenTexts'>,
  devices: readonly Device[],
  others: readonly SeriesId[] = []
): UnknownNames {
  if (devices.length === 0) {
    return { typed: [], chosen: [] };
  }
  const known = knownNames(devices, others);
  const isUnknown = (property: FilterProperty) => (text: string) => !isPattern(text) && !known[property].has(text);
  const listed = [
    ...query.sites.filter(isUnknown('site')),
    ...query.areas.filter(isUnknown('area')),
    ...query.deviceTypes.filter(isUnknown('type')),
    ...query.devices.filter(isUnknown('device')),
    ...query.tags.filter(isUnknown('tag')),
  ];
  const filtered = adHocConditions.flatMap(({ property, values, isNegated }) =>
    isNegated ? [] : values.filter(isUnknown(property))
  );
  return {
    typed: listed.filter((text) => !chosenTexts.has(text)),
    chosen: [...new Set([...listed.filter((text) => chosenTexts.has(text)), ...filtered])],
  };
}

function knownNames(
  devices: readonly Device[],
  others: readonly SeriesId[]
): Readonly<Record<FilterProperty, ReadonlySet<string>>> {
  return {
    site: new Set(devices.map(({ site }) => site)),
    area: new Set(devices.map(({ area }) => area)),
    type: new Set(devices.map(({ type }) => type)),
    device: new Set([...devices.map(({ code }) => code), ...others.map(({ device }) => device)]),
    tag: new Set([...devices.flatMap(({ tags }) => tags.map(({ key }) => key)), ...others.map(({ tag }) => tag)]),
  };
}

/** True if a variable or an ad hoc filter took part in the choice of devices and tags. */
export function isChosen(
  { sites, areas, deviceTypes, devices, tags }: FilterLists,
  { adHocConditions, chosenTexts }: Pick<PanelContext, 'adHocConditions' | 'chosenTexts'>
): boolean {
  const texts = [...sites, ...areas, ...deviceTypes, ...devices, ...tags];
  return adHocConditions.length > 0 || texts.some((text) => chosenTexts.has(text));
}

/** The notices about a filter: what it names and does not exist, or that nothing passes it. */
export function filterNotices({ chosen }: UnknownNames, selectsNothing: boolean): QueryResultMetaNotice[] {
  if (chosen.length > 0) {
    return [warning(unknownNamesText(chosen))];
  }
  return selectsNothing ? [nothingSelectedNotice()] : [];
}

/** A frame without values, for “No data” with its reason. */
export function emptyFrame(refId: string, notices: readonly QueryResultMetaNotice[]): DataFrame {
  return withNotices({ refId, name: refId, length: 0, fields: [] }, notices);
}

/**
 * Shows the frames with the notices about the filter.
 * @param show called before an error, so that what exists is shown beside it
 * @throws Error with a message for users that names what they typed and does not exist
 */
export function withFilterNotices(
  [first, ...others]: readonly DataFrame[],
  unknown: UnknownNames,
  selectsNothing: boolean,
  show: (frames: readonly DataFrame[]) => void
): readonly DataFrame[] {
  const frames = first === undefined ? [] : [withNotices(first, filterNotices(unknown, selectsNothing)), ...others];
  if (unknown.typed.length > 0) {
    show(frames);
    throw new Error(unknownNamesText(unknown.typed));
  }
  return frames;
}
