import { getDataSourceSrv } from '@grafana/runtime';
import { useCallback } from 'react';
import type { EditorDataSource } from '../shared/editorProps';
import type { InventoryState } from '../shared/useInventory';
import { useLoaded } from '../shared/useLoaded';

const LOADING: InventoryState = { status: 'loading' };

/**
 * The inventory of the data source as it was saved last, for previews on the settings page.
 * @param isNeeded false: it is not requested
 * @returns undefined if it is not needed
 */
export function useSavedInventory(dataSourceUid: string, isNeeded: boolean): InventoryState | undefined {
  const load = useCallback(
    async () => (isNeeded ? readInventory(dataSourceUid) : undefined),
    [dataSourceUid, isNeeded]
  );
  const state = useLoaded(load) ?? LOADING;
  return isNeeded ? state : undefined;
}

async function readInventory(dataSourceUid: string): Promise<InventoryState> {
  try {
    const source = await getDataSourceSrv().get({ uid: dataSourceUid });
    return { status: 'ready', devices: await (source as unknown as EditorDataSource).listDevices() };
  } catch (error) {
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
