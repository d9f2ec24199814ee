import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import type { EpochMs } from '../../core/time/window';
import { PLAIN_TEXT } from '../../locales/plainText';

/** A plant of which nothing has arrived for so long that its data is history. */
export interface NotLive {
  readonly sinceEpochMs: EpochMs;
  readonly timeZone: string;
}

/** What a count of it is called, instead of stale or offline. */
export function notLiveName({ sinceEpochMs, timeZone }: NotLive): string {
  return t('notLive.name', 'No live data since {{time}}', {
    time: dateTimeFormat(sinceEpochMs, { timeZone }),
    ...PLAIN_TEXT,
  });
}

/** The reason why nothing is colored as a fault. */
export function notLiveNotices(notLive: NotLive | undefined): QueryResultMetaNotice[] {
  if (notLive === undefined) {
    return [];
  }
  const { sinceEpochMs, timeZone } = notLive;
  return [
    {
      severity: 'info',
      text: t(
        'notices.notLive',
        'No live data since {{time}}: no reading and no contact of any device is newer. Values are shown as history.',
        { time: dateTimeFormat(sinceEpochMs, { timeZone }), ...PLAIN_TEXT }
      ),
    },
  ];
}
