import { Field, Input } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { numberProblemText } from '../../locales/tagProblemTexts';
import { readWrittenNumber } from '../../query/tagSettings';

interface NumberFieldProps {
  readonly label: string;
  /** Undefined: none is set. */
  readonly value: number | undefined;
  onChange(value: number | undefined): void;
}

/** A number, also with a decimal comma. Another text stays in the field with an error message and is not saved. */
export function NumberField({ label, value: saved, onChange }: NumberFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const written = draft === undefined ? undefined : readWrittenNumber(draft);
  const isInvalid = typeof written === 'string';
  return (
    <Field
      label={label}
      invalid={isInvalid}
      error={isInvalid ? numberProblemText(written, draft ?? '') : undefined}
      noMargin
    >
      <Input
        id={id}
        inputMode="decimal"
        value={draft ?? (saved === undefined || Number.isNaN(saved) ? '' : saved)}
        onChange={({ currentTarget }) => {
          setDraft(currentTarget.value);
          const value = readWrittenNumber(currentTarget.value);
          if (typeof value !== 'string') {
            onChange(value);
          }
        }}
        onBlur={() => setDraft(isInvalid ? draft : undefined)}
      />
    </Field>
  );
}
