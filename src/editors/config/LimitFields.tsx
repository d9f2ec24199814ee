import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React from 'react';
import { settingLabel } from '../../locales/settingLabel';
import {
  DEFAULT_ALERT_LOOK_BACK_DAYS,
  DEFAULT_CACHE_MAX_AGE_MINUTES,
  DEFAULT_CACHE_MEGABYTES,
  DEFAULT_DAY_BUCKET_ZONE,
  DEFAULT_LATE_ARRIVAL_MINUTES,
  DEFAULT_MAX_CONCURRENT_REQUESTS,
  DEFAULT_MAX_ROWS_PER_SERIES,
  MAX_ALERT_LOOK_BACK_DAYS,
} from '../../query/dataSourceSettings';
import { changeSetting, type SettingsFieldProps } from './settingsEdits';
import { WholeNumberField } from './WholeNumberField';
import { ZoneField } from './ZoneField';

type NumberSetting =
  | 'maxConcurrentRequests'
  | 'maxRowsPerSeries'
  | 'lateArrivalMinutes'
  | 'cacheMegabytes'
  | 'cacheMaxAgeMinutes'
  | 'alertLookBackDays';

/** Limits of queries and of the cache. The defaults suit most servers. */
export function LimitFields({ settings, onChange }: SettingsFieldProps) {
  const saved = (name: NumberSetting) => ({
    value: settings.jsonData[name],
    onChange: (value: number | undefined) => onChange(changeSetting(settings, name, value)),
  });
  const minutes = t('editors.config.minutes', 'minutes');
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      <ZoneField
        label={settingLabel('dayBucketZone')}
        description={t(
          'editors.config.dayZone.description',
          'Time zone in which the server’s 1-day buckets start at midnight. UTC unless the server administrator configured another one.'
        )}
        name="dayBucketZone"
        defaultZone={DEFAULT_DAY_BUCKET_ZONE}
        settings={settings}
        onChange={onChange}
      />
      <WholeNumberField
        label={t('editors.config.requests.label', 'Max concurrent requests')}
        description={t(
          'editors.config.requests.description',
          'Shared by all panels. A lower value reduces the load on the server; a higher value loads long time ranges faster.'
        )}
        {...saved('maxConcurrentRequests')}
        defaultValue={DEFAULT_MAX_CONCURRENT_REQUESTS}
        min={1}
        max={20}
      />
      <WholeNumberField
        label={settingLabel('maxRowsPerSeries')}
        description={t(
          'editors.config.rows.description',
          'Queries whose interval needs more rows are rejected, so that a panel cannot freeze the browser.'
        )}
        {...saved('maxRowsPerSeries')}
        defaultValue={DEFAULT_MAX_ROWS_PER_SERIES}
        min={1_000}
        max={5_000_000}
      />
      <WholeNumberField
        label={t('editors.config.lateArrival.label', 'Late-arrival window')}
        description={t(
          'editors.config.lateArrival.description',
          'Data from this most recent period is requested again on every refresh. Set to 0 if readings always reach the server immediately.'
        )}
        {...saved('lateArrivalMinutes')}
        defaultValue={DEFAULT_LATE_ARRIVAL_MINUTES}
        min={0}
        max={10_080}
        unit={minutes}
      />
      <WholeNumberField
        label={t('editors.config.cacheSize.label', 'Cache size')}
        description={t(
          'editors.config.cacheSize.description',
          'Maximum amount of data that the browser keeps in memory. The least recently used data is removed first. Set to 0 to turn off the cache.'
        )}
        {...saved('cacheMegabytes')}
        defaultValue={DEFAULT_CACHE_MEGABYTES}
        min={0}
        max={2_048}
        unit="MB"
      />
      <WholeNumberField
        label={t('editors.config.cacheMaxAge.label', 'Cache max age')}
        description={t(
          'editors.config.cacheMaxAge.description',
          'Cached data is requested again after this time, so that corrections and readings that arrive later are shown.'
        )}
        {...saved('cacheMaxAgeMinutes')}
        defaultValue={DEFAULT_CACHE_MAX_AGE_MINUTES}
        min={1}
        max={10_080}
        unit={minutes}
      />
      <WholeNumberField
        label={settingLabel('alertLookBackDays')}
        description={t(
          'editors.config.alertLookBack.description',
          'Alerts that ended in the time range are found if they were opened at most this long before it. Open alerts are always found.'
        )}
        {...saved('alertLookBackDays')}
        defaultValue={DEFAULT_ALERT_LOOK_BACK_DAYS}
        min={1}
        max={MAX_ALERT_LOOK_BACK_DAYS}
        unit={t('editors.config.days', 'days')}
      />
    </Stack>
  );
}
