import type { QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { DAY_MS } from '../../core/time/window';
import { describeError } from '../../grafana/errorMessage';
import { info } from '../../grafana/frames/notices';
import { PLAIN_TEXT } from '../../locales/plainText';
import { settingLabel } from '../../locales/settingTexts';

/** Shown when one of the requests for alerts failed. */
export function alertsMissingNotice(error: unknown): QueryResultMetaNotice {
  return {
    severity: 'error',
    text: t('notices.alertsMissing', 'Some alerts may be missing. {{reason}}', {
      reason: describeError(error),
      ...PLAIN_TEXT,
    }),
  };
}

/** Shown when alerts that lasted long may be missing. */
export function longAlertsNotice(lookBackMs: number): QueryResultMetaNotice {
  return info(
    t('notices.longAlerts', '', {
      count: lookBackMs / DAY_MS,
      setting: settingLabel('alertLookBackDays'),
      ...PLAIN_TEXT,
      defaultValue_one:
        'Alerts that were opened more than {{count, number}} day before the time range and have ended may not be included. Increase “{{setting}}” in the data source settings to include them.',
      defaultValue_other:
        'Alerts that were opened more than {{count, number}} days before the time range and have ended may not be included. Increase “{{setting}}” in the data source settings to include them.',
    })
  );
}

/** Shown when an annotation query leaves out alerts that are too short to be seen as a region. */
export function shortAlertsNotice(omitted: number): QueryResultMetaNotice {
  return info(
    t('notices.shortAlerts', '', {
      count: omitted,
      defaultValue_one: '{{count, number}} alert is too short to be seen as a region and was left out.',
      defaultValue_other: '{{count, number}} alerts are too short to be seen as regions and were left out.',
    })
  );
}
