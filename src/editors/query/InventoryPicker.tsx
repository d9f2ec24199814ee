import { Field, MultiCombobox } from '@grafana/ui';
import React, { type FocusEvent, type ReactNode, useId, useState } from 'react';
import { FieldHint } from '../shared/FieldHint';
import { selectedOptions } from '../shared/pickerOptions';
import type { InventoryList } from '../shared/useInventory';
import type { Picker } from './usePicker';

interface ListPickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly inventory: InventoryList;
  readonly picker: Picker;
  readonly hint: ReactNode;
  onChange(values: string[]): void;
}

/** Several codes from the inventory, variables, or whatever is typed. */
export function ListPicker({ label, placeholder, values, inventory, picker, hint, onChange }: ListPickerProps) {
  const id = useId();
  const [visit, setVisit] = useState(0);
  // Left after Escape, the field would keep a text that was only searched for, as if it were chosen.
  const forgetSearch = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.id === id && target.getAttribute('aria-expanded') === 'false' && (target as HTMLInputElement).value) {
      setVisit(visit + 1);
    }
  };
  return (
    <div onBlur={forgetSearch}>
      <Field label={label} noMargin>
        <MultiCombobox
          key={visit}
          id={id}
          placeholder={placeholder}
          loading={inventory.state.status === 'loading'}
          options={picker.offer}
          value={selectedOptions(values, picker.options)}
          onChange={(options) => onChange(options.map(({ value }) => value))}
          isClearable
        />
      </Field>
      {hint && <FieldHint>{hint}</FieldHint>}
    </div>
  );
}
