import type { VariableQuery } from './telemetryQuery';

/** A field of a variable's query that filters its list. */
export type VariableFilter = 'site' | 'area' | 'deviceType' | 'device';

/** The filters that each list supports. */
export const FILTERS_BY_KIND: Readonly<Record<VariableQuery['kind'], readonly VariableFilter[]>> = {
  sites: [],
  areas: ['site'],
  deviceTypes: ['site', 'area'],
  devices: ['site', 'area', 'deviceType'],
  tags: ['site', 'area', 'deviceType', 'device'],
  units: ['site', 'area', 'deviceType', 'device'],
  severities: [],
  rules: [],
};

/** Changes what is listed. Filters that the new list does not support are cleared, so that no hidden filter applies. */
export function changeVariableKind(query: VariableQuery, kind: VariableQuery['kind']): VariableQuery {
  const valueOf = (filter: VariableFilter) => (FILTERS_BY_KIND[kind].includes(filter) ? query[filter] : '');
  return {
    ...query,
    kind,
    site: valueOf('site'),
    area: valueOf('area'),
    deviceType: valueOf('deviceType'),
    device: valueOf('device'),
  };
}

/** Sets a filter; an empty value removes it. */
export function changeFilter(query: VariableQuery, filter: VariableFilter, value: string): VariableQuery {
  return { ...query, [filter]: value.trim() };
}
