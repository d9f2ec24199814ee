import type { TelemetryQuery } from './telemetryQuery';

/** A query in one line, for Grafana's query history: queries that load something else read differently. */
export function queryText(query: TelemetryQuery): string {
  const { kind, devices, tags } = query;
  const filters =
    query.kind === 'history'
      ? [query.interval, query.offset && `from ${query.offset}`]
      : [query.state === 'open' && 'open', query.severities.join(', ')];
  return [kind, devices.join(', '), tags.join(', '), ...filters].filter(Boolean).join(' · ');
}
