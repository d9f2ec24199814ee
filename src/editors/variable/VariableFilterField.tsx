import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { OptionCombobox } from '../shared/OptionCombobox';
import type { PickerOption } from '../shared/inventoryOptions';
import type { InventoryList } from '../shared/useInventory';
import { variableOptions } from '../shared/variableOptions';

interface VariableFilterFieldProps {
  readonly label: string;
  /** Empty: not narrowed. */
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly inventory: InventoryList;
  onChange(value: string): void;
}

/** One word that narrows a variable's list: from the inventory, a variable before this one, or typed. */
export function VariableFilterField({ label, value, options, inventory, onChange }: VariableFilterFieldProps) {
  const id = useId();
  return (
    <Field label={label} noMargin>
      <OptionCombobox
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
