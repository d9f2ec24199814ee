import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { FetchResult } from '../../core/history/fetch/fetchResult';
import { rowCount } from '../../core/history/rows';
import type { LoadedSeries } from '../../core/history/series/loadedSeries';
import { BUCKET_MS } from '../../core/time/level';
import { mergeWindows, type TimeWindow } from '../../core/time/window';
import { PLAIN_TEXT } from '../../locales/plainText';
import { errorMessageOf } from '../errorMessage';
import { describeSubstitution } from './substitution';

/** A notice names at most this many spans and counts the rest. */
const MAX_NAMED_SPANS = 3;

/**
 * What users must know about a series: what is missing, substituted or left out.
 * @param shownRows how many rows are rendered; fewer than loaded where readings were downsampled
 * @param name the name of the series in the legend
 * @param timeZone the dashboard's, in which spans are written
 */
export function seriesNotices(
  loaded: LoadedSeries,
  shownRows: number,
  name: string,
  timeZone: string
): QueryResultMetaNotice[] {
  const { fetched, substitution, level } = loaded;
  const notices = [
    ...missingNotices(fetched, timeZone),
    ...unusableNotices(loaded, timeZone),
    ...(substitution === undefined ? [] : [describeSubstitution(substitution, level).notice]),
    ...downsampledNotices(shownRows, rowCount(loaded.rows)),
    ...droppedNotices(fetched),
  ];
  return notices.map(({ severity, text }) => ({ severity, text: `${name}: ${text}` }));
}

function missingNotices({ missing }: FetchResult, timeZone: string): QueryResultMetaNotice[] {
  return missing.map(({ window, error }) => ({
    severity: 'error',
    text: t('notices.missing', 'no data from {{span}}. {{reason}} Refresh to try again.', {
      span: spanText(window, timeZone),
      reason: errorMessageOf(error),
      ...PLAIN_TEXT,
    }),
  }));
}

/** Buckets without usable numbers: the steps that need them are left out. */
function unusableNotices({ fetched, level }: LoadedSeries, timeZone: string): QueryResultMetaNotice[] {
  const { unusableBuckets } = fetched;
  if (unusableBuckets.length === 0 || level === 'raw') {
    return [];
  }
  const bucketMs = BUCKET_MS[level];
  const spans = mergeWindows(unusableBuckets.map((start) => ({ fromEpochMs: start, toEpochMs: start + bucketMs })));
  const named = spans.slice(0, MAX_NAMED_SPANS).map((span) => spanText(span, timeZone));
  const others = spans.length - named.length;
  const more = others > 0 ? [t('notices.moreSpans', '{{others}} more', { others, ...PLAIN_TEXT })] : [];
  return [
    {
      severity: 'warning',
      text: t(
        'notices.unusableBuckets',
        'points are missing, because the server sent no usable {{level}} averages for {{spans}}.',
        { level, spans: [...named, ...more].join(', '), ...PLAIN_TEXT }
      ),
    },
  ];
}

function downsampledNotices(shownRows: number, readings: number): QueryResultMetaNotice[] {
  if (shownRows >= readings) {
    return [];
  }
  return [
    {
      severity: 'info',
      text: t(
        'notices.downsampled',
        'of {{readings}} readings, showing the first, last, lowest and highest of each pixel. Zoom in to see each reading.',
        { readings, ...PLAIN_TEXT }
      ),
    },
  ];
}

function droppedNotices(fetched: FetchResult): QueryResultMetaNotice[] {
  const { unusableRows, outsideRows, duplicateRows, receivedRows } = fetched;
  const dropped = unusableRows + outsideRows + duplicateRows;
  if (dropped === 0) {
    return [];
  }
  return [
    {
      severity: 'warning',
      text: t(
        'notices.dropped',
        '{{dropped}} of {{received}} rows from the server were left out: {{unusable}} without a usable time or number, {{duplicate}} duplicates, {{outside}} outside the requested range.',
        {
          dropped,
          received: receivedRows,
          unusable: unusableRows,
          duplicate: duplicateRows,
          outside: outsideRows,
          ...PLAIN_TEXT,
        }
      ),
    },
  ];
}

function spanText(window: TimeWindow, timeZone: string): string {
  const format = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return `${format(window.fromEpochMs)} – ${format(window.toEpochMs)}`;
}
