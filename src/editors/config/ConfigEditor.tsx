import type { DataSourcePluginOptionsEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { FieldSet, Stack } from '@grafana/ui';
import React from 'react';
import type { NumberSettingName, TelemetrySecrets, TelemetrySettings } from '../../query/dataSourceSettings';
import { ApiKeyField } from './ApiKeyField';
import { BackendFields } from './BackendFields';
import { BooleanSettingField, NumberSettingField, ZoneSettingField } from './SettingField';
import { TagTypeFields } from './TagTypeFields';
import { TlsFields } from './TlsFields';
import { UrlField } from './UrlField';

/** The defaults suit most servers. */
const LIMITS: readonly NumberSettingName[] = [
  'maxConcurrentRequests',
  'maxRowsPerSeries',
  'lateArrivalMinutes',
  'cacheMegabytes',
  'cacheMaxAgeMinutes',
  'alertLookBackDays',
];

/** The settings page of the data source. It is read-only if the data source is provisioned. */
export function ConfigEditor(props: DataSourcePluginOptionsEditorProps<TelemetrySettings, TelemetrySecrets>) {
  const field = { settings: props.options, onChange: props.onOptionsChange };
  const disabled = props.options.readOnly;
  return (
    <>
      <FieldSet label={t('editors.config.connection', 'Connection')} disabled={disabled}>
        <Stack direction="column" gap={2}>
          <UrlField {...field} />
          <ApiKeyField {...field} />
          {config.secureSocksDSProxyEnabled && <BooleanSettingField name="enableSecureSocksProxy" {...field} />}
        </Stack>
      </FieldSet>
      <FieldSet label={t('editors.config.tls.title', 'TLS settings')} disabled={disabled}>
        <TlsFields {...field} />
      </FieldSet>
      <FieldSet label={t('editors.config.limits', 'Query limits and cache')} disabled={disabled}>
        <Stack direction="column" gap={2} alignItems="flex-start">
          <ZoneSettingField name="dayBucketZone" {...field} />
          {LIMITS.map((name) => (
            <NumberSettingField key={name} name={name} {...field} />
          ))}
        </Stack>
      </FieldSet>
      <FieldSet label={t('editors.config.backend.title', 'Alerting and shared dashboards')} disabled={disabled}>
        <BackendFields {...field} />
      </FieldSet>
      <FieldSet label={t('editors.config.tagTypes.title', 'Tag types')} disabled={disabled}>
        <TagTypeFields {...field} />
      </FieldSet>
    </>
  );
}
