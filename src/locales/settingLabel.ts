import { t } from '@grafana/i18n';

/** The settings that messages refer to. */
export type NamedSetting = 'dayBucketZone' | 'serverTimeZone' | 'maxRowsPerSeries' | 'alertLookBackDays';

/** The label of a setting: messages call it what the settings page calls it. */
export function settingLabel(name: NamedSetting): string {
  switch (name) {
    case 'dayBucketZone':
      return t('editors.config.dayZone.label', 'Server time zone');
    case 'serverTimeZone':
      return t('editors.config.backend.zone.label', 'Time zone for alerts and shared dashboards');
    case 'maxRowsPerSeries':
      return t('editors.config.rows.label', 'Max rows per series');
    case 'alertLookBackDays':
      return t('editors.config.alertLookBack.label', 'Alert look-back');
  }
}
