import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { isKnownZone } from '../core/time/zone';
import { type PickerOption } from './inventoryOptions';
import { OpenCombobox } from './OpenCombobox';
import { plainText } from './plainText';

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
  const [refused, setRefused] = useState<string>();
  return (
    <Field
      label={label}
      description={description}
      noMargin
      invalid={refused !== undefined}
      error={t('editors.config.zone.unknown', '“{{zone}}” is no time zone. Use a name such as America/Bogota.', {
        zone: refused,
        ...plainText,
      })}
    >
      <OpenCombobox
        id={id}
        width={40}
        options={ZONES}
        value={refused ?? zone}
        onChange={(chosen) => {
          setRefused(isKnownZone(chosen) ? undefined : chosen);
          if (isKnownZone(chosen)) {
            onChange(chosen);
          }
        }}
      />
    </Field>
  );
}
