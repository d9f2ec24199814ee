import { t } from '@grafana/i18n';
import { Field, SecretInput } from '@grafana/ui';
import React, { useId } from 'react';
import { secretLabels } from '../../locales/settingTexts';
import { FieldHint } from '../shared/FieldHint';
import { changeSecret, resetSecret, type SettingsFieldProps } from './settingsEdits';

/** Part of the prefix of usual keys. Other servers may use other prefixes, so a key without it only gets a hint. */
const KEY_MARKER = '_live_';

export function ApiKeyField({ settings, onChange }: SettingsFieldProps) {
  const id = useId();
  const typed = settings.secureJsonData?.apiKey ?? '';
  return (
    <div>
      <Field
        label={secretLabels().apiKey}
        description={t(
          'editors.config.apiKey.description',
          'Stored encrypted and sent only by the Grafana server, never by the browser. Required permissions: lecturas:leer for history, dispositivos:leer for pickers and variables, alertas:leer for alerts, exportaciones:leer for exports.'
        )}
        required
        noMargin
      >
        <SecretInput
          id={id}
          width={60}
          autoComplete="new-password"
          isConfigured={settings.secureJsonFields.apiKey ?? false}
          value={typed}
          onChange={(event) => onChange(changeSecret(settings, 'apiKey', event.currentTarget.value.trim()))}
          onReset={() => onChange(resetSecret(settings, 'apiKey'))}
        />
      </Field>
      {typed !== '' && !typed.includes(KEY_MARKER) && (
        <FieldHint>
          {t('editors.config.apiKey.unusual', 'API keys usually contain _live_. Check that you copied the whole key.')}
        </FieldHint>
      )}
    </div>
  );
}
