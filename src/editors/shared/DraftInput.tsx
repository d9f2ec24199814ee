import { Input } from '@grafana/ui';
import React from 'react';

interface DraftInputProps extends Omit<
  React.ComponentProps<typeof Input>,
  'value' | 'defaultValue' | 'onBlur' | 'onKeyDown'
> {
  /** The saved text. */
  readonly value: string;
  /** Saves a text if it is valid; returns the saved text, which is shown from then on. */
  save(text: string): string;
}

/** A text that is saved on blur and Enter, so that the query does not run on every keystroke. */
export function DraftInput({ value, save, ...inputProps }: DraftInputProps) {
  const commit = (input: HTMLInputElement) => {
    input.value = save(input.value);
  };
  return (
    <Input
      {...inputProps}
      // The key resets the uncontrolled input when the value changes elsewhere.
      key={value}
      defaultValue={value}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          commit(event.currentTarget);
        }
      }}
    />
  );
}
