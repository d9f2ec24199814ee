import { t, Trans } from '@grafana/i18n';
import { Alert, Button, Stack } from '@grafana/ui';
import React from 'react';
import type { InventoryList } from './useInventory';

interface InventoryNoticeProps {
  readonly inventory: InventoryList;
}

/** Explains why the pickers have no options. */
export function InventoryNotice({ inventory }: InventoryNoticeProps) {
  const { state, retry } = inventory;
  if (state.status === 'failed') {
    return (
      <Alert severity="warning" title={t('editors.inventory.failed', 'Failed to load devices')} bottomSpacing={0}>
        <Stack direction="column" gap={1} alignItems="flex-start">
          <span>
            {state.message}{' '}
            <Trans i18nKey="editors.inventory.manual">You can still enter device codes and tag keys manually.</Trans>
          </span>
          <Button variant="secondary" size="sm" icon="sync" onClick={retry}>
            <Trans i18nKey="editors.inventory.retry">Retry</Trans>
          </Button>
        </Stack>
      </Alert>
    );
  }
  if (state.status === 'ready' && state.devices.length === 0) {
    return (
      <Alert severity="info" title={t('editors.inventory.empty', 'No devices')} bottomSpacing={0}>
        <Trans i18nKey="editors.inventory.emptyReason">
          The API key does not have access to any site with active devices. Ask the person who issued it which sites it
          covers.
        </Trans>
      </Alert>
    );
  }
  return null;
}
