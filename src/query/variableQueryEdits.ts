import type { VariableQuery } from './telemetryQuery';

/** By what a variable's list can be narrowed. */
export type VariableFilter = 'site' | 'area' | 'deviceType' | 'device';

/** What makes sense for each list, from the widest to the narrowest. */
export const FILTERS_BY_KIND: Readonly<Record<VariableQuery['kind'], readonly VariableFilter[]>> = {
  sites: [],
  areas: ['site'],
  devices: ['site', 'area', 'deviceType'],
  tags: ['site', 'area', 'deviceType', 'device'],
};

/** Lists something else; what cannot narrow the new list is forgotten, so that nothing unseen narrows it. */
export function changeVariableKind(query: VariableQuery, kind: VariableQuery['kind']): VariableQuery {
  const kept = (narrowing: VariableFilter) => (FILTERS_BY_KIND[kind].includes(narrowing) ? query[narrowing] : '');
  return {
    ...query,
    kind,
    site: kept('site'),
    area: kept('area'),
    deviceType: kept('deviceType'),
    device: kept('device'),
  };
}

/** Narrows the list; an empty text widens it again. */
export function changeFilter(query: VariableQuery, narrowing: VariableFilter, value: string): VariableQuery {
  return { ...query, [narrowing]: value.trim() };
}
