import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { FetchResult } from '../../../core/history/fetch/fetchResult';
import { rowCount } from '../../../core/history/rows';
import type { SeriesPoints } from '../../../core/history/points/seriesPoints';
import type { LoadedSeries } from '../../../core/history/series/toSteps';
import { firstAfter, mergeWindows, type TimeWindow } from '../../../core/time/window';
import { describeError } from '../../../grafana/errorMessage';
import { info, presentNotices, shortListText, warning } from '../../../grafana/frames/notices';
import { PLAIN_TEXT } from '../../../locales/plainText';
import { type HistoryRunState, loadedShare, type SeriesLoadState } from './historyRunState';
import { describeSubstitution } from './substitution';

/** A notice names at most this many spans and counts the rest. */
const MAX_NAMED_SPANS = 3;

/**
 * What users must know about a series: what is missing, substituted or left out.
 * @param name the name of the series in the legend
 * @param timeZone the dashboard's, in which spans are written
 */
export function seriesNotices(
  loaded: LoadedSeries,
  { shownRows, leftOutRows }: Pick<SeriesPoints, 'shownRows' | 'leftOutRows'>,
  name: string,
  timeZone: string
): QueryResultMetaNotice[] {
  const { fetched, substitution, level } = loaded;
  const notices = presentNotices([
    ...fetched.missing.map(({ window, error }) => missingNotice(window, error, timeZone)),
    unusableNotice(loaded, timeZone),
    unknownIncreaseNotice(loaded, timeZone),
    substitution && describeSubstitution(substitution, level, timeZone).notice,
    downsampledNotice(shownRows, rowCount(loaded.rows)),
    leftOutNotice(leftOutRows),
    droppedNotice(fetched),
  ]);
  return notices.map(({ severity, text }) => ({ severity, text: `${name}: ${text}` }));
}

function missingNotice(window: TimeWindow, error: unknown, timeZone: string): QueryResultMetaNotice {
  return {
    severity: 'error',
    text: t('notices.missing', 'missing data: {{span}}. {{reason}} Refresh to try again.', {
      span: spanText(window, timeZone),
      reason: describeError(error),
      ...PLAIN_TEXT,
    }),
  };
}

function unusableNotice({ unusableSteps, level }: LoadedSeries, timeZone: string): QueryResultMetaNotice | undefined {
  if (unusableSteps.length === 0) {
    return undefined;
  }
  return warning(
    t(
      'notices.unusableBuckets',
      "no points for {{spans}}, because the server's {{level}} averages there are invalid.",
      { level, spans: spansText(unusableSteps, timeZone), ...PLAIN_TEXT }
    )
  );
}

function unknownIncreaseNotice(loaded: LoadedSeries, timeZone: string): QueryResultMetaNotice | undefined {
  const unknown = unknownIncreases(loaded);
  if (unknown.length === 0) {
    return undefined;
  }
  return warning(
    t('notices.unknownIncreases', 'no increase for {{spans}}, because readings are missing or invalid.', {
      spans: spansText(unknown, timeZone),
      ...PLAIN_TEXT,
    })
  );
}

/** Where rows have no increase: each from its start to its end or to the next row. */
function unknownIncreases({ rows: { timeEpochMs }, increase, edges }: LoadedSeries): TimeWindow[] {
  return Array.from(increase ?? []).flatMap((value, row) => {
    const fromEpochMs = timeEpochMs[row]!;
    const toEpochMs = edges === undefined ? timeEpochMs[row + 1] : edges[firstAfter(edges, fromEpochMs)];
    return Number.isNaN(value) ? [{ fromEpochMs, toEpochMs: toEpochMs ?? fromEpochMs }] : [];
  });
}

function downsampledNotice(shownRows: number, readings: number): QueryResultMetaNotice | undefined {
  if (shownRows >= readings) {
    return undefined;
  }
  return info(
    t(
      'notices.downsampled',
      'of {{readings}} readings, showing the first, last, lowest and highest of each pixel. Zoom in to see each reading.',
      { readings, ...PLAIN_TEXT }
    )
  );
}

function leftOutNotice(points: number): QueryResultMetaNotice | undefined {
  if (points === 0) {
    return undefined;
  }
  return info(
    t(
      'notices.leftOut',
      '{{points}} points of the earlier period are not shown: their local time does not exist here (clock change or shorter month).',
      { points, ...PLAIN_TEXT }
    )
  );
}

function droppedNotice(fetched: FetchResult): QueryResultMetaNotice | undefined {
  const { unusableRows, outsideRows, duplicateRows, receivedRows } = fetched;
  const dropped = unusableRows + outsideRows + duplicateRows;
  if (dropped === 0) {
    return undefined;
  }
  return warning(
    t(
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
    )
  );
}

function spansText(windows: readonly TimeWindow[], timeZone: string): string {
  return shortListText(mergeWindows(windows), MAX_NAMED_SPANS, (span) => spanText(span, timeZone));
}

function spanText(window: TimeWindow, timeZone: string): string {
  const format = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return `${format(window.fromEpochMs)} – ${format(window.toEpochMs)}`;
}

/** For a series without any row in the range: when its last reading was. */
export function latestReadingNotice(
  { latest }: Pick<SeriesLoadState, 'latest'>,
  name: string,
  timeZone: string
): QueryResultMetaNotice | undefined {
  if (latest === undefined) {
    return undefined;
  }
  const timeEpochMs = latest === 'none' ? undefined : latest.timeEpochMs;
  const text =
    timeEpochMs === undefined
      ? t('notices.neverRead', '{{name}}: no data in this time range. The server has no reading of this tag.', {
          name,
          ...PLAIN_TEXT,
        })
      : t('notices.lastReading', '{{name}}: no data in this time range. The last reading was at {{time}}.', {
          name,
          time: dateTimeFormat(timeEpochMs, { timeZone }),
          ...PLAIN_TEXT,
        });
  return info(text);
}

/** Reports the series beyond the maximum of the query. */
export function omittedSeriesNotice({ loads, omittedSeries }: HistoryRunState): QueryResultMetaNotice | undefined {
  return omittedSeries === 0
    ? undefined
    : warning(
        t(
          'notices.omittedSeries',
          'Showing the first {{shown}} of {{total}} series. Filter the query or increase its maximum number of series.',
          { shown: loads.length, total: loads.length + omittedSeries, ...PLAIN_TEXT }
        )
      );
}

/** Shown while a panel is loading. */
export function loadingNotice(runs: readonly HistoryRunState[]): QueryResultMetaNotice {
  const share = average(runs.map(({ loads }) => average(loads.map(loadedShare))));
  return info(
    t('notices.loading', 'Loading: {{percent}} % received. The points shown so far are exact.', {
      percent: Math.floor(share * 100),
      ...PLAIN_TEXT,
    })
  );
}

/** 0 of none. */
function average(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}
