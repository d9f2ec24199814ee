import { getBackendSrv, getDataSourceSrv } from '@grafana/runtime';
import { Alert, Box, Button } from '@grafana/ui';
import React from 'react';
import { useChangedSettings } from '../page/changedSettings.ts';
import { text } from '../page/text.ts';

/**
 * Says on every page that a data source has other settings than those with which the server started, and brings those back: after an invalid
 * API key was tried, nobody knows the right one, and all panels fail.
 */
export function ChangedSettings() {
  return useChangedSettings().map((uid) => (
    <Box key={uid} margin={2} marginBottom={0}>
      <Alert
        severity="info"
        title={text('settings.changed', { name: getDataSourceSrv().getInstanceSettings(uid)?.name ?? uid })}
        bottomSpacing={0}
        action={
          <Button variant="secondary" onClick={() => void restore(uid)}>
            {text('settings.restore')}
          </Button>
        }
      >
        {text('settings.changedHelp')}
      </Alert>
    </Box>
  ));
}

async function restore(uid: string) {
  await getBackendSrv().post(`/api/workbench/datasources/${encodeURIComponent(uid)}/restore`, {});
  // Every view has loaded something with the settings before.
  window.location.reload();
}
