import type { VariableQuery } from './telemetryQuery';

/** By what a variable's list can be narrowed. */
export type Narrowing = 'site' | 'area' | 'deviceType' | 'device';

/** What makes sense for each list, from the widest to the narrowest. */
export const NARROWINGS: Readonly<Record<VariableQuery['kind'], readonly Narrowing[]>> = {
  sites: [],
  areas: ['site'],
  devices: ['site', 'area', 'deviceType'],
  tags: ['site', 'area', 'deviceType', 'device'],
};

/** Lists something else; what cannot narrow the new list is forgotten, so that nothing unseen narrows it. */
export function changeVariableKind(query: VariableQuery, kind: VariableQuery['kind']): VariableQuery {
  const kept = (narrowing: Narrowing) => (NARROWINGS[kind].includes(narrowing) ? query[narrowing] : '');
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
export function changeNarrowing(query: VariableQuery, narrowing: Narrowing, value: string): VariableQuery {
  return { ...query, [narrowing]: value.trim() };
}
