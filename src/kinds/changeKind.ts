import { defaultQuery, FILTER_FIELDS } from '../query/savedQuery';
import { getKind, type QueryKind, type TelemetryQuery } from './kinds';
import type { UnreadableQuery } from './normalizeQuery';

/**
 * Changes the kind. The filter stays where the new kind has one; the other fields start at the defaults of the new kind.
 * @param inRule true in an alert rule, where some defaults are others
 */
export function changeKind(
  query: TelemetryQuery | UnreadableQuery,
  kind: QueryKind,
  { inRule = false }: { readonly inRule?: boolean } = {}
): TelemetryQuery {
  if (query.kind === kind) {
    return query;
  }
  const { refId, hide, key, datasource } = query;
  const { fields, inRules } = getKind({ kind });
  const kept = Object.keys(FILTER_FIELDS).filter((list) => list in query && list in fields);
  const filter = Object.fromEntries(kept.map((list) => [list, query[list as keyof typeof query]]));
  return {
    ...defaultQuery(kind, fields),
    ...(inRule && inRules),
    refId,
    hide,
    key,
    datasource,
    ...filter,
  } as unknown as TelemetryQuery;
}

/** Sets the time zone for the server, if the query depends on one there. */
export function changeTimeZone(query: TelemetryQuery, timeZone: string | undefined): TelemetryQuery {
  return timeZone !== undefined && getKind(query).usesTimeZone && timeZone !== query.timeZone
    ? { ...query, timeZone }
    : query;
}
