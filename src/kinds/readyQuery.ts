import { interpolateQuery, type Interpolate, type UsedVariables, usedVariables } from '../grafana/query/interpolation';
import type { Kind } from './kind';
import { getKind, type TelemetryQuery } from './kinds';
import { missingFields, normalizeQuery, type UnreadableQuery } from './normalizeQuery';

/** A query as it is run. Whoever needs a part of it on the way takes it from here, so that it is read once. */
export interface ReadyQuery extends UsedVariables {
  readonly kind: Kind;
  /** Normalized, its variables replaced. */
  readonly query: TelemetryQuery;
  /** What it still needs before it can run. */
  readonly missing: ReturnType<typeof missingFields>;
}

export function readyQuery(target: object, interpolate: Interpolate): ReadyQuery | UnreadableQuery {
  const saved = normalizeQuery(target);
  if (saved.kind === 'unreadable') {
    return saved;
  }
  const kind = getKind(saved);
  const query = interpolateQuery(saved, kind.fields, interpolate);
  return { kind, query, missing: missingFields(query), ...usedVariables(saved, kind.fields, interpolate) };
}
