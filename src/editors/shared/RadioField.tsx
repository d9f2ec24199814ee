import type { SelectableValue } from '@grafana/data';
import { Field } from '@grafana/ui';
import React from 'react';
import { RadioGroup } from './RadioGroup';

interface RadioFieldProps<Value extends string> {
  readonly label: string;
  readonly options: Array<SelectableValue<Value>>;
  readonly value: Value;
  onChange(value: Value): void;
}

/** A field whose few options are side by side, such as the format of a query. */
export function RadioField<Value extends string>({ label, options, value, onChange }: RadioFieldProps<Value>) {
  return (
    <Field label={label} noMargin>
      <RadioGroup<Value> aria-label={label} options={options} value={value} onChange={onChange} />
    </Field>
  );
}
