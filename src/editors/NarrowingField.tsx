import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { type PickerOption } from './inventoryOptions';
import { OpenCombobox } from './OpenCombobox';
import { type Inventory } from './useInventory';
import { variableOptions } from './variableOptions';

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
  return (
    <Field label={label} noMargin>
      <OpenCombobox
        id={id}
        placeholder={t('editors.variable.any', 'Any')}
        loading={inventory.state.status === 'loading'}
        options={[...variableOptions(inventory.variables), ...options]}
        value={value}
        onChange={onChange}
        clearable
      />
    </Field>
  );
}
