import { Combobox, Field } from '@grafana/ui';
import { t } from '@grafana/i18n';
import React, { useId } from 'react';
import { type PickerOption } from './inventoryOptions';
import { type Inventory } from './useInventory';

interface NarrowingFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly inventory: Inventory;
  onChange(value: string): void;
}

/** One word that narrows a variable's list: from the inventory, a variable before this one, or typed. */
export function NarrowingField({ label, value, options, inventory, onChange }: NarrowingFieldProps) {
  const id = useId();
  const variables = t('editors.picker.variables', 'Variables');
  return (
    <Field label={label} noMargin>
      <Combobox
        id={id}
        placeholder={t('editors.variable.any', 'Any')}
        loading={inventory.state.status === 'loading'}
        options={[...inventory.variables.map((name) => ({ value: name, label: name, group: variables })), ...options]}
        value={value === '' ? null : value}
        onChange={(option) => onChange(option?.value ?? '')}
        createCustomValue
        customValueDescription={t('editors.picker.asTyped', 'Use as typed')}
        isClearable
      />
    </Field>
  );
}
