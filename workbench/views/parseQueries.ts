import type { DataQuery } from '@grafana/schema';

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
