import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React from 'react';
import {
  DEFAULT_CACHE_MAX_AGE_MINUTES,
  DEFAULT_CACHE_MEGABYTES,
  DEFAULT_DAY_BUCKET_ZONE,
  DEFAULT_LATE_ARRIVAL_MINUTES,
  DEFAULT_MAX_CONCURRENT_REQUESTS,
  DEFAULT_MAX_ROWS_PER_SERIES,
} from '../../query/dataSourceSettings';
import { changeSetting } from './settingsEdits';
import type { SettingsFieldProps } from './settingsFieldProps';
import { WholeNumberField } from './WholeNumberField';
import { ZoneField } from './ZoneField';

type NumberSetting =
  'maxConcurrentRequests' | 'maxRowsPerSeries' | 'lateArrivalMinutes' | 'cacheMegabytes' | 'cacheMaxAgeMinutes';

/** How readings are asked for, and how much of them is kept; can stay as it is on most servers. */
export function LimitFields({ settings, onChange }: SettingsFieldProps) {
  const { dayBucketZone } = settings.jsonData;
  const saved = (name: NumberSetting) => ({
    value: settings.jsonData[name],
    onChange: (value: number | undefined) => onChange(changeSetting(settings, name, value)),
  });
  const minutes = t('editors.config.minutes', 'minutes');
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      <ZoneField
        label={t('editors.config.dayZone.label', 'Time zone of the server’s days')}
        description={t(
          'editors.config.dayZone.description',
          'In which zone the buckets of 1 day begin at midnight. UTC, unless whoever runs the server says otherwise.'
        )}
        zone={dayBucketZone ?? DEFAULT_DAY_BUCKET_ZONE}
        onChange={(zone) =>
          onChange(changeSetting(settings, 'dayBucketZone', zone === DEFAULT_DAY_BUCKET_ZONE ? undefined : zone))
        }
      />
      <WholeNumberField
        label={t('editors.config.requests.label', 'Requests at once')}
        description={t(
          'editors.config.requests.description',
          'For all panels together. Fewer spare the server, more fill long charts sooner.'
        )}
        {...saved('maxConcurrentRequests')}
        defaultValue={DEFAULT_MAX_CONCURRENT_REQUESTS}
        min={1}
        max={20}
      />
      <WholeNumberField
        label={t('editors.config.rows.label', 'Rows per series')}
        description={t(
          'editors.config.rows.description',
          'An interval that would cost more is refused with the figures, so that no chart stalls the browser.'
        )}
        {...saved('maxRowsPerSeries')}
        defaultValue={DEFAULT_MAX_ROWS_PER_SERIES}
        min={1_000}
        max={5_000_000}
      />
      <WholeNumberField
        label={t('editors.config.late.label', 'Readings may come late by')}
        description={t(
          'editors.config.late.description',
          'What is younger is asked for again at every refresh. 0 where every reading reaches the server at once.'
        )}
        {...saved('lateArrivalMinutes')}
        defaultValue={DEFAULT_LATE_ARRIVAL_MINUTES}
        min={0}
        max={10_080}
        unit={minutes}
      />
      <WholeNumberField
        label={t('editors.config.memory.label', 'Memory')}
        description={t(
          'editors.config.memory.description',
          'How much of what was read the browser keeps, so that it is not asked for again. What was not looked at for longest goes first; 0 keeps nothing.'
        )}
        {...saved('cacheMegabytes')}
        defaultValue={DEFAULT_CACHE_MEGABYTES}
        min={0}
        max={2_048}
        unit="MB"
      />
      <WholeNumberField
        label={t('editors.config.age.label', 'Kept for at most')}
        description={t(
          'editors.config.age.description',
          'What is in memory is read anew after this time, so that readings that came later still, or were corrected, are seen.'
        )}
        {...saved('cacheMaxAgeMinutes')}
        defaultValue={DEFAULT_CACHE_MAX_AGE_MINUTES}
        min={1}
        max={10_080}
        unit={minutes}
      />
    </Stack>
  );
}
