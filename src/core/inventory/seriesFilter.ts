import type { Device, Tag } from './device';
import { compilePatterns, type InvalidPattern, isInvalidPattern, isPattern, type TextMatcher } from './textPattern';

/** Which devices and tags to include. Every value may be a pattern, see `compilePatterns`; an empty list includes all. */
export interface SeriesFilter {
  readonly sites: readonly string[];
  readonly areas: readonly string[];
  readonly deviceTypes: readonly string[];
  readonly devices: readonly string[];
  readonly tags: readonly string[];
  /** Further conditions, all of which must hold. */
  readonly conditions: readonly FilterCondition[];
}

/** The filter that includes all devices and tags. */
export const EVERY_SERIES: SeriesFilter = {
  sites: [],
  areas: [],
  deviceTypes: [],
  devices: [],
  tags: [],
  conditions: [],
};

/** A condition on one property of a series: one of the values must match, or none when it is negated. */
export interface FilterCondition {
  readonly property: FilterProperty;
  readonly values: readonly string[];
  readonly isNegated: boolean;
}

export const FILTER_PROPERTIES = ['site', 'area', 'device', 'type', 'tag'] as const;
export type FilterProperty = (typeof FILTER_PROPERTIES)[number];

/** A filter that can be applied. */
export interface CompiledFilter {
  readonly kind: 'filter';
  /** True when every device and every tag passes. */
  readonly includesAll: boolean;
  /** True when some tags may not pass. */
  readonly filtersTags: boolean;
  includesDevice(device: Device): boolean;
  includesTag(tag: Pick<Tag, 'key'>): boolean;
}

/** The names of a series, which may be that of an alert or a value. */
interface NamedSeries {
  readonly device: string;
  readonly tag: string;
}

/** Everything that has a name, by what it is. */
type InventoryNames = Readonly<Record<FilterProperty, ReadonlySet<string>>>;

/**
 * The names of an inventory.
 * @param others series that exist without being in it, such as those of a decommissioned device
 */
export function inventoryNames(devices: readonly Device[], others: readonly NamedSeries[]): InventoryNames {
  return {
    site: new Set(devices.map(({ site }) => site)),
    area: new Set(devices.map(({ area }) => area)),
    type: new Set(devices.map(({ type }) => type)),
    device: new Set([...devices.map(({ code }) => code), ...others.map(({ device }) => device)]),
    tag: new Set([...devices.flatMap(({ tags }) => tags.map(({ key }) => key)), ...others.map(({ tag }) => tag)]),
  };
}

/** True when the filter depends on what only the inventory contains about a device. */
export function needsInventory(filter: SeriesFilter): boolean {
  return conditionsOf(filter).some(({ property }) => property !== 'device' && property !== 'tag');
}

/**
 * Compiles a filter once, so that applying it to thousands of tags is cheap.
 * @param devices of the inventory: a value that is one of its names is that name, whatever it looks like
 * @param others series that exist without being in the inventory
 */
export async function compileFilter(
  filter: SeriesFilter,
  devices: readonly Device[],
  others: readonly NamedSeries[] = []
): Promise<CompiledFilter | InvalidPattern> {
  const conditions = conditionsOf(filter);
  // A plant can have 20,000 tags.
  const names = conditions.some(({ values }) => values.some(isPattern)) ? inventoryNames(devices, others) : undefined;
  const compiled: Array<{ readonly property: FilterProperty; readonly matches: TextMatcher }> = [];
  for (const { property, values, isNegated } of conditions) {
    const matcher = await compilePatterns(values, names?.[property]);
    if (isInvalidPattern(matcher)) {
      return matcher;
    }
    compiled.push({ property, matches: isNegated ? (text) => !matcher(text) : matcher });
  }
  const ofTags = compiled.filter(({ property }) => property === 'tag');
  const ofDevices = compiled.filter(({ property }) => property !== 'tag');
  return {
    kind: 'filter',
    includesAll: compiled.length === 0,
    filtersTags: ofTags.length > 0,
    includesDevice: (device) => ofDevices.every(({ property, matches }) => matches(PROPERTY[property](device))),
    includesTag: ({ key }) => ofTags.every(({ matches }) => matches(key)),
  };
}

function conditionsOf(filter: SeriesFilter): FilterCondition[] {
  const lists: ReadonlyArray<readonly [FilterProperty, readonly string[]]> = [
    ['site', filter.sites],
    ['area', filter.areas],
    ['type', filter.deviceTypes],
    ['device', filter.devices],
    ['tag', filter.tags],
  ];
  const listed = lists
    .filter(([, values]) => values.length > 0)
    .map(([property, values]) => ({ property, values, isNegated: false }));
  return [...listed, ...filter.conditions];
}

const PROPERTY: Readonly<Record<FilterProperty, (device: Device) => string>> = {
  site: ({ site }) => site,
  area: ({ area }) => area,
  device: ({ code }) => code,
  type: ({ type }) => type,
  tag: () => '',
};
