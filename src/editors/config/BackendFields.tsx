import { t } from '@grafana/i18n';
import { getBackendSrv, getDataSourceSrv } from '@grafana/runtime';
import { Alert, Stack } from '@grafana/ui';
import React, { useCallback } from 'react';
import { lastValueFrom } from 'rxjs';
import { resourcesUrl, STATUS_PATH } from '../../query/backendResources';
import { useLoaded } from '../shared/useLoaded';
import { NumberSettingField, ZoneSettingField } from './SettingField';
import type { SettingsFieldProps } from './settingsEdits';

/** What the backend of the plugin needs to know, and whether it runs. */
export function BackendFields(field: SettingsFieldProps) {
  const isMissing = useIsBackendMissing(field.settings.uid);
  return (
    <Stack direction="column" gap={2} alignItems="flex-start">
      {isMissing && (
        <Alert severity="info" title={t('editors.config.backend.missing', 'The plugin backend is not running')}>
          {t(
            'editors.config.backend.missingDescription',
            'Panels work without it. Alert rules, expressions and shared dashboards need it: install the plugin with its executable for the platform of the Grafana server, and look for plugin errors in the log of the server.'
          )}
        </Alert>
      )}
      <ZoneSettingField name="serverTimeZone" {...field} />
      <NumberSettingField name="sharedCacheMegabytes" {...field} />
    </Stack>
  );
}

/** True once it is known that the plugin has no backend, or that it does not answer. */
function useIsBackendMissing(dataSourceUid: string): boolean {
  const hasBackend = getDataSourceSrv().getInstanceSettings({ uid: dataSourceUid })?.meta.backend === true;
  const isSilent = useCallback(async () => {
    if (!hasBackend) {
      return undefined;
    }
    const url = `${resourcesUrl(dataSourceUid)}/${STATUS_PATH}`;
    const status = lastValueFrom(getBackendSrv().fetch({ url, method: 'GET', showErrorAlert: false }));
    return status.then(
      () => undefined,
      () => true
    );
  }, [dataSourceUid, hasBackend]);
  const isKnownSilent = useLoaded(isSilent) === true;
  return !hasBackend || isKnownSilent;
}
