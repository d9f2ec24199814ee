import type { DataLink } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { SeriesId } from '../../../core/history/historyPage';
import { type Shift, shiftWindow } from '../../../core/time/shift';
import { MINUTE_MS, type TimeWindow } from '../../../core/time/window';
import { seriesQuery } from '../historyQuery';
import { exploreUrl } from '../../../grafana/exploreUrl';

/** Readings this long before and after a point say how it came about. */
const MIN_AROUND_MS = 5 * MINUTE_MS;

interface ReadingsLinkOptions {
  readonly dataSourceUid: string;
  /** What the panel shows: where a link without a point leads, such as that of a single value. */
  readonly window: TimeWindow;
  /** How long a step is; 0 for readings. */
  readonly stepMs: number;
  readonly shift: Shift | undefined;
}

type SharedLink = {
  readonly link: DataLink;
  /** Of the last refresh. */
  window: TimeWindow;
};

/**
 * Grafana compares the fields of two refreshes, functions by identity, and builds a chart anew if they differ. Therefore a series has
 * the same link as long as its step and the length of its window stay the same.
 */
const LINKS = new Map<string, SharedLink>();
const MAX_LINKS = 1_000;

/** Opens the raw readings around a point in Explore. */
export function readingsLink(series: SeriesId, options: ReadingsLinkOptions): DataLink {
  const { dataSourceUid, window, stepMs, shift } = options;
  const lengthMs = window.toEpochMs - window.fromEpochMs;
  const key = JSON.stringify([dataSourceUid, series.device, series.tag, stepMs, shift ?? null, lengthMs]);
  const shared = LINKS.get(key) ?? makeLink(series, options);
  shared.window = window;
  // The entries at the start are those that were not used for the longest time.
  LINKS.delete(key);
  LINKS.set(key, shared);
  if (LINKS.size > MAX_LINKS) {
    LINKS.delete(LINKS.keys().next().value!);
  }
  return shared.link;
}

function makeLink(series: SeriesId, { dataSourceUid, window, stepMs, shift }: ReadingsLinkOptions): SharedLink {
  const aroundMs = Math.max(MIN_AROUND_MS, stepMs);
  const makeUrl = (timeEpochMs: number) => {
    const isPoint = Number.isFinite(timeEpochMs);
    const shown = isPoint
      ? { fromEpochMs: timeEpochMs - aroundMs, toEpochMs: timeEpochMs + stepMs + aroundMs }
      : shared.window;
    const query = { ...seriesQuery(series), ...(isPoint && { interval: 'raw' }) };
    return exploreUrl(dataSourceUid, query, shift === undefined ? shown : shiftWindow(shown, shift));
  };
  const shared: SharedLink = {
    window,
    link: {
      title: t('series.showReadings', 'Show the readings around this point'),
      url: '',
      onBuildUrl: ({ replaceVariables }) => makeUrl(parseTime(replaceVariables?.('${__value.time}'))),
    },
  };
  return shared;
}

/** Milliseconds since 1970; NaN where Grafana has no time for the value and leaves the text as it is. */
function parseTime(text: string | undefined): number {
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}
