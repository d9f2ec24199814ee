import type { DataFrame, QueryResultMetaNotice } from '@grafana/data';
import type { SeriesId } from '../../../core/inventory/seriesId';
import type { Device } from '../../../core/inventory/device';
import { type FilterProperty, inventoryNames } from '../../../core/inventory/seriesFilter';
import { exactText, unquoted } from '../../../core/inventory/textPattern';
import type { FilterLists } from '../../../query/savedQuery';
import { nothingSelectedNotice, unknownNamesText, warning, withNotices } from '../../frames/notices';
import { UserError } from '../../userError';
import type { QueryContext } from '../panelContext';

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
  { adHocConditions, chosenTexts }: Pick<QueryContext, 'adHocConditions' | 'chosenTexts'>,
  devices: readonly Device[],
  others: readonly SeriesId[] = []
): UnknownNames {
  if (devices.length === 0) {
    return { typed: [], chosen: [] };
  }
  const known = inventoryNames(devices, others);
  const isUnknown = (property: FilterProperty) => (text: string) => {
    const name = exactText(text);
    return name !== undefined && !known[property].has(name);
  };
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
  const named = (texts: readonly string[]) => [...new Set(texts.map(unquoted))];
  return {
    typed: named(listed.filter((text) => !chosenTexts.has(text))),
    chosen: named([...listed.filter((text) => chosenTexts.has(text)), ...filtered]),
  };
}

/** True if a variable or an ad hoc filter took part in the choice of devices and tags. */
export function isChosen(
  { sites, areas, deviceTypes, devices, tags }: FilterLists,
  { adHocConditions, chosenTexts }: Pick<QueryContext, 'adHocConditions' | 'chosenTexts'>
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

/**
 * Shows the frames with the notices about the filter.
 * @param show called before an error, so that what exists is shown beside it
 * @throws UserError that names what they typed and does not exist
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
    throw new UserError(unknownNamesText(unknown.typed));
  }
  return frames;
}
