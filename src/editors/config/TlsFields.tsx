import { t } from '@grafana/i18n';
import { Checkbox, Field, Input, Stack } from '@grafana/ui';
import React, { useId } from 'react';
import { CertificateField } from './CertificateField';
import { changeSetting } from './settingsEdits';
import type { SettingsFieldProps } from './settingsFieldProps';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';
const PRIVATE_KEY = '-----BEGIN PRIVATE KEY-----';

/** How Grafana's server trusts the API's server, and shows who it is itself. The names are those of Grafana's proxy. */
export function TlsFields({ settings, onChange }: SettingsFieldProps) {
  const serverNameId = useId();
  const { tlsAuthWithCACert = false, tlsAuth = false, tlsSkipVerify = false, serverName = '' } = settings.jsonData;
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      <Checkbox
        label={t('editors.config.tls.ca', 'Own certificate authority')}
        description={t('editors.config.tls.caWhat', 'For a server whose certificate no public authority signed.')}
        value={tlsAuthWithCACert}
        onChange={(event) =>
          onChange(changeSetting(settings, 'tlsAuthWithCACert', event.currentTarget.checked || undefined))
        }
      />
      {tlsAuthWithCACert && (
        <CertificateField
          name="tlsCACert"
          label={t('editors.config.tls.caCert', 'Certificate of the authority')}
          begin={CERTIFICATE}
          settings={settings}
          onChange={onChange}
        />
      )}
      <Checkbox
        label={t('editors.config.tls.client', 'Client certificate')}
        description={t('editors.config.tls.clientWhat', 'For a server that asks its callers to show a certificate.')}
        value={tlsAuth}
        onChange={(event) => onChange(changeSetting(settings, 'tlsAuth', event.currentTarget.checked || undefined))}
      />
      {tlsAuth && (
        <>
          <CertificateField
            name="tlsClientCert"
            label={t('editors.config.tls.clientCert', 'Certificate of the client')}
            begin={CERTIFICATE}
            settings={settings}
            onChange={onChange}
          />
          <CertificateField
            name="tlsClientKey"
            label={t('editors.config.tls.clientKey', 'Private key of the client')}
            begin={PRIVATE_KEY}
            settings={settings}
            onChange={onChange}
          />
        </>
      )}
      {(tlsAuth || tlsAuthWithCACert) && (
        <Field
          label={t('editors.config.tls.serverName', 'Server name')}
          description={t(
            'editors.config.tls.serverNameWhat',
            'The name in the server’s certificate, where it differs from the address.'
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
        label={t('editors.config.tls.skip', 'Do not verify the server’s certificate')}
        description={t(
          'editors.config.tls.skipWhat',
          'Anybody between Grafana and the server can then read the key. For a trial only.'
        )}
        value={tlsSkipVerify}
        onChange={(event) =>
          onChange(changeSetting(settings, 'tlsSkipVerify', event.currentTarget.checked || undefined))
        }
      />
    </Stack>
  );
}
