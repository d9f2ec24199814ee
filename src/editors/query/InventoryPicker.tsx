import { t } from '@grafana/i18n';
import { Field, MultiCombobox } from '@grafana/ui';
import React, { type FocusEvent, useId, useMemo, useState } from 'react';
import type { Device } from '../../core/inventory/device';
import { containsVariable } from '../../query/dashboard';
import { FieldHint } from '../shared/FieldHint';
import { infoOption, type PickerOption, selectedOptions, suggestOptions } from '../shared/pickerOptions';
import { type InventoryList, loadedDevices } from '../shared/useInventory';

interface InventoryPickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly inventory: InventoryList;
  /** The options for the given devices. Memoized by the caller. */
  readonly optionsOf: (devices: readonly Device[]) => PickerOption[];
  /** The hint for selected values that are not among the options. */
  unknownHint(values: readonly string[]): string;
  onChange(values: string[]): void;
}

/** Selects several values from the inventory, variables or custom values. */
export function InventoryPicker(props: InventoryPickerProps) {
  const { label, placeholder, values, inventory, optionsOf, unknownHint, onChange } = props;
  const { state, variables, waitForDevices } = inventory;
  const id = useId();
  const [resets, setResets] = useState(0);
  const options = useMemo(() => optionsOf(loadedDevices(state)), [optionsOf, state]);
  const known = useMemo(() => new Set(options.map(({ value }) => value)), [options]);
  const unknown =
    state.status === 'ready' ? values.filter((value) => !containsVariable(value) && !known.has(value)) : [];

  const suggest = async (typed: string) => {
    const found = state.status === 'loading' ? optionsOf(await waitForDevices()) : options;
    const suggestions = suggestOptions(typed, variables, found);
    return found.length === 0 ? [...suggestions, infoOption(emptyText(state.status === 'ready'))] : suggestions;
  };
  // After Escape and blur, the field would keep the search text, which looks like a selected value.
  const clearSearch = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.id === id && target.getAttribute('aria-expanded') === 'false' && (target as HTMLInputElement).value) {
      setResets(resets + 1);
    }
  };
  return (
    <div onBlur={clearSearch}>
      <Field label={label} noMargin>
        <MultiCombobox
          key={resets}
          id={id}
          placeholder={placeholder}
          loading={state.status === 'loading'}
          options={suggest}
          value={selectedOptions(values, options)}
          onChange={(selected) => onChange(selected.map(({ value }) => value))}
          isClearable
        />
      </Field>
      {unknown.length > 0 && <FieldHint>{unknownHint(unknown)}</FieldHint>}
    </div>
  );
}

function emptyText(isLoaded: boolean): string {
  return isLoaded
    ? t(
        'editors.picker.none',
        'No options: the API key does not have access to any site. You can enter codes manually.'
      )
    : t('editors.picker.unavailable', 'The list is not available. Enter codes manually.');
}
