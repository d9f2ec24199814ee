import type { DataSourcePluginOptionsEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { FieldSet, Stack, Text } from '@grafana/ui';
import React, { useState } from 'react';
import { settingLabel } from '../../locales/settingTexts';
import type { NumberSettingName, TelemetrySecrets, TelemetrySettings } from '../../query/dataSourceSettings';
import { ApiKeyField } from './ApiKeyField';
import { BackendFields } from './BackendFields';
import { BooleanSettingField, NumberSettingField, ZoneSettingField } from './SettingField';
import { TagSettingsFields } from './TagSettingsFields';
import { TagTypeFields } from './TagTypeFields';
import { TlsFields } from './TlsFields';
import { UrlField } from './UrlField';

/** The defaults suit most servers. */
const LIMITS: readonly NumberSettingName[] = [
  'maxConcurrentRequests',
  'maxRowsPerSeries',
  'maxRequests',
  'holdMinutes',
  'lateArrivalMinutes',
  'cacheMegabytes',
  'cacheMaxAgeMinutes',
  'alertLookBackDays',
];

type EditorProps = DataSourcePluginOptionsEditorProps<TelemetrySettings, TelemetrySecrets>;

/** The settings page of the data source. It is read-only if the data source is provisioned. */
export function ConfigEditor(props: EditorProps) {
  const field = { settings: props.options, onChange: props.onOptionsChange };
  const disabled = props.options.readOnly;
  return (
    <>
      <FieldSet label={t('editors.config.connection', 'Connection')} disabled={disabled}>
        <Stack direction="column" gap={2} maxWidth={60}>
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
      <FieldSet label={settingLabel('tags')}>
        <TagSettingsFields {...field} isReadOnly={disabled === true} />
      </FieldSet>
      {useIsEdited(props.options) && (
        <Text color="secondary" variant="bodySmall">
          {t('editors.config.edited', 'Not saved yet. A result below is of the settings before these changes.')}
        </Text>
      )}
    </>
  );
}

/** Whether settings differ from the saved ones. Grafana counts the version when it saves, and keeps the result of the last test until the next one. */
function useIsEdited({ version, url, jsonData, secureJsonData, secureJsonFields }: EditorProps['options']): boolean {
  const edited = JSON.stringify([url, jsonData, secureJsonData ?? {}, secureJsonFields]);
  const [saved, setSaved] = useState({ version, edited });
  if (saved.version !== version) {
    setSaved({ version, edited });
  }
  return saved.version === version && saved.edited !== edited;
}
