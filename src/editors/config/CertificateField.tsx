import { t } from '@grafana/i18n';
import { Field, SecretTextArea } from '@grafana/ui';
import React, { useId } from 'react';
import type { TelemetrySecrets } from '../../query/dataSourceSettings';
import { PLAIN_TEXT } from '../../locales/plainText';
import { changeSecret, resetSecret } from './settingsEdits';
import type { SettingsFieldProps } from './settingsFieldProps';

interface CertificateFieldProps extends SettingsFieldProps {
  readonly name: keyof TelemetrySecrets;
  readonly label: string;
  /** The first line of such a text. */
  readonly begin: string;
}

/** A certificate or key in PEM form; once saved it is never shown again. */
export function CertificateField({ name, label, begin, settings, onChange }: CertificateFieldProps) {
  const id = useId();
  return (
    <Field label={label} noMargin>
      <SecretTextArea
        id={id}
        cols={50}
        rows={5}
        placeholder={t('editors.config.tls.begins', 'Begins with {{begin}}', { begin, ...PLAIN_TEXT })}
        isConfigured={settings.secureJsonFields[name] ?? false}
        value={settings.secureJsonData?.[name] ?? ''}
        onChange={(event) => onChange(changeSecret(settings, name, event.currentTarget.value))}
        onReset={() => onChange(resetSecret(settings, name))}
      />
    </Field>
  );
}
