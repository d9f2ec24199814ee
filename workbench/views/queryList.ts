import { CoreApp, type DataSourceApi } from '@grafana/data';
import type { DataQuery } from '@grafana/schema';

/** The refId for a new query: the first letter that is not in use. */
export function nextRefId(queries: readonly DataQuery[]): string {
  const taken = new Set(queries.map((query) => query.refId));
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (let round = 0; ; round += 1) {
    for (const letter of letters) {
      const name = round === 0 ? letter : `${letter}${round}`;
      if (!taken.has(name)) {
        return name;
      }
    }
  }
}

/** A new query with the plugin's defaults. */
export function newQuery(dataSource: DataSourceApi, queries: readonly DataQuery[]): DataQuery {
  return {
    ...dataSource.getDefaultQuery?.(CoreApp.Explore),
    refId: nextRefId(queries),
    datasource: dataSource.getRef(),
  };
}

export function replaceQuery(queries: readonly DataQuery[], refId: string, changed: DataQuery): DataQuery[] {
  return queries.map((query) => (query.refId === refId ? changed : query));
}

export function removeQuery(queries: readonly DataQuery[], refId: string): DataQuery[] {
  return queries.filter((query) => query.refId !== refId);
}

export function duplicateQuery(queries: readonly DataQuery[], query: DataQuery): DataQuery[] {
  return [...queries, { ...query, refId: nextRefId(queries) }];
}

/** Parses the `queries` URL parameter and drops entries that are not queries. */
export function parseQueries(json: string): DataQuery[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.filter(isQuery) : [];
  } catch {
    return [];
  }
}

function isQuery(value: unknown): value is DataQuery {
  return typeof value === 'object' && value !== null && typeof (value as { refId?: unknown }).refId === 'string';
}
