import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { ChoiceCombobox } from './ChoiceCombobox';
import type { PickerOption } from './inventoryOptions';
import type { Inventory } from './useInventory';
import { variableOptions } from './variableOptions';

interface NarrowingFieldProps {
  readonly label: string;
  /** Empty: not narrowed. */
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
      <ChoiceCombobox
        id={id}
        loading={inventory.state.status === 'loading'}
        options={[
          { value: '', label: t('editors.variable.any', 'Any') },
          ...options,
          ...variableOptions(inventory.variables),
        ]}
        value={value}
        onChange={onChange}
        typedDescription={t('editors.picker.asTyped', 'Use as typed')}
      />
    </Field>
  );
}
