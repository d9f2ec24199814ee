import { t } from '@grafana/i18n';
import { Checkbox, Field, Input, SecretTextArea, Stack } from '@grafana/ui';
import React, { useId } from 'react';
import { PLAIN_TEXT } from '../../locales/plainText';
import type { TelemetrySecrets } from '../../query/dataSourceSettings';
import { changeSecret, changeSetting, resetSecret, type SettingsFieldProps } from './settingsEdits';

const CERTIFICATE_HEADER = '-----BEGIN CERTIFICATE-----';
const PRIVATE_KEY_HEADER = '-----BEGIN PRIVATE KEY-----';

/** TLS options of the connection from Grafana to the API. Grafana's data proxy defines the names of the settings. */
export function TlsFields({ settings, onChange }: SettingsFieldProps) {
  const serverNameId = useId();
  const field = { settings, onChange };
  const { tlsAuthWithCACert = false, tlsAuth = false, tlsSkipVerify = false, serverName = '' } = settings.jsonData;
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      <Checkbox
        label={t('editors.config.tls.ca', 'Add self-signed certificate')}
        description={t(
          'editors.config.tls.caDescription',
          'Required if the server certificate is not signed by a public certificate authority (CA).'
        )}
        value={tlsAuthWithCACert}
        onChange={(event) =>
          onChange(changeSetting(settings, 'tlsAuthWithCACert', event.currentTarget.checked || undefined))
        }
      />
      {tlsAuthWithCACert && (
        <PemField
          {...field}
          name="tlsCACert"
          label={t('editors.config.tls.caCert', 'CA certificate')}
          header={CERTIFICATE_HEADER}
        />
      )}
      <Checkbox
        label={t('editors.config.tls.client', 'TLS client authentication')}
        description={t('editors.config.tls.clientDescription', 'Required if the server requests a client certificate.')}
        value={tlsAuth}
        onChange={(event) => onChange(changeSetting(settings, 'tlsAuth', event.currentTarget.checked || undefined))}
      />
      {tlsAuth && (
        <>
          <PemField
            {...field}
            name="tlsClientCert"
            label={t('editors.config.tls.clientCert', 'Client certificate')}
            header={CERTIFICATE_HEADER}
          />
          <PemField
            {...field}
            name="tlsClientKey"
            label={t('editors.config.tls.clientKey', 'Client key')}
            header={PRIVATE_KEY_HEADER}
          />
        </>
      )}
      {(tlsAuth || tlsAuthWithCACert) && (
        <Field
          label={t('editors.config.tls.serverName', 'Server name')}
          description={t(
            'editors.config.tls.serverNameDescription',
            'Name in the server certificate, if it differs from the host in the URL.'
          )}
          noMargin
        >
          <Input
            id={serverNameId}
            width={60}
            value={serverName}
            onChange={(event) =>
              onChange(changeSetting(settings, 'serverName', event.currentTarget.value || undefined))
            }
          />
        </Field>
      )}
      <Checkbox
        label={t('editors.config.tls.skip', 'Skip TLS certificate validation')}
        description={t(
          'editors.config.tls.skipDescription',
          'Insecure: anyone between Grafana and the server can read the API key. Use only for testing.'
        )}
        value={tlsSkipVerify}
        onChange={(event) =>
          onChange(changeSetting(settings, 'tlsSkipVerify', event.currentTarget.checked || undefined))
        }
      />
    </Stack>
  );
}

interface PemFieldProps extends SettingsFieldProps {
  readonly name: keyof TelemetrySecrets;
  readonly label: string;
  /** The first line of the text. */
  readonly header: string;
}

/** A certificate or private key in PEM format. */
function PemField({ name, label, header, settings, onChange }: PemFieldProps) {
  const id = useId();
  return (
    <Field label={label} noMargin>
      <SecretTextArea
        id={id}
        cols={50}
        rows={5}
        placeholder={t('editors.config.tls.begins', 'Begins with {{header}}', { header, ...PLAIN_TEXT })}
        isConfigured={settings.secureJsonFields[name] ?? false}
        value={settings.secureJsonData?.[name] ?? ''}
        onChange={(event) => onChange(changeSecret(settings, name, event.currentTarget.value))}
        onReset={() => onChange(resetSecret(settings, name))}
      />
    </Field>
  );
}
