import { Combobox, type ComboboxOption, Field } from '@grafana/ui';
import React, { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { FieldCell } from './FieldRow';
import { keepFocusOnEscape } from './keepFocusOnEscape';
import { foldText, type PickerOption } from './pickerOptions';

interface OptionComboboxProps {
  readonly id: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  /** Describes a typed text in the list; undefined if only the options are allowed. */
  readonly customValueDescription?: string;
  readonly loading?: boolean;
  readonly invalid?: boolean;
  /** Shown while the value is empty and no option is. */
  readonly placeholder?: string;
  readonly width?: number;
  onChange(value: string): void;
}

/** Distinguishes a listed value from the same value typed, see below. */
const LISTED = 'listed:';

/**
 * A `Combobox` for one option or a custom value.
 *
 * `Combobox` highlights the index that the selected option has in the whole list, even after typing has filtered the
 * list, and Enter or Tab takes the highlighted option: the wrong one, or none. Therefore the selected option comes
 * first here, and a typed text never equals a listed value, which makes it the first option while typing. Enter and
 * Tab then take the text as typed; arrow keys and mouse take the other options.
 */
export function OptionCombobox({ value, options, customValueDescription, onChange, ...rest }: OptionComboboxProps) {
  const current = selectedFirst(value, options).map(asListed);
  const selected = useSame(current.slice(0, 1));
  const others = useSame(current.slice(1));
  const listed = useMemo(() => [...selected, ...others], [selected, others]);
  const isNone = value === '' && !options.some((option) => option.value === '');
  // Since Grafana 12.4. Before, `Combobox` ignores it and shows its own description.
  const sinceGrafana124 = { customValueDescription };
  return (
    <div onKeyDownCapture={ignoreEscapeOnClosedList} onKeyDown={keepFocusOnEscape}>
      <Combobox
        {...rest}
        options={listed}
        value={isNone ? null : LISTED + value}
        createCustomValue={customValueDescription !== undefined}
        {...sinceGrafana124}
        // Contrary to its type, it is also called without an option: by Enter when no option matches.
        onChange={(option?: ComboboxOption) => option && onChange(chosenValue(option.value, options))}
      />
    </div>
  );
}

/**
 * The same object for equal values: `Combobox` discards what is being typed when the selected option is another object, which every
 * rendering would give it, such as that of a result.
 */
function useSame<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as Value, [text]);
}

/** Escape on a closed list would clear the field although the value stays selected. */
function ignoreEscapeOnClosedList({ key, target, nativeEvent }: KeyboardEvent): void {
  if (key === 'Escape' && (target as Element).getAttribute('aria-expanded') === 'false') {
    Object.assign(nativeEvent, { preventDownshiftDefault: true });
  }
}

function selectedFirst(value: string, options: readonly PickerOption[]): readonly PickerOption[] {
  const selected =
    options.find((option) => option.value === value) ?? (value === '' ? undefined : { value, label: value });
  return [...(selected === undefined ? [] : [selected]), ...options.filter((option) => option !== selected)];
}

function asListed(option: PickerOption): ComboboxOption {
  return { ...option, value: LISTED + option.value };
}

/** The value of a listed option or of a typed text. A text equal to a label selects that option. */
function chosenValue(text: string, options: readonly PickerOption[]): string {
  if (text.startsWith(LISTED)) {
    return text.slice(LISTED.length);
  }
  const typed = text.trim();
  const match = options.find(({ label }) => foldText(label) === foldText(typed));
  return match?.value ?? typed;
}

interface ValidatedComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly customValueDescription: string;
  readonly placeholder?: string;
  /** The error message for a text; undefined if the text is valid. */
  findProblem(text: string): string | undefined;
  onChange(text: string): void;
}

/** A cell of a row with one option or a custom value. An invalid text stays in the field with an error message and is not saved. */
export function ValidatedCombobox(props: ValidatedComboboxProps) {
  const { label, value, options, customValueDescription, placeholder, findProblem, onChange } = props;
  const id = useId();
  const [rejected, setRejected] = useState<{ readonly text: string; readonly savedValue: string }>();
  // The rejected text is discarded as soon as the saved value changes, whatever changed it.
  const shown = rejected?.savedValue === value ? rejected.text : value;
  const problem = findProblem(shown);

  const select = (text: string) => {
    if (findProblem(text) === undefined) {
      setRejected(undefined);
      onChange(text);
    } else {
      setRejected({ text, savedValue: value });
    }
  };

  return (
    <FieldCell size="short">
      <Field label={label} noMargin invalid={problem !== undefined} error={problem}>
        <OptionCombobox
          id={id}
          options={options}
          value={shown}
          onChange={select}
          customValueDescription={customValueDescription}
          placeholder={placeholder}
          invalid={problem !== undefined}
        />
      </Field>
    </FieldCell>
  );
}
