import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { OptionCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import type { InventoryList } from '../shared/useInventory';

interface VariableFilterFieldProps {
  readonly label: string;
  /** Empty: no filter. */
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly inventory: InventoryList;
  onChange(value: string): void;
}

/** A filter of a variable's values: an inventory value, another variable or a custom value. */
export function VariableFilterField({ label, value, options, inventory, onChange }: VariableFilterFieldProps) {
  const id = useId();
  return (
    <Field label={label} noMargin>
      <OptionCombobox
        id={id}
        loading={inventory.isSlow}
        options={[
          { value: '', label: t('editors.variable.any', 'Any') },
          ...options,
          ...variableOptions(inventory.variables),
        ]}
        value={value}
        onChange={onChange}
        customValueDescription={t('editors.picker.useCustom', 'Use custom value')}
      />
    </Field>
  );
}
