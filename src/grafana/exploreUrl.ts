import { locationUtil } from '@grafana/data';
import { type EpochMs, HOUR_MS, type TimeWindow } from '../core/time/window';
import type { SavedQuery } from '../query/savedQuery';

/** The id in `plugin.json`. */
const PLUGIN_ID = 'telemetria-industrial-datasource';

/** The path, below Grafana's root, of Explore with a query over a window. */
export function exploreUrl(dataSourceUid: string, query: SavedQuery, window: TimeWindow): string {
  return exploreUrls(dataSourceUid, query)(window);
}

/** The same for many windows, of which each costs no more than its two numbers. */
function exploreUrls(dataSourceUid: string, query: SavedQuery): (window: TimeWindow) => string {
  const datasource = { type: PLUGIN_ID, uid: dataSourceUid };
  const pane = { datasource: dataSourceUid, queries: [{ ...query, datasource }] };
  // The range comes last, and its numbers need no encoding.
  const start = `{"trend":${wordJson(pane).slice(0, -1)},"range":{"from":"`;
  const before = `/explore?schemaVersion=1&panes=${encodeURIComponent(start)}`;
  const between = encodeURIComponent('","to":"');
  const after = encodeURIComponent('"}}}');
  return ({ fromEpochMs, toEpochMs }) => before + Math.floor(fromEpochMs) + between + Math.ceil(toEpochMs) + after;
}

/**
 * Makes such addresses for a column whose links are used as they are: Grafana adds the path below which it is served only to links that
 * it recognizes before it fills in the column. It parses a URL to do so, which for each of many rows would take longer than all the rest.
 */
export function createExploreAddress(dataSourceUid: string): (query: SavedQuery) => (window: TimeWindow) => string {
  const base = locationUtil.assureBaseUrl('/').slice(0, -1);
  return (query) => {
    const urlOf = exploreUrls(dataSourceUid, query);
    return (window) => base + urlOf(window);
  };
}

/** An event with enough before and after it to see how it came about; nothing after now. */
export function windowAround({ fromEpochMs, toEpochMs }: TimeWindow, nowEpochMs: EpochMs): TimeWindow {
  const marginMs = Math.max(HOUR_MS, (toEpochMs - fromEpochMs) / 5);
  return {
    fromEpochMs: fromEpochMs - marginMs,
    toEpochMs: Math.max(toEpochMs, Math.min(toEpochMs + marginMs, nowEpochMs)),
  };
}

/** The escapes of JSON that are not `\u`. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\\"': '"',
  '\\\\': '\\',
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
};

/**
 * JSON in which every character of a text that is not part of a plain word is written as `\uXXXX`. Grafana decodes a link
 * once or more before the browser opens it, takes `$` and `[[` for variables and removes `\n`, so percent-encoding alone
 * does not bring a code such as `50%` or `<a>` to Explore.
 */
function wordJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/\\["\\bfnrt]/g, (escape) => unicodeEscape(SHORT_ESCAPES[escape]!))
    .replace(/[^\w\\{}[\]":,. -]/g, unicodeEscape);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
