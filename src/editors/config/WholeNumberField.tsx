import { t } from '@grafana/i18n';
import { Field, Input } from '@grafana/ui';
import React, { useId, useState } from 'react';

interface WholeNumberFieldProps {
  readonly label: string;
  readonly description: string;
  /** Undefined: the default holds. */
  readonly value: number | undefined;
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
  /** What is counted, behind the number. */
  readonly unit?: string;
  onChange(value: number | undefined): void;
}

/** A whole number within bounds. A text that is none stays in sight with the bounds, and is not saved. */
export function WholeNumberField(props: WholeNumberFieldProps) {
  const { label, description, value, defaultValue, min, max, unit, onChange } = props;
  const id = useId();
  const [refused, setRefused] = useState<string>();
  return (
    <Field
      label={label}
      description={description}
      noMargin
      invalid={refused !== undefined}
      error={t('editors.config.notInBounds', 'A whole number from {{min, number}} to {{max, number}}.', { min, max })}
    >
      <Input
        id={id}
        width={20}
        inputMode="numeric"
        value={refused ?? value ?? ''}
        placeholder={String(defaultValue)}
        suffix={unit}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          const number = Number(text);
          const fits = text === '' || (/^\d+$/.test(text) && number >= min && number <= max);
          setRefused(fits ? undefined : text);
          if (fits) {
            onChange(text === '' ? undefined : number);
          }
        }}
      />
    </Field>
  );
}
