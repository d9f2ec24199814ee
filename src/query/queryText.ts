import type { TelemetryQuery, UnreadableQuery } from './telemetryQuery';

/** A query in one line, for Grafana's query history. */
export function queryText(query: TelemetryQuery | UnreadableQuery): string {
  const filter = 'devices' in query ? [query.devices, query.tags, query.sites, query.areas, query.deviceTypes] : [];
  const interval = query.kind === 'history' ? [query.interval] : [];
  return [query.kind, ...filter.map((values) => values.join(', ')), ...interval].filter(Boolean).join(' · ');
}
