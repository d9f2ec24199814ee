import { Field } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { OptionCombobox } from './OptionCombobox';
import type { PickerOption } from './pickerOptions';

interface ValidatedComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly customValueDescription: string;
  /** The error message for a text; undefined if the text is valid. */
  problemOf(text: string): string | undefined;
  onChange(text: string): void;
}

/** One option or a custom value. An invalid text stays in the field with an error message and is not saved. */
export function ValidatedCombobox(props: ValidatedComboboxProps) {
  const { label, value, options, customValueDescription, problemOf, onChange } = props;
  const id = useId();
  const [rejected, setRejected] = useState<{ readonly text: string; readonly savedValue: string }>();
  // The rejected text is discarded as soon as the saved value changes, whatever changed it.
  const shown = rejected?.savedValue === value ? rejected.text : value;
  const problem = problemOf(shown);

  const select = (text: string) => {
    if (problemOf(text) === undefined) {
      setRejected(undefined);
      onChange(text);
    } else {
      setRejected({ text, savedValue: value });
    }
  };

  return (
    <Field label={label} noMargin invalid={problem !== undefined} error={problem}>
      <OptionCombobox
        id={id}
        options={options}
        value={shown}
        onChange={select}
        customValueDescription={customValueDescription}
        invalid={problem !== undefined}
      />
    </Field>
  );
}
