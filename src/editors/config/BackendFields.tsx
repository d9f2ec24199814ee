import { t } from '@grafana/i18n';
import { getBackendSrv, getDataSourceSrv } from '@grafana/runtime';
import { Alert, Stack } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { lastValueFrom } from 'rxjs';
import { settingLabel } from '../../locales/settingLabel';
import { resourcesUrl, STATUS_PATH } from '../../query/backendResources';
import { DEFAULT_SERVER_TIME_ZONE, DEFAULT_SHARED_CACHE_MEGABYTES } from '../../query/dataSourceSettings';
import { changeSetting, type SettingsFieldProps } from './settingsEdits';
import { WholeNumberField } from './WholeNumberField';
import { ZoneField } from './ZoneField';

/** What the backend of the plugin needs to know, and whether it runs. */
export function BackendFields({ settings, onChange }: SettingsFieldProps) {
  const isMissing = useIsBackendMissing(settings.uid);
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
      <ZoneField
        label={settingLabel('serverTimeZone')}
        description={t(
          'editors.config.backend.zone.description',
          'Alert rules and shared dashboards have no time zone of their own. Steps of hours and days begin on this clock, unless the query was made from a panel.'
        )}
        name="serverTimeZone"
        defaultZone={DEFAULT_SERVER_TIME_ZONE}
        settings={settings}
        onChange={onChange}
      />
      <WholeNumberField
        label={t('editors.config.backend.cache.label', 'Shared cache size')}
        description={t(
          'editors.config.backend.cache.description',
          'Maximum amount of data that the Grafana server keeps in memory for all users of this data source. Set to 0 to turn off the cache.'
        )}
        value={settings.jsonData.sharedCacheMegabytes}
        onChange={(value) => onChange(changeSetting(settings, 'sharedCacheMegabytes', value))}
        defaultValue={DEFAULT_SHARED_CACHE_MEGABYTES}
        min={0}
        max={2_048}
        unit="MB"
      />
    </Stack>
  );
}

/** True once it is known that the plugin has no backend, or that it does not answer. */
function useIsBackendMissing(dataSourceUid: string): boolean {
  const hasBackend = getDataSourceSrv().getInstanceSettings({ uid: dataSourceUid })?.meta.backend === true;
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    if (!hasBackend) {
      return undefined;
    }
    let isCurrent = true;
    const url = `${resourcesUrl(dataSourceUid)}/${STATUS_PATH}`;
    lastValueFrom(getBackendSrv().fetch({ url, method: 'GET', showErrorAlert: false })).catch(
      () => isCurrent && setIsSilent(true)
    );
    return () => {
      isCurrent = false;
    };
  }, [dataSourceUid, hasBackend]);
  return !hasBackend || isSilent;
}
