import type { DataLink, DataLinkClickEvent, Field } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Shift, shiftWindow } from '../../core/time/shift';
import { type EpochMs, MINUTE_MS, type TimeWindow } from '../../core/time/window';
import type { SavedQuery } from '../../query/savedQuery';
import { exploreUrl } from '../exploreUrl';

/** Readings this long before and after a point say how it came about. */
const MIN_AROUND_MS = 5 * MINUTE_MS;

interface PointLinksOptions {
  readonly dataSourceUid: string;
  /** The query that shows the series and nothing else. */
  readonly query: SavedQuery & { readonly interval: string };
  /** What the panel shows: where a link without a point leads, such as that of a single value. */
  readonly window: TimeWindow;
  /** How long a step is; 0 for readings. */
  readonly stepMs: number;
  /** The edges of steps that are wide enough to be clicked, where the panel shows them. */
  readonly edges?: Float64Array | undefined;
  /** What decides where the steps begin. */
  readonly stepsBy: { readonly interval: string; readonly offset: string; readonly zone: string };
  readonly shift: Shift | undefined;
}

type SharedLinks = {
  readonly links: readonly DataLink[];
  /** The end of each step that was drawn lately, by its start: of this window, and of others that have the same links. */
  readonly steps: Map<EpochMs, EpochMs>;
  /** Of the last refresh: where a value without a time leads, outside of dashboards. */
  window: TimeWindow;
};

/**
 * Grafana compares the fields of two refreshes, functions by identity, and builds a chart anew if they differ. Therefore a series has
 * the same links as long as its steps and the length of its window stay the same. Panels over different times may have the same links, too, so
 * these know nothing of a window that a point of another one could be taken for.
 */
const LINKS = new Map<string, SharedLinks>();
const MAX_LINKS = 1_000;
/** More than a few panels draw, because only wide steps are remembered. */
const MAX_STEPS = 1_000;

/** Where a click on a point leads: to its step, if that is wide, and to its readings. */
export function pointLinks(options: PointLinksOptions): readonly DataLink[] {
  const { dataSourceUid, query, stepMs, edges, stepsBy, shift } = options;
  // A copy: what others keep for as long as a window exists, such as the edges of its steps, must not last as long as its links.
  const window = { ...options.window };
  const lengthMs = window.toEpochMs - window.fromEpochMs;
  const hasStep = edges !== undefined;
  const stepsBegin = hasStep ? [stepsBy.interval, stepsBy.offset, stepsBy.zone] : [];
  const key = JSON.stringify([dataSourceUid, query, stepMs, stepsBegin, shift ?? null, lengthMs]);
  const shared = LINKS.get(key) ?? makeLinks({ ...options, window });
  shared.window = window;
  rememberSteps(shared.steps, edges);
  // The entries at the start are those that were not used for the longest time.
  LINKS.delete(key);
  LINKS.set(key, shared);
  if (LINKS.size > MAX_LINKS) {
    LINKS.delete(LINKS.keys().next().value!);
  }
  return shared.links;
}

/** The entries at the start are those that were not drawn for the longest time. */
function rememberSteps(steps: SharedLinks['steps'], edges: Float64Array = new Float64Array()): void {
  for (let step = 0; step + 1 < edges.length; step++) {
    steps.delete(edges[step]!);
    steps.set(edges[step]!, edges[step + 1]!);
  }
  for (const fromEpochMs of [...steps.keys()].slice(0, Math.max(0, steps.size - MAX_STEPS))) {
    steps.delete(fromEpochMs);
  }
}

function makeLinks(options: PointLinksOptions): SharedLinks {
  const { dataSourceUid, query, edges, stepMs, shift } = options;
  const steps: SharedLinks['steps'] = new Map();
  const ownTime = (shown: TimeWindow) => (shift === undefined ? shown : shiftWindow(shown, shift));
  const aroundMs = Math.max(MIN_AROUND_MS, stepMs);
  const readings: DataLink = {
    title: t('series.showReadings', 'Show the readings around this point'),
    url: '',
    onBuildUrl: (event) => {
      const timeEpochMs = pointTime(event);
      const isPoint = timeEpochMs !== undefined;
      const shown = isPoint
        ? { fromEpochMs: timeEpochMs - aroundMs, toEpochMs: timeEpochMs + stepMs + aroundMs }
        : shared.window;
      return exploreUrl(dataSourceUid, isPoint ? { ...query, interval: 'raw' } : query, ownTime(shown));
    },
  };
  const step: DataLink = {
    title: t('series.showStep', 'Show this step'),
    url: '',
    onBuildUrl: (event) => {
      const timeEpochMs = pointTime(event);
      const shown = timeEpochMs === undefined ? shared.window : stepAt(timeEpochMs, steps, stepMs);
      const replace = (text: string) => event.replaceVariables?.(text) ?? '';
      return dashboardUrl(replace, ownTime(shown)) ?? exploreUrl(dataSourceUid, query, ownTime(shown));
    },
  };
  const shared: SharedLinks = {
    window: options.window,
    steps,
    links: edges === undefined ? [readings] : [step, readings],
  };
  return shared;
}

/**
 * The step that a time is in: a step has its point at its start, and perhaps the latest reading after it. Of one that was not drawn lately,
 * the length is known.
 */
function stepAt(timeEpochMs: EpochMs, steps: SharedLinks['steps'], stepMs: number): TimeWindow {
  const around = [...steps].filter(([from, to]) => from < timeEpochMs && timeEpochMs < to).at(-1);
  const [fromEpochMs, toEpochMs] = steps.has(timeEpochMs)
    ? [timeEpochMs, steps.get(timeEpochMs)!]
    : (around ?? [timeEpochMs, timeEpochMs + stepMs]);
  return { fromEpochMs, toEpochMs };
}

/** The dashboard of the panel over a window, with all that is selected in it; undefined if it is in none, as in Explore. */
function dashboardUrl(replace: (text: string) => string, { fromEpochMs, toEpochMs }: TimeWindow): string | undefined {
  const path = replace('${__url.path}');
  const selected = replace('${__url.params:exclude:from,to}');
  return /\/d\/[^/]/.test(path) && selected.startsWith('?')
    ? `${path}${selected}${selected === '?' ? '' : '&'}from=${fromEpochMs}&to=${toEpochMs}`
    : undefined;
}

/**
 * The time of the point that was clicked; undefined for a value without one, where Grafana leaves the text as it is. Grafana's comparison
 * with an earlier time is drawn at the times of the panel.
 */
function pointTime({ origin, replaceVariables }: DataLinkClickEvent<Partial<Field> | undefined>): EpochMs | undefined {
  const text = replaceVariables?.('${__value.time}') ?? '';
  const earlier = origin?.config?.custom?.timeCompare as { readonly diffMs?: number } | undefined;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) - Math.abs(earlier?.diffMs ?? 0) : undefined;
}
