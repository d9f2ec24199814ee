import { t } from '@grafana/i18n';
import { Stack } from '@grafana/ui';
import React from 'react';
import {
  DEFAULT_DAY_BUCKET_ZONE,
  DEFAULT_MAX_CONCURRENT_REQUESTS,
  DEFAULT_MAX_ROWS_PER_SERIES,
} from '../query/dataSourceSettings';
import { changeSetting } from './settingsEdits';
import { type SettingsFieldProps } from './settingsFieldProps';
import { WholeNumberField } from './WholeNumberField';
import { ZoneField } from './ZoneField';

/** What can stay as it is on most servers. */
export function AdvancedFields({ settings, onChange }: SettingsFieldProps) {
  const { dayBucketZone, maxConcurrentRequests, maxRowsPerSeries } = settings.jsonData;
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
        value={maxConcurrentRequests}
        defaultValue={DEFAULT_MAX_CONCURRENT_REQUESTS}
        min={1}
        max={20}
        onChange={(value) => onChange(changeSetting(settings, 'maxConcurrentRequests', value))}
      />
      <WholeNumberField
        label={t('editors.config.rows.label', 'Rows per series')}
        description={t(
          'editors.config.rows.description',
          'An interval that would cost more is refused with the figures, so that no chart stalls the browser.'
        )}
        value={maxRowsPerSeries}
        defaultValue={DEFAULT_MAX_ROWS_PER_SERIES}
        min={1_000}
        max={5_000_000}
        onChange={(value) => onChange(changeSetting(settings, 'maxRowsPerSeries', value))}
      />
    </Stack>
  );
}
