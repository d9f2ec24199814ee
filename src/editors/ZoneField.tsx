import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { ChoiceCombobox } from './ChoiceCombobox';
import type { PickerOption } from './inventoryOptions';

interface ZoneFieldProps {
  readonly label: string;
  readonly description: string;
  readonly zone: string;
  onChange(zone: string): void;
}

const ZONES: readonly PickerOption[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
  value: name,
  label: name,
}));

/** A time zone by its IANA name. */
export function ZoneField({ label, description, zone, onChange }: ZoneFieldProps) {
  const id = useId();
  return (
    <Field label={label} description={description} noMargin>
      <ChoiceCombobox id={id} width={40} options={ZONES} value={zone} onChange={onChange} />
    </Field>
  );
}
