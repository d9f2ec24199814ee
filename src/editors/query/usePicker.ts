import type { ComboboxOption } from '@grafana/ui';
import { t } from '@grafana/i18n';
import { useMemo } from 'react';
import type { Device } from '../../core/inventory/device';
import { containsVariable } from '../../query/dashboard';
import type { PickerOption } from '../shared/inventoryOptions';
import { information, suggestOptions } from '../shared/pickerOptions';
import { loadedDevices, type InventoryList } from '../shared/useInventory';

/** What a picker of several codes shows. */
export interface Picker {
  readonly options: readonly PickerOption[];
  /** The lines for what was typed; waits for an inventory that is still being loaded. */
  offer(typed: string): Promise<ComboboxOption[]>;
  /** Those of the values that the inventory does not list; none while it is not known. */
  unknown(values: readonly string[]): string[];
}

/** @param build makes the options of the given devices; the same function as long as nothing changed */
export function usePicker(inventory: InventoryList, build: (devices: readonly Device[]) => PickerOption[]): Picker {
  const { state, variables, waitForDevices } = inventory;
  const options = useMemo(() => build(loadedDevices(state)), [build, state]);
  const known = useMemo(() => new Set(options.map(({ value }) => value)), [options]);
  return {
    options,
    async offer(typed) {
      const found = state.status === 'loading' ? build(await waitForDevices()) : options;
      const offered = suggestOptions(typed, variables, found);
      return found.length === 0 ? [...offered, information(emptyText(state.status === 'ready'))] : offered;
    },
    unknown: (values) =>
      state.status === 'ready' ? values.filter((value) => !containsVariable(value) && !known.has(value)) : [],
  };
}

function emptyText(loaded: boolean): string {
  return loaded
    ? t('editors.picker.none', 'Nothing to choose from: the key sees no site. Codes can be typed.')
    : t('editors.picker.unavailable', 'The list is not available. Type the code.');
}
