import { t } from '@grafana/i18n';
import { Combobox, Field } from '@grafana/ui';
import React, { useId, useMemo, useState } from 'react';
import { isKnownZone } from '../core/time/zone';
import { plainText } from './plainText';

interface ZoneFieldProps {
  readonly label: string;
  readonly description: string;
  readonly zone: string;
  onChange(zone: string): void;
}

/** A time zone by its IANA name. */
export function ZoneField({ label, description, zone, onChange }: ZoneFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState<string>();
  const options = useMemo(
    () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value })),
    []
  );
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
      <Combobox
        id={id}
        width={40}
        options={options}
        value={refused ?? zone}
        onChange={({ value }) => {
          setRefused(isKnownZone(value) ? undefined : value);
          if (isKnownZone(value)) {
            onChange(value);
          }
        }}
        createCustomValue
        customValueDescription={t('editors.picker.asTyped', 'Use as typed')}
      />
    </Field>
  );
}
