import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { OptionCombobox } from '../shared/OptionCombobox';
import type { PickerOption } from '../shared/pickerOptions';
import { changeSetting, type SettingsFieldProps } from './settingsEdits';

interface ZoneFieldProps extends SettingsFieldProps {
  readonly label: string;
  readonly description: string;
  readonly name: 'dayBucketZone' | 'serverTimeZone';
  /** It is not saved. */
  readonly defaultZone: string;
}

const ZONES: readonly PickerOption[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
  value: name,
  label: name,
}));

/** A setting that is a time zone. */
export function ZoneField({ label, description, name, defaultZone, settings, onChange }: ZoneFieldProps) {
  const id = useId();
  return (
    <Field label={label} description={description} noMargin>
      <OptionCombobox
        id={id}
        width={40}
        options={ZONES}
        value={settings.jsonData[name] ?? defaultZone}
        onChange={(zone) => onChange(changeSetting(settings, name, zone === defaultZone ? undefined : zone))}
      />
    </Field>
  );
}
