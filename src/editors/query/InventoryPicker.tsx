import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useCallback, useId, useMemo } from 'react';
import type { Device } from '../../core/inventory/device';
import {
  compilePatterns,
  type InvalidPattern,
  isInvalidPattern,
  isPattern,
  unquoted,
} from '../../core/inventory/textPattern';
import { invalidPatternMessage } from '../../locales/patternTexts';
import { containsVariable } from '../../query/dashboard';
import { FieldHint } from '../shared/FieldRow';
import { MultiOptionCombobox } from '../shared/MultiOptionCombobox';
import type { PickerOption } from '../shared/pickerOptions';
import { type InventoryList, loadedDevices } from '../shared/useInventory';
import { useLoaded } from '../shared/useLoaded';

interface InventoryPickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly inventory: InventoryList;
  /** The options for the given devices. Memoized by the caller. */
  readonly listOptions: (devices: readonly Device[]) => PickerOption[];
  /** The hint for selected values that are not among the options. */
  unknownHint(values: readonly string[]): string;
  onChange(values: string[]): void;
}

/** Selects several values from the inventory, variables or custom values. */
export function InventoryPicker(props: InventoryPickerProps) {
  const { label, placeholder, values, inventory, listOptions, unknownHint, onChange } = props;
  const { state, variables, isSlow, waitForDevices } = inventory;
  const id = useId();
  const options = useMemo(() => listOptions(loadedDevices(state)), [listOptions, state]);
  const known = useMemo(() => new Set(options.map(({ value }) => value)), [options]);
  const isUnknown = (value: string) =>
    !containsVariable(value) && !isPattern(value) && !known.has(value) && !known.has(unquoted(value));
  const unknown = state.status === 'ready' ? values.filter(isUnknown) : [];

  const invalidPattern = useInvalidPattern(values, known);
  const waitForOptions = useCallback(async () => listOptions(await waitForDevices()), [listOptions, waitForDevices]);
  return (
    <div>
      <Field
        label={label}
        invalid={invalidPattern !== undefined}
        error={invalidPattern && invalidPatternMessage(invalidPattern)}
        noMargin
      >
        <MultiOptionCombobox
          id={id}
          placeholder={placeholder}
          loading={isSlow}
          values={values}
          options={options}
          variables={variables}
          emptyText={emptyText(state.status === 'ready')}
          waitForOptions={state.status === 'loading' ? waitForOptions : undefined}
          onChange={onChange}
        />
      </Field>
      {unknown.length > 0 && <FieldHint>{unknownHint(unknown)}</FieldHint>}
    </div>
  );
}

/**
 * The first of the values that cannot be used as a pattern. What a variable contains is known at run time only.
 * @param known names, which are no patterns, whatever they look like
 */
function useInvalidPattern(values: readonly string[], known: ReadonlySet<string>): InvalidPattern | undefined {
  const find = useCallback(async () => {
    const patterns = values.filter((value) => isPattern(value) && !containsVariable(value) && !known.has(value));
    const compiled = await compilePatterns(patterns);
    return isInvalidPattern(compiled) ? compiled : undefined;
  }, [values, known]);
  return useLoaded(find);
}

function emptyText(isLoaded: boolean): string {
  return isLoaded
    ? t(
        'editors.picker.none',
        'No options: the API key does not have access to any site. You can enter codes manually.'
      )
    : t('editors.picker.unavailable', 'The list is not available. Enter codes manually.');
}
