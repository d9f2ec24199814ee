import { t } from '@grafana/i18n';
import { Field, Input } from '@grafana/ui';
import React, { useId, useState } from 'react';

interface WholeNumberFieldProps {
  readonly label: string;
  readonly description: string;
  /** Undefined: the default applies. */
  readonly value: number | undefined;
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  onChange(value: number | undefined): void;
}

/** A whole number within limits. An invalid text stays in the field with an error message and is not saved. */
export function WholeNumberField(props: WholeNumberFieldProps) {
  const { label, description, value, defaultValue, min, max, unit, onChange } = props;
  const id = useId();
  const [rejected, setRejected] = useState<string>();
  return (
    <Field
      label={label}
      description={description}
      noMargin
      invalid={rejected !== undefined}
      error={t('editors.config.outOfRange', 'Enter a whole number from {{min, number}} to {{max, number}}.', {
        min,
        max,
      })}
    >
      <Input
        id={id}
        width={20}
        inputMode="numeric"
        value={rejected ?? value ?? ''}
        placeholder={String(defaultValue)}
        suffix={unit}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          const number = Number(text);
          const isValid = text === '' || (/^\d+$/.test(text) && number >= min && number <= max);
          setRejected(isValid ? undefined : text);
          if (isValid) {
            onChange(text === '' ? undefined : number);
          }
        }}
      />
    </Field>
  );
}
