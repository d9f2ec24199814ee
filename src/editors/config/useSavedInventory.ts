import { getDataSourceSrv } from '@grafana/runtime';
import { useEffect, useState } from 'react';
import type { EditorDataSource } from '../shared/editorProps';
import type { InventoryState } from '../shared/useInventory';

const LOADING: InventoryState = { status: 'loading' };

/**
 * The inventory of the data source as it was saved last, for previews on the settings page.
 * @param isNeeded false: it is not requested
 * @returns undefined if it is not needed
 */
export function useSavedInventory(dataSourceUid: string, isNeeded: boolean): InventoryState | undefined {
  const [state, setState] = useState(LOADING);
  useEffect(() => {
    if (!isNeeded) {
      return undefined;
    }
    let isCurrent = true;
    const finish = (response: InventoryState) => isCurrent && setState(response);
    getDataSourceSrv()
      .get({ uid: dataSourceUid })
      .then((source) => (source as unknown as EditorDataSource).listDevices())
      .then(
        (devices) => finish({ status: 'ready', devices }),
        (error: unknown) =>
          finish({ status: 'failed', message: error instanceof Error ? error.message : String(error) })
      );
    return () => {
      isCurrent = false;
    };
  }, [dataSourceUid, isNeeded]);
  return isNeeded ? state : undefined;
}
