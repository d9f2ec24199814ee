import { t } from '@grafana/i18n';
import { Field, SecretInput } from '@grafana/ui';
import React, { useId } from 'react';
import { FieldHint } from '../shared/FieldHint';
import { changeSecret, resetSecret } from './settingsEdits';
import type { SettingsFieldProps } from './settingsFieldProps';

/** Every family of keys has this in its prefix; servers may have others, so its absence is only worth a hint. */
const KEY_MARKER = '_live_';

export function ApiKeyField({ settings, onChange }: SettingsFieldProps) {
  const id = useId();
  const typed = settings.secureJsonData?.apiKey ?? '';
  return (
    <div>
      <Field
        label={t('editors.config.apiKey.label', 'API key')}
        description={t(
          'editors.config.apiKey.description',
          'Kept encrypted by Grafana and sent by its server only; the browser never gets it. Charts need lecturas:leer, pickers and variables dispositivos:leer, alerts alertas:leer.'
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
          {t(
            'editors.config.apiKey.unusual',
            'Keys of this API usually have _live_ in their prefix. Check that the whole key was copied.'
          )}
        </FieldHint>
      )}
    </div>
  );
}
