import type { TelemetryQuery, UnreadableQuery } from './telemetryQuery';

/** A query in one line, for Grafana's query history: queries that load something else read differently. */
export function queryText(query: TelemetryQuery | UnreadableQuery): string {
  const filter =
    'devices' in query ? [query.devices, query.tags, query.sites, query.areas, query.deviceTypes].map(listText) : [];
  return [query.kind, ...filter, ...optionTexts(query)].filter(Boolean).join(' · ');
}

function optionTexts(query: TelemetryQuery | UnreadableQuery): string[] {
  switch (query.kind) {
    case 'history':
      return [query.interval, query.offset && `from ${query.offset}`, query.shift && `${query.shift} earlier`];
    case 'alerts':
      return [
        query.state === 'open' ? 'open' : '',
        listText(query.severities),
        listText(query.rules),
        query.format === 'auto' ? '' : query.format,
      ];
    case 'latest':
      return [query.format === 'auto' ? '' : query.format];
    case 'devices':
      return [query.format === 'table' ? '' : query.format, query.perTag ? 'per tag' : ''];
    case 'exports':
      return [listText(query.states), query.exportId];
    case 'unreadable':
      return [query.problem.found];
  }
}

function listText(texts: readonly string[]): string {
  return texts.join(', ');
}
