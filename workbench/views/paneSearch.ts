import type { DataQuery } from '@grafana/schema';
import { parseQueries } from './parseQueries.ts';

/** What an address of Explore says about one pane. JSON of others, so nothing in it is certain. */
interface Pane {
  readonly datasource?: unknown;
  readonly queries?: unknown;
  readonly range?: { readonly from?: unknown; readonly to?: unknown };
}

/**
 * The query string of the query editor for an address of Grafana's Explore: the data source, the queries and the time range of its first
 * pane, from `panes` or, in addresses of older versions, from `left`.
 * @returns undefined if the address is none of Explore
 */
export function paneSearch(search: string): string | undefined {
  const params = new URLSearchParams(search);
  const json = params.get('panes') ?? params.get('left');
  if (json === null) {
    return undefined;
  }
  const { datasource, queries = [], range } = firstPane(json, params.has('panes'));
  const named = Array.isArray(queries)
    ? queries.map((query: object, index) => ({ refId: refIdAt(index), ...query }))
    : [];
  const parsed = parseQueries(JSON.stringify(named));
  const members = {
    ds: datasource ?? uidOf(parsed[0]),
    queries: parsed.length > 0 ? JSON.stringify(parsed) : undefined,
    from: range?.from,
    to: range?.to,
  };
  for (const name of ['panes', 'left', 'right', 'schemaVersion']) {
    params.delete(name);
  }
  for (const [name, value] of Object.entries(members)) {
    if (typeof value === 'string' || typeof value === 'number') {
      params.set(name, String(value));
    }
  }
  return params.toString();
}

function firstPane(json: string, isOneOfSeveral: boolean): Pane {
  try {
    const parsed = JSON.parse(json) as Pane | Record<string, Pane> | null;
    return (isOneOfSeveral ? Object.values(parsed as Record<string, Pane>)[0] : (parsed as Pane)) ?? {};
  } catch {
    return {};
  }
}

/** As Explore names queries without a name. */
function refIdAt(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

function uidOf(query: DataQuery | undefined): string | undefined {
  return query?.datasource?.uid;
}
