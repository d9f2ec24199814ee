import type { ScopedVars } from '@grafana/data';
import type { TemplateSrv } from '@grafana/runtime';
import type { AlertsQuery, HistoryQuery, TelemetryQuery, VariableQuery } from '../../query/telemetryQuery';

/** Replaces the variables in a text; a variable with several values gives several texts. */
export type Interpolate = (text: string) => string[];

/** Control characters that no device code or tag key contains, so that values may contain commas and braces. */
const LIST_BORDER = '\u001E';
const SEPARATOR = '\u001F';

/**
 * Replaces variables with Grafana's template service. A list stays a list: it is never parsed from a text, and a text around
 * it (`PUMP-$number`) is put around each of its values.
 */
export function createInterpolate(templates: Pick<TemplateSrv, 'replace'>, scopedVars: ScopedVars): Interpolate {
  return (text) => {
    const replaced = templates.replace(text, scopedVars, (value: unknown) =>
      Array.isArray(value) ? `${LIST_BORDER}${value.join(SEPARATOR)}${LIST_BORDER}` : String(value)
    );
    const texts = replaced
      .split(LIST_BORDER)
      .map((part) => part.split(SEPARATOR))
      .reduce((begun, parts) => begun.flatMap((start) => parts.map((part) => start + part)), ['']);
    return texts.map((item) => item.trim());
  };
}

/** The query with its variables replaced. Never changes its argument. */
export function interpolateQuery<Q extends TelemetryQuery>(query: Q, interpolate: Interpolate): Q {
  const lists = { devices: listOf(query.devices, interpolate), tags: listOf(query.tags, interpolate) };
  return query.kind === 'alerts'
    ? { ...query, ...lists, severities: listOf((query as AlertsQuery).severities, interpolate) }
    : { ...query, ...lists, ...stepOf(query as HistoryQuery, interpolate) };
}

function stepOf(
  { interval, offset }: HistoryQuery,
  interpolate: Interpolate
): Pick<HistoryQuery, 'interval' | 'offset'> {
  return { interval: single(interval, interpolate), offset: single(offset, interpolate) };
}

export function interpolateVariableQuery(query: VariableQuery, interpolate: Interpolate): InterpolatedVariableQuery {
  const { kind, site, area, deviceType, device } = query;
  const values = (text: string) => listOf(text === '' ? [] : [text], interpolate);
  return { kind, sites: values(site), areas: values(area), deviceTypes: values(deviceType), devices: values(device) };
}

/** A variable's query with its own variables replaced; an empty list means all. */
export interface InterpolatedVariableQuery {
  readonly kind: VariableQuery['kind'];
  readonly sites: readonly string[];
  readonly areas: readonly string[];
  readonly deviceTypes: readonly string[];
  readonly devices: readonly string[];
}

function listOf(texts: readonly string[], interpolate: Interpolate): string[] {
  return [...new Set(texts.flatMap(interpolate).filter((text) => text !== ''))];
}

function single(text: string, interpolate: Interpolate): string {
  return interpolate(text)[0] ?? text;
}
