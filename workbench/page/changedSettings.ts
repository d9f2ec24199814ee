import { useSyncExternalStore } from 'react';
import { bootData } from './boot.ts';

let changed: readonly string[] = bootData().settings.changedDataSources;
const listeners = new Set<() => void>();

/** @param uids of data sources whose saved settings are not those with which the server started */
export function setChangedSettings(uids: readonly string[]) {
  changed = uids;
  listeners.forEach((listener) => listener());
}

/** Uids of data sources whose saved settings are not those with which the server started. */
export function useChangedSettings(): readonly string[] {
  return useSyncExternalStore(subscribe, () => changed);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
