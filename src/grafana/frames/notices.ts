import { type AdHocVariableFilter, dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { FetchResult } from '../../core/history/fetch/fetchResult';
import { rowCount } from '../../core/history/rows';
import { FILTER_PROPERTIES } from '../../core/inventory/seriesFilter';
import type { SeriesPoints } from '../../core/history/points/seriesPoints';
import type { LoadedSeries } from '../../core/history/series/toSteps';
import { firstAfter } from '../../core/time/sortedTimes';
import { shortDuration } from '../../core/time/shortDuration';
import { DAY_MS, type EpochMs, mergeWindows, type TimeWindow } from '../../core/time/window';
import { PLAIN_TEXT } from '../../locales/plainText';
import { settingLabel } from '../../locales/settingLabel';
import { errorMessageOf } from '../errorMessage';
import { type HistoryRunState, loadedShare, type SeriesLoadState } from './historyRunState';
import { shortListText } from './shortListText';
import { describeSubstitution } from './substitution';

/** A notice names at most this many spans and counts the rest. */
const MAX_NAMED_SPANS = 3;
const MAX_NAMED_NAMES = 5;

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
  const notices = [
    ...missingNotices(fetched, timeZone),
    ...unusableNotices(loaded, timeZone),
    ...unknownIncreaseNotices(loaded, timeZone),
    ...(substitution === undefined ? [] : [describeSubstitution(substitution, level, timeZone).notice]),
    ...downsampledNotices(shownRows, rowCount(loaded.rows)),
    ...noPlaceNotices(leftOutRows),
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

function unusableNotices({ unusableSteps, level }: LoadedSeries, timeZone: string): QueryResultMetaNotice[] {
  if (unusableSteps.length === 0) {
    return [];
  }
  return [
    {
      severity: 'warning',
      text: t(
        'notices.unusableBuckets',
        'no points for {{spans}}, because the server sent {{level}} averages there that cannot be used.',
        { level, spans: spansText(unusableSteps, timeZone), ...PLAIN_TEXT }
      ),
    },
  ];
}

function unknownIncreaseNotices(loaded: LoadedSeries, timeZone: string): QueryResultMetaNotice[] {
  const unknown = unknownIncreases(loaded);
  if (unknown.length === 0) {
    return [];
  }
  return [
    {
      severity: 'warning',
      text: t(
        'notices.unknownIncreases',
        'no increase for {{spans}}, because readings that it depends on are missing or cannot be used.',
        { spans: spansText(unknown, timeZone), ...PLAIN_TEXT }
      ),
    },
  ];
}

/** Where rows have no increase: each from its start to its end or to the next row. */
function unknownIncreases({ rows: { timeEpochMs }, increase, edges }: LoadedSeries): TimeWindow[] {
  return Array.from(increase ?? []).flatMap((value, row) => {
    const fromEpochMs = timeEpochMs[row]!;
    const toEpochMs = edges === undefined ? timeEpochMs[row + 1] : edges[firstAfter(edges, fromEpochMs)];
    return Number.isNaN(value) ? [{ fromEpochMs, toEpochMs: toEpochMs ?? fromEpochMs }] : [];
  });
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

function noPlaceNotices(points: number): QueryResultMetaNotice[] {
  if (points === 0) {
    return [];
  }
  return [
    {
      severity: 'info',
      text: t(
        'notices.noPlace',
        'a clock change or a shorter month leaves no place for {{points}} of the shifted points.',
        { points, ...PLAIN_TEXT }
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

function spansText(windows: readonly TimeWindow[], timeZone: string): string {
  return shortListText(mergeWindows(windows), MAX_NAMED_SPANS, (span) => spanText(span, timeZone));
}

function spanText(window: TimeWindow, timeZone: string): string {
  const format = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return `${format(window.fromEpochMs)} – ${format(window.toEpochMs)}`;
}

/** For a series without any row in the range: when its last reading was. */
export function latestReadingNotices(
  { latest }: Pick<SeriesLoadState, 'latest'>,
  name: string,
  timeZone: string
): QueryResultMetaNotice[] {
  if (latest === undefined) {
    return [];
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
  return [{ severity: 'info', text }];
}

/** Reports the series beyond the maximum of the query. */
export function omittedSeriesNotices({ loads, omittedSeries }: HistoryRunState): QueryResultMetaNotice[] {
  return omittedSeries === 0
    ? []
    : [
        {
          severity: 'warning',
          text: t(
            'notices.omittedSeries',
            'Showing the first {{shown}} of {{total}} series. Filter the query or increase its maximum number of series.',
            { shown: loads.length, total: loads.length + omittedSeries, ...PLAIN_TEXT }
          ),
        },
      ];
}

/** Shown while a panel is loading. */
export function loadingNotice(runs: readonly HistoryRunState[]): QueryResultMetaNotice {
  const share = average(runs.map(({ loads }) => average(loads.map(loadedShare))));
  return {
    severity: 'info',
    text: t('notices.loading', 'Loading: {{percent}} % received. The points shown so far are exact.', {
      percent: Math.floor(share * 100),
      ...PLAIN_TEXT,
    }),
  };
}

/** When the values of a panel were received, and the zone to write it in. */
interface Received {
  readonly epochMs: EpochMs;
  readonly nowEpochMs: EpochMs;
  readonly timeZone: string;
}

/** Shown while the API answers nothing. */
export function apiSilentNotice(silentMs: number, received: Received | undefined): QueryResultMetaNotice {
  const duration = shortDuration(silentMs);
  const text = t('notices.apiSilent', 'No answer from the API for {{duration}}.', { duration, ...PLAIN_TEXT });
  return { severity: 'warning', text: withAge(text, received) };
}

/** Shown while only this query has no answer. */
export function queryWaitsNotice(waitedMs: number, received: Received | undefined): QueryResultMetaNotice {
  const duration = shortDuration(waitedMs);
  const text = t('notices.queryWaits', 'This query has had no answer for {{duration}}.', { duration, ...PLAIN_TEXT });
  return { severity: 'warning', text: withAge(text, received) };
}

function withAge(text: string, received: Received | undefined): string {
  if (received === undefined) {
    return text;
  }
  const { epochMs, nowEpochMs, timeZone } = received;
  const age = t('notices.valuesFrom', 'The values are from {{time}} ({{age}} old).', {
    time: dateTimeFormat(epochMs, { timeZone }),
    age: shortDuration(nowEpochMs - epochMs),
    ...PLAIN_TEXT,
  });
  return `${text} ${age}`;
}

/** 0 of none. */
function average(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** Names that a query, a variable or an ad hoc filter has, and nothing else. */
export function unknownNamesText(names: readonly string[]): string {
  return t('notices.unknownNames', 'Nothing that the API key can read has the name {{names}}.', {
    names: shortListText(names, MAX_NAMED_NAMES, (name) => `“${name}”`),
    ...PLAIN_TEXT,
  });
}

/** Shown when ad hoc filters of the dashboard have no effect. */
export function ignoredFiltersNotices(filters: readonly AdHocVariableFilter[]): QueryResultMetaNotice[] {
  if (filters.length === 0) {
    return [];
  }
  const textOf = ({ key, operator, value }: AdHocVariableFilter) => `${key} ${operator} ${value}`;
  return [
    {
      severity: 'warning',
      text: t(
        'notices.ignoredFilters',
        'Filters without effect: {{filters}}. Filter by {{properties}}, with one of the operators {{operators}}.',
        {
          filters: shortListText(filters, MAX_NAMED_NAMES, textOf),
          properties: FILTER_PROPERTIES.join(', '),
          operators: '=, !=, =|, !=|, =~, !~',
          ...PLAIN_TEXT,
        }
      ),
    },
  ];
}

/** Shown when a filter leaves nothing of the inventory. */
export function nothingSelectedNotice(): QueryResultMetaNotice {
  return {
    severity: 'warning',
    text: t('notices.nothingSelected', 'No device and tag passes the filters of the query and of the dashboard.'),
  };
}

/** Shown when one of the requests for alerts failed. */
export function alertsMissingNotice(error: unknown): QueryResultMetaNotice {
  return {
    severity: 'error',
    text: t('notices.alertsMissing', 'Some alerts may be missing. {{reason}}', {
      reason: errorMessageOf(error),
      ...PLAIN_TEXT,
    }),
  };
}

/** Shown when a list of all tags was made without the inventory; an error if the request failed. */
export function tagsMissingNotice(reason: string, severity: 'info' | 'warning' | 'error'): QueryResultMetaNotice {
  return {
    severity,
    text: t('notices.tagsMissing', 'Tags without readings may be missing. {{reason}}', { reason, ...PLAIN_TEXT }),
  };
}

/** Shown when alerts that lasted long may be missing. */
export function longAlertsNotice(lookBackMs: number): QueryResultMetaNotice {
  return {
    severity: 'info',
    text: t('notices.longAlerts', '', {
      count: lookBackMs / DAY_MS,
      setting: settingLabel('alertLookBackDays'),
      ...PLAIN_TEXT,
      defaultValue_one:
        'Alerts that were opened more than {{count, number}} day before the time range and have ended may not be included. Increase “{{setting}}” in the data source settings to include them.',
      defaultValue_other:
        'Alerts that were opened more than {{count, number}} days before the time range and have ended may not be included. Increase “{{setting}}” in the data source settings to include them.',
    }),
  };
}

/** Shown when an annotation query leaves out alerts that are too short to be seen as a region. */
export function shortAlertsNotice(omitted: number): QueryResultMetaNotice {
  return {
    severity: 'info',
    text: t('notices.shortAlerts', '', {
      count: omitted,
      defaultValue_one: '{{count, number}} alert is too short to be seen as a region and was left out.',
      defaultValue_other: '{{count, number}} alerts are too short to be seen as regions and were left out.',
    }),
  };
}
