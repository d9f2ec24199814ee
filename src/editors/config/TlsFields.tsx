import { Field, Input, SecretTextArea, Stack } from '@grafana/ui';
import React, { useId } from 'react';
import { translate } from '../../locales/translate';
import { secretLabels, settingTexts } from '../../locales/settingTexts';
import type { SecretName } from '../../query/dataSourceSettings';
import { BooleanSettingField } from './SettingField';
import { changeSecret, changeSetting, resetSecret, type SettingsFieldProps } from './settingsEdits';
import { DescribedField } from '../shared/DescribedField';

const CERTIFICATE_HEADER = '-----BEGIN CERTIFICATE-----';
const PRIVATE_KEY_HEADER = '-----BEGIN PRIVATE KEY-----';

/** TLS options of the connection from Grafana to the API. */
export function TlsFields(field: SettingsFieldProps) {
  const serverNameId = useId();
  const { settings, onChange } = field;
  const { tlsAuthWithCACert = false, tlsAuth = false, serverName = '' } = settings.jsonData;
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      <BooleanSettingField name="tlsAuthWithCACert" {...field} />
      {tlsAuthWithCACert && <PemField name="tlsCACert" header={CERTIFICATE_HEADER} {...field} />}
      <BooleanSettingField name="tlsAuth" {...field} />
      {tlsAuth && (
        <>
          <PemField name="tlsClientCert" header={CERTIFICATE_HEADER} {...field} />
          <PemField name="tlsClientKey" header={PRIVATE_KEY_HEADER} {...field} />
        </>
      )}
      {(tlsAuth || tlsAuthWithCACert) && (
        <DescribedField {...settingTexts().serverName}>
          <Input
            id={serverNameId}
            width={40}
            value={serverName}
            onChange={(event) =>
              onChange(changeSetting(settings, 'serverName', event.currentTarget.value || undefined))
            }
          />
        </DescribedField>
      )}
      <BooleanSettingField name="tlsSkipVerify" {...field} />
    </Stack>
  );
}

interface PemFieldProps extends SettingsFieldProps {
  readonly name: SecretName;
  /** The first line of the text. */
  readonly header: string;
}

/** A certificate or private key in PEM format. */
function PemField({ name, header, settings, onChange }: PemFieldProps) {
  const id = useId();
  return (
    <Field label={secretLabels()[name]} noMargin>
      <SecretTextArea
        id={id}
        cols={50}
        rows={5}
        placeholder={translate('editors.config.tls.begins', 'Begins with {{header}}', { header })}
        isConfigured={settings.secureJsonFields[name] ?? false}
        value={settings.secureJsonData?.[name] ?? ''}
        onChange={(event) => onChange(changeSecret(settings, name, event.currentTarget.value))}
        onReset={() => onChange(resetSecret(settings, name))}
      />
    </Field>
  );
}
