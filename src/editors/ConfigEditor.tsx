import type { DataSourcePluginOptionsEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { FieldSet, Stack } from '@grafana/ui';
import React from 'react';
import type { TelemetrySecrets, TelemetrySettings } from '../query/dataSourceSettings';
import { AddressField } from './AddressField';
import { ApiKeyField } from './ApiKeyField';
import { ReadingFields } from './ReadingFields';
import { TlsFields } from './TlsFields';

/** The settings of the data source. A provisioned one can be read, not changed. */
export function ConfigEditor(props: DataSourcePluginOptionsEditorProps<TelemetrySettings, TelemetrySecrets>) {
  const field = { settings: props.options, onChange: props.onOptionsChange };
  const disabled = props.options.readOnly;
  return (
    <>
      <FieldSet label={t('editors.config.connection', 'Connection')} disabled={disabled}>
        <Stack direction="column" gap={2}>
          <AddressField {...field} />
          <ApiKeyField {...field} />
        </Stack>
      </FieldSet>
      <FieldSet label={t('editors.config.tls.title', 'TLS')} disabled={disabled}>
        <TlsFields {...field} />
      </FieldSet>
      <FieldSet label={t('editors.config.reading', 'Reading and memory')} disabled={disabled}>
        <ReadingFields {...field} />
      </FieldSet>
    </>
  );
}
