import { t, Trans } from '@grafana/i18n';
import { Alert, Button, Stack } from '@grafana/ui';
import React from 'react';
import type { InventoryList } from './useInventory';

interface InventoryNoticeProps {
  readonly inventory: InventoryList;
}

/** Why the pickers have nothing to offer, and that codes can be typed all the same. */
export function InventoryNotice({ inventory }: InventoryNoticeProps) {
  const { state, retry } = inventory;
  if (state.status === 'failed') {
    return (
      <Alert
        severity="warning"
        title={t('editors.inventory.failed', 'The list of devices could not be loaded')}
        bottomSpacing={0}
      >
        <Stack direction="column" gap={1} alignItems="flex-start">
          <span>
            {state.message}{' '}
            <Trans i18nKey="editors.inventory.type">Devices and tags can still be typed by their codes.</Trans>
          </span>
          <Button variant="secondary" size="sm" icon="sync" onClick={retry}>
            <Trans i18nKey="editors.inventory.retry">Try again</Trans>
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (state.status === 'ready' && state.devices.length === 0) {
    return (
      <Alert severity="info" title={t('editors.inventory.empty', 'No devices')} bottomSpacing={0}>
        <Trans i18nKey="editors.inventory.emptyWhy">
          The key sees no site with active devices. Ask whoever issued it which sites it was given.
        </Trans>
      </Alert>
    );
  }
  return null;
}
