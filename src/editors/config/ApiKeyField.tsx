import { t } from '@grafana/i18n';
import { SecretInput } from '@grafana/ui';
import React, { useId } from 'react';
import type { Permission } from '../../core/api/operations';
import { translate } from '../../locales/translate';
import { secretLabels } from '../../locales/settingTexts';
import { DescribedField } from '../shared/DescribedField';
import { FieldHint } from '../shared/FieldRow';
import { changeSecret, resetSecret, type SettingsFieldProps } from './settingsEdits';

/** Part of the prefix of usual keys. Other servers may use other prefixes, so a key without it only gets a hint. */
const KEY_MARKER = '_live_';

export function ApiKeyField({ settings, onChange }: SettingsFieldProps) {
  const id = useId();
  const typed = settings.secureJsonData?.apiKey ?? '';
  return (
    <div>
      <DescribedField
        label={secretLabels().apiKey}
        description={translate(
          'editors.config.apiKey.description',
          'Stored encrypted and sent only by the Grafana server, never by the browser. Required permissions: {{permissions}}.',
          { permissions: permissionList() }
        )}
        required
      >
        <SecretInput
          id={id}
          autoComplete="new-password"
          isConfigured={settings.secureJsonFields.apiKey ?? false}
          value={typed}
          onChange={(event) => onChange(changeSecret(settings, 'apiKey', event.currentTarget.value.trim()))}
          onReset={() => onChange(resetSecret(settings, 'apiKey'))}
        />
      </DescribedField>
      {typed !== '' && !typed.includes(KEY_MARKER) && (
        <FieldHint>
          {t('editors.config.apiKey.unusual', 'API keys usually contain _live_. Check that you copied the whole key.')}
        </FieldHint>
      )}
    </div>
  );
}

/** Every permission, and what needs it. */
function permissionList(): string {
  const purposes: Readonly<Record<Permission, string>> = {
    'lecturas:leer': t('editors.config.apiKey.forReadings', 'for history'),
    'dispositivos:leer': t('editors.config.apiKey.forDevices', 'for pickers and variables'),
    'alertas:leer': t('editors.config.apiKey.forAlerts', 'for alerts'),
    'exportaciones:leer': t('editors.config.apiKey.forExports', 'for exports'),
  };
  return Object.entries(purposes)
    .map(([permission, purpose]) => `${permission} ${purpose}`)
    .join(', ');
}
