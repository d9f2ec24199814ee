import type { DataQuery } from '@grafana/schema';
import { unquoted } from '../core/inventory/textPattern';
import { type FILTER_FIELDS, grafanaFields, newerVersion, readQuery } from '../query/savedQuery';
import { findKind, getKind, type QueryKind, type TelemetryQuery } from './kinds';

/** A saved query that this version of the plugin cannot read. */
export interface UnreadableQuery extends DataQuery {
  readonly kind: 'unreadable';
  /** The saved kind that is unknown, or the version that is newer than this plugin's. */
  readonly problem: { readonly kind: 'unknownKind' | 'newerVersion'; readonly found: string };
}

/**
 * Turns any saved query, complete or not, into a query of the current version. It never mutates its argument, keeps
 * Grafana's own fields, and replaces unusable values by defaults, so that hand-written dashboards still open.
 * Only a query that means something this version does not know stays unreadable: it must not become another query.
 */
export function normalizeQuery(saved: object): TelemetryQuery | UnreadableQuery {
  const { kind = 'history' }: { readonly kind?: unknown } = saved;
  const version = newerVersion(saved);
  const known = typeof kind === 'string' ? findKind(kind) : undefined;
  if (version !== undefined) {
    return unreadable(saved, 'newerVersion', String(version));
  }
  return known === undefined
    ? unreadable(saved, 'unknownKind', JSON.stringify(kind))
    : (readQuery(kind as QueryKind, known.fields, saved) as unknown as TelemetryQuery);
}

function unreadable(saved: object, kind: UnreadableQuery['problem']['kind'], found: string): UnreadableQuery {
  return { ...grafanaFields({ ...saved }), kind: 'unreadable', problem: { kind, found } };
}

/** What a query still needs before it can run. */
export function missingFields(query: TelemetryQuery): ReadonlyArray<'devices' | 'tags'> {
  return getKind(query).missingFields?.(query) ?? [];
}

export function isComplete(query: TelemetryQuery): boolean {
  return missingFields(query).length === 0;
}

/** A query in one line, for Grafana's query history: queries that load something else read differently. */
export function queryText(query: TelemetryQuery | UnreadableQuery): string {
  if (query.kind === 'unreadable') {
    return `${query.kind} · ${query.problem.found}`;
  }
  const filter = 'devices' in query ? FILTER_ORDER.map((list) => query[list].map(unquoted).join(', ')) : [];
  return [query.kind, ...filter, ...getKind(query).optionTexts(query)].filter(Boolean).join(' · ');
}

const FILTER_ORDER = ['devices', 'tags', 'sites', 'areas', 'deviceTypes'] as const satisfies ReadonlyArray<
  keyof typeof FILTER_FIELDS
>;
