import { useCallback, useEffect, useState } from 'react';
import type { Device } from '../../core/inventory/device';
import type { EditorDataSource } from './editorSource';

export type InventoryState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly devices: readonly Device[] }
  | { readonly status: 'failed'; readonly message: string };

/** The inventory as pickers see it. */
export interface InventoryList {
  readonly state: InventoryState;
  readonly variables: readonly string[];
  /** The devices as soon as they are known; none when they cannot be had, so that codes can still be typed. */
  waitForDevices(): Promise<readonly Device[]>;
  retry(): void;
}

interface Reply {
  readonly source: EditorDataSource;
  readonly attempt: number;
  readonly state: InventoryState;
}

const LOADING: InventoryState = { status: 'loading' };

/** Loads the inventory once per data source. A reply that comes after the data source was changed is dropped. */
export function useInventory(source: EditorDataSource): InventoryList {
  const [attempt, setAttempt] = useState(0);
  const [reply, setReply] = useState<Reply>();

  useEffect(() => {
    let listening = true;
    const settle = (state: InventoryState) => {
      if (listening) {
        setReply({ source, attempt, state });
      }
    };
    source.listDevices().then(
      (devices) => settle({ status: 'ready', devices }),
      (error: unknown) => settle({ status: 'failed', message: error instanceof Error ? error.message : String(error) })
    );
    return () => {
      listening = false;
    };
  }, [source, attempt]);

  const state = reply?.source === source && reply.attempt === attempt ? reply.state : LOADING;
  const waitForDevices = useCallback(async () => {
    if (state.status === 'loading') {
      return source.listDevices().catch(() => []);
    }
    return loadedDevices(state);
  }, [source, state]);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  return { state, variables: source.variableNames(), waitForDevices, retry };
}

/** The devices that are known by now. */
export function loadedDevices(state: InventoryState): readonly Device[] {
  return state.status === 'ready' ? state.devices : [];
}
