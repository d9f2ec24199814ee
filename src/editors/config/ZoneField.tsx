import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { OptionCombobox } from '../shared/OptionCombobox';
import type { PickerOption } from '../shared/inventoryOptions';

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
      <OptionCombobox id={id} width={40} options={ZONES} value={zone} onChange={onChange} />
    </Field>
  );
}
