import { useCallback, useEffect, useState } from 'react';
import type { Device } from '../../core/inventory/device';
import type { EditorDataSource } from './editorProps';

export type InventoryState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly devices: readonly Device[] }
  | { readonly status: 'failed'; readonly message: string };

/** The inventory and the dashboard's variables, for pickers. */
export interface InventoryList {
  readonly state: InventoryState;
  readonly variables: readonly string[];
  /** Still loading after half a second. The spinner of a picker that stops loading sooner may stay until it is opened. */
  readonly isSlow: boolean;
  /** Resolves once the devices are loaded; to an empty list if that fails, so that codes can still be typed. */
  waitForDevices(): Promise<readonly Device[]>;
  retry(): void;
}

interface Response {
  readonly source: EditorDataSource;
  readonly attempt: number;
  readonly state: InventoryState;
}

const SLOW_AFTER_MS = 500;

const LOADING: InventoryState = { status: 'loading' };

/** Loads the inventory of a data source. The response of a data source that was replaced meanwhile is ignored. */
export function useInventory(source: EditorDataSource): InventoryList {
  const [attempt, setAttempt] = useState(0);
  const [response, setResponse] = useState<Response>();

  useEffect(() => {
    let isCurrent = true;
    const finish = (state: InventoryState) => {
      if (isCurrent) {
        setResponse({ source, attempt, state });
      }
    };
    source.listDevices().then(
      (devices) => finish({ status: 'ready', devices }),
      (error: unknown) => finish({ status: 'failed', message: error instanceof Error ? error.message : String(error) })
    );
    return () => {
      isCurrent = false;
    };
  }, [source, attempt]);

  const state = response?.source === source && response.attempt === attempt ? response.state : LOADING;
  const isSlow = useIsSlow(state);
  const waitForDevices = useCallback(async () => {
    if (state.status === 'loading') {
      return source.listDevices().catch(() => []);
    }
    return loadedDevices(state);
  }, [source, state]);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  return { state, variables: source.variableNames(), isSlow, waitForDevices, retry };
}

function useIsSlow(state: InventoryState): boolean {
  const isLoading = state.status === 'loading';
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      return undefined;
    }
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);
  return isLoading && isSlow;
}

/** The devices loaded so far. */
export function loadedDevices(state: InventoryState): readonly Device[] {
  return state.status === 'ready' ? state.devices : [];
}
