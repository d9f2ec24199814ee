import { type AdHocVariableFilter, type DataFrame, dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { Undecided } from '../../core/history/undecided';
import { FILTER_PROPERTIES } from '../../core/inventory/seriesFilter';
import { shortDuration } from '../../core/time/durationText';
import type { EpochMs, TimeWindow } from '../../core/time/window';
import { translate } from '../../locales/translate';
import { describeError } from '../errorMessage';

const MAX_NAMED_NAMES = 5;
/** Grafana's operators for ad hoc filters that have an effect, for texts. */
export const FILTER_OPERATORS = '=, !=, =|, !=|, =~, !~';

export function info(text: string): QueryResultMetaNotice {
  return { severity: 'info', text };
}

export function warning(text: string): QueryResultMetaNotice {
  return { severity: 'warning', text };
}

/** The notices of a frame; undefined stands for one that does not apply. */
export type FrameNotices = ReadonlyArray<QueryResultMetaNotice | undefined>;

export function presentNotices(notices: FrameNotices): QueryResultMetaNotice[] {
  return notices.filter((notice) => notice !== undefined);
}

/** The frame with notices before those that it has. */
export function withNotices(frame: DataFrame, notices: FrameNotices): DataFrame {
  const present = presentNotices(notices);
  return present.length === 0
    ? frame
    : { ...frame, meta: { ...frame.meta, notices: [...present, ...(frame.meta?.notices ?? [])] } };
}

/** A frame without values, for “No data” with its reason. */
export function emptyFrame(refId: string, notices: readonly QueryResultMetaNotice[]): DataFrame {
  return withNotices({ refId, name: refId, length: 0, fields: [] }, notices);
}

/**
 * Names the first items and counts the others: `a, b, 7 more`.
 * @param toText called for the named items only
 */
export function shortListText<Item>(items: readonly Item[], maxNamed: number, toText: (item: Item) => string): string {
  const named = items.slice(0, maxNamed).map(toText);
  const others = items.length - named.length;
  const more = others > 0 ? [translate('notices.more', '{{others}} more', { others })] : [];
  return [...named, ...more].join(', ');
}

/** Reports states of a state timeline that may be covered by others. */
export function coveredStatesNotice(count: number): QueryResultMetaNotice | undefined {
  return count === 0
    ? undefined
    : info(
        translate('notices.coveredStates', '', {
          count,
          defaultValue_one: '{{count}} state is so narrow that others may cover it. Choose a shorter time range.',
          defaultValue_other: '{{count}} states are so narrow that others may cover them. Choose a shorter time range.',
        })
      );
}

/** Reports a part of the data that could not be received. */
export function missingNotice(part: Undecided, timeZone: string): QueryResultMetaNotice {
  return {
    severity: 'error',
    text: translate('notices.missing', 'missing data: {{span}}. {{reason}} Refresh to try again.', {
      span: spanText(part, timeZone),
      reason: describeError(part.error),
    }),
  };
}

/** Shown with what was so at an earlier instant, which nobody may take for what is. */
export function asOfNotice(atEpochMs: EpochMs | undefined, timeZone: string): QueryResultMetaNotice | undefined {
  if (atEpochMs === undefined) {
    return undefined;
  }
  const time = dateTimeFormat(atEpochMs, { timeZone });
  return info(translate('notices.asOf', 'As it was at the end of the time range: {{time}}.', { time }));
}

/** @param timeZone the dashboard's */
export function spanText(window: TimeWindow, timeZone: string): string {
  const format = (epochMs: number) => dateTimeFormat(epochMs, { timeZone });
  return `${format(window.fromEpochMs)} – ${format(window.toEpochMs)}`;
}

/** Reports the series beyond the maximum of a query. */
export function omittedSeriesNotice(shown: number, omitted: number): QueryResultMetaNotice | undefined {
  return omitted === 0
    ? undefined
    : warning(
        translate(
          'notices.omittedSeries',
          'Showing the first {{shown}} of {{total}} series. Filter the query or increase its maximum number of series.',
          { shown, total: shown + omitted }
        )
      );
}

/** When the values of a panel were received, and the zone to write it in. */
interface Received {
  readonly epochMs: EpochMs;
  readonly ageMs: number;
  readonly timeZone: string;
}

/** Shown while the API answers nothing. */
export function apiSilentNotice(silentMs: number, received: Received | undefined): QueryResultMetaNotice {
  const duration = shortDuration(silentMs);
  const text = translate('notices.apiSilent', 'No answer from the API for {{duration}}.', { duration });
  return warning(withAge(text, received));
}

/** Shown while only this query has no answer. */
export function queryWaitsNotice(waitedMs: number, received: Received | undefined): QueryResultMetaNotice {
  const duration = shortDuration(waitedMs);
  const text = translate('notices.queryWaits', 'This query has had no answer for {{duration}}.', { duration });
  return warning(withAge(text, received));
}

/** Shown on a chart that keeps its values while the API cannot be reached. */
export function keptValuesNotice({ epochMs, ageMs, timeZone }: Received): QueryResultMetaNotice {
  return warning(
    translate(
      'notices.keptValues',
      'The API cannot be reached. The panel shows what was known at {{time}} ({{age}} ago).',
      {
        time: dateTimeFormat(epochMs, { timeZone }),
        age: shortDuration(ageMs),
      }
    )
  );
}

function withAge(text: string, received: Received | undefined): string {
  if (received === undefined) {
    return text;
  }
  const { epochMs, ageMs, timeZone } = received;
  const age = translate('notices.valuesFrom', 'The values are from {{time}} ({{age}} old).', {
    time: dateTimeFormat(epochMs, { timeZone }),
    age: shortDuration(ageMs),
  });
  return `${text} ${age}`;
}

/** Names that a query, a variable or an ad hoc filter has, and nothing else. */
export function unknownNamesText(names: readonly string[]): string {
  return translate('notices.unknownNames', 'Nothing that the API key can read has the name {{names}}.', {
    names: shortListText(names, MAX_NAMED_NAMES, (name) => `“${name}”`),
  });
}

/** Shown when a variable that would select something has no value. */
export function emptyVariableNotice(reference: string): QueryResultMetaNotice {
  return info(
    translate('notices.emptyVariable', 'Nothing is selected, because the variable {{reference}} has no value.', {
      reference,
    })
  );
}

/** Shown when ad hoc filters of the dashboard have no effect. */
export function ignoredFiltersNotice(filters: readonly AdHocVariableFilter[]): QueryResultMetaNotice | undefined {
  if (filters.length === 0) {
    return undefined;
  }
  const filterText = ({ key, operator, value }: AdHocVariableFilter) => `${key} ${operator} ${value}`;
  return warning(
    translate(
      'notices.ignoredFilters',
      'Filters without effect: {{filters}}. Filter by {{properties}}, with one of the operators {{operators}}.',
      {
        filters: shortListText(filters, MAX_NAMED_NAMES, filterText),
        properties: FILTER_PROPERTIES.join(', '),
        operators: FILTER_OPERATORS,
      }
    )
  );
}

/** Shown when there is no plant: no device, and no value. */
export function nothingListedNotice(): QueryResultMetaNotice {
  return warning(t('notices.nothingListed', 'The API lists no devices. Check which sites the API key can read.'));
}

/** Shown when a filter leaves nothing of the inventory. */
export function nothingSelectedNotice(): QueryResultMetaNotice {
  return warning(
    t('notices.nothingSelected', 'No device and tag passes the filters of the query and of the dashboard.')
  );
}

/** A plant of which nothing has arrived for so long that its data is history. */
export interface NotLive {
  readonly sinceEpochMs: EpochMs;
  readonly timeZone: string;
}

/** What a count of it is called, instead of stale or offline. */
export function notLiveName({ sinceEpochMs, timeZone }: NotLive): string {
  return translate('notLive.name', 'No live data since {{time}}', {
    time: dateTimeFormat(sinceEpochMs, { timeZone }),
  });
}

/** The reason why nothing is colored as a fault; undefined for a live plant. */
export function notLiveNotice(notLive: NotLive | undefined): QueryResultMetaNotice | undefined {
  return (
    notLive &&
    info(
      translate(
        'notices.notLive',
        'No live data since {{time}}: no reading and no contact of any device is newer. Values are shown as history.',
        { time: dateTimeFormat(notLive.sinceEpochMs, { timeZone: notLive.timeZone }) }
      )
    )
  );
}
