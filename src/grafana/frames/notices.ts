import { type AdHocVariableFilter, dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { FILTER_PROPERTIES } from '../../core/inventory/seriesFilter';
import { shortDuration } from '../../core/time/shortDuration';
import type { EpochMs } from '../../core/time/window';
import { PLAIN_TEXT } from '../../locales/plainText';
import { shortListText } from './shortListText';

const MAX_NAMED_NAMES = 5;

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
