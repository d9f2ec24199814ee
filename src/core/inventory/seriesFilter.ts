import type { Device, Tag } from './device';
import { compilePatterns, type InvalidPattern, isInvalidPattern, type TextMatcher } from './textPattern';

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
  /** True when it depends on what only the inventory contains about a device. */
  readonly needsInventory: boolean;
  /** True when some tags may not pass. */
  readonly filtersTags: boolean;
  includesDevice(device: Device): boolean;
  includesTag(tag: Pick<Tag, 'key'>): boolean;
}

/** Compiles a filter once, so that applying it to thousands of tags is cheap. */
export async function compileFilter(filter: SeriesFilter): Promise<CompiledFilter | InvalidPattern> {
  const conditions = [...listConditions(filter), ...filter.conditions];
  const compiled: Array<{ readonly property: FilterProperty; readonly matches: TextMatcher }> = [];
  for (const { property, values, isNegated } of conditions) {
    const matcher = await compilePatterns(values);
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
    needsInventory: ofDevices.some(({ property }) => property !== 'device'),
    filtersTags: ofTags.length > 0,
    includesDevice: (device) => ofDevices.every(({ property, matches }) => matches(PROPERTY[property](device))),
    includesTag: ({ key }) => ofTags.every(({ matches }) => matches(key)),
  };
}

function listConditions(filter: SeriesFilter): FilterCondition[] {
  const lists: ReadonlyArray<readonly [FilterProperty, readonly string[]]> = [
    ['site', filter.sites],
    ['area', filter.areas],
    ['type', filter.deviceTypes],
    ['device', filter.devices],
    ['tag', filter.tags],
  ];
  return lists
    .filter(([, values]) => values.length > 0)
    .map(([property, values]) => ({ property, values, isNegated: false }));
}

const PROPERTY: Readonly<Record<FilterProperty, (device: Device) => string>> = {
  site: ({ site }) => site,
  area: ({ area }) => area,
  device: ({ code }) => code,
  type: ({ type }) => type,
  tag: () => '',
};
