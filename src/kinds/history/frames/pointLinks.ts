import type { DataLink } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { SeriesId } from '../../../core/history/historyPage';
import { type Shift, shiftWindow } from '../../../core/time/shift';
import { firstAfter, MINUTE_MS, type TimeWindow } from '../../../core/time/window';
import { seriesQuery } from '../historyQuery';
import { exploreUrl } from '../../../grafana/exploreUrl';

/** Readings this long before and after a point say how it came about. */
const MIN_AROUND_MS = 5 * MINUTE_MS;

interface PointLinksOptions {
  readonly dataSourceUid: string;
  /** What the panel shows: where a link without a point leads, such as that of a single value. */
  readonly window: TimeWindow;
  /** How long a step is; 0 for readings. */
  readonly stepMs: number;
  /** The edges of steps that are wide enough to be clicked, where the panel shows them. */
  readonly edges?: Float64Array | undefined;
  readonly shift: Shift | undefined;
}

type SharedLinks = {
  readonly links: readonly DataLink[];
  /** Of the last refresh. */
  window: TimeWindow;
  edges: Float64Array | undefined;
};

/**
 * Grafana compares the fields of two refreshes, functions by identity, and builds a chart anew if they differ. Therefore a series has
 * the same links as long as its step and the length of its window stay the same.
 */
const LINKS = new Map<string, SharedLinks>();
const MAX_LINKS = 1_000;

/** Where a click on a point leads: to its step, if that is wide, and to its readings. */
export function pointLinks(series: SeriesId, options: PointLinksOptions): readonly DataLink[] {
  const { dataSourceUid, window, stepMs, edges, shift } = options;
  const lengthMs = window.toEpochMs - window.fromEpochMs;
  const hasStep = edges !== undefined;
  const key = JSON.stringify([dataSourceUid, series.device, series.tag, stepMs, hasStep, shift ?? null, lengthMs]);
  const shared = LINKS.get(key) ?? makeLinks(series, options);
  shared.window = window;
  shared.edges = edges;
  // The entries at the start are those that were not used for the longest time.
  LINKS.delete(key);
  LINKS.set(key, shared);
  if (LINKS.size > MAX_LINKS) {
    LINKS.delete(LINKS.keys().next().value!);
  }
  return shared.links;
}

function makeLinks(series: SeriesId, options: PointLinksOptions): SharedLinks {
  const { dataSourceUid, window, edges, stepMs, shift } = options;
  const ownTime = (shown: TimeWindow) => (shift === undefined ? shown : shiftWindow(shown, shift));
  const aroundMs = Math.max(MIN_AROUND_MS, stepMs);
  const readingsUrl = (timeEpochMs: number) => {
    const isPoint = Number.isFinite(timeEpochMs);
    const shown = isPoint
      ? { fromEpochMs: timeEpochMs - aroundMs, toEpochMs: timeEpochMs + stepMs + aroundMs }
      : shared.window;
    const query = { ...seriesQuery(series), ...(isPoint && { interval: 'raw' }) };
    return exploreUrl(dataSourceUid, query, ownTime(shown));
  };
  const readings: DataLink = {
    title: t('series.showReadings', 'Show the readings around this point'),
    url: '',
    onBuildUrl: ({ replaceVariables }) => readingsUrl(parseTime(replaceVariables?.('${__value.time}'))),
  };
  const step: DataLink = {
    title: t('series.showStep', 'Show this step'),
    url: '',
    onBuildUrl: ({ replaceVariables }) => {
      const replace = (text: string) => replaceVariables?.(text) ?? '';
      const shown = stepAt(parseTime(replace('${__value.time}')), shared);
      return dashboardUrl(replace, ownTime(shown)) ?? exploreUrl(dataSourceUid, seriesQuery(series), ownTime(shown));
    },
  };
  const shared: SharedLinks = { window, edges, links: edges === undefined ? [readings] : [step, readings] };
  return shared;
}

/** The step that a time is in. */
function stepAt(timeEpochMs: number, { edges, window }: SharedLinks): TimeWindow {
  const next = edges === undefined || Number.isNaN(timeEpochMs) ? 0 : firstAfter(edges, timeEpochMs);
  const [fromEpochMs, toEpochMs] = [edges?.[next - 1], edges?.[next]];
  return fromEpochMs === undefined || toEpochMs === undefined ? window : { fromEpochMs, toEpochMs };
}

/** The dashboard of the panel over a window, with all that is selected in it; undefined if it is in none, as in Explore. */
function dashboardUrl(replace: (text: string) => string, { fromEpochMs, toEpochMs }: TimeWindow): string | undefined {
  const path = replace('${__url.path}');
  const selected = replace('${__url.params:exclude:from,to}');
  return /\/d\/[^/]/.test(path) && selected.startsWith('?')
    ? `${path}${selected}${selected === '?' ? '' : '&'}from=${fromEpochMs}&to=${toEpochMs}`
    : undefined;
}

/** Milliseconds since 1970; NaN where Grafana has no time for the value and leaves the text as it is. */
function parseTime(text: string | undefined): number {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}
