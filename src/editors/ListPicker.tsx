import { Field, MultiCombobox } from '@grafana/ui';
import React, { type ReactNode, useId } from 'react';
import { Hint } from './Hint';
import { selectedOptions } from './offerOptions';
import { type Inventory } from './useInventory';
import { type Picker } from './usePicker';

interface ListPickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly inventory: Inventory;
  readonly picker: Picker;
  readonly hint: ReactNode;
  onChange(values: string[]): void;
}

/** Several codes from the inventory, variables, or whatever is typed. */
export function ListPicker({ label, placeholder, values, inventory, picker, hint, onChange }: ListPickerProps) {
  const id = useId();
  return (
    <div>
      <Field label={label} noMargin>
        <MultiCombobox
          id={id}
          placeholder={placeholder}
          loading={inventory.state.status === 'loading'}
          options={picker.offer}
          value={selectedOptions(values, picker.options)}
          onChange={(options) => onChange(options.map(({ value }) => value))}
          isClearable
        />
      </Field>
      {hint && <Hint>{hint}</Hint>}
    </div>
  );
}
