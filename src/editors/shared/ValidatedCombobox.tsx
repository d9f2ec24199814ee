import { Field } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { OptionCombobox } from './OptionCombobox';
import type { PickerOption } from './inventoryOptions';

interface ValidatedComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  /** What a typed text is called in the list. */
  readonly typedDescription: string;
  /** What is wrong with a text, in words for people; undefined when it may be saved. */
  problemOf(text: string): string | undefined;
  onChange(text: string): void;
}

/** One of a list, or a typed text. One that cannot be stays in sight with what is wrong with it, and is not saved. */
export function ValidatedCombobox(props: ValidatedComboboxProps) {
  const { label, value, options, typedDescription, problemOf, onChange } = props;
  const id = useId();
  const [refused, setRefused] = useState<{ readonly text: string; readonly instead: string }>();
  // Once the saved value changes, by whatever hand, the refused text is history.
  const shown = refused?.instead === value ? refused.text : value;
  const problem = problemOf(shown);

  const choose = (text: string) => {
    if (problemOf(text) === undefined) {
      setRefused(undefined);
      onChange(text);
    } else {
      setRefused({ text, instead: value });
    }
  };

  return (
    <Field label={label} noMargin invalid={problem !== undefined} error={problem}>
      <OptionCombobox
        id={id}
        options={options}
        value={shown}
        onChange={choose}
        typedDescription={typedDescription}
        invalid={problem !== undefined}
      />
    </Field>
  );
}
