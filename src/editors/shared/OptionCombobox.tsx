import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { type KeyboardEvent } from 'react';
import { foldText, type PickerOption } from './pickerOptions';

interface OptionComboboxProps {
  readonly id: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  /** Describes a typed text in the list; undefined if only the options are allowed. */
  readonly customValueDescription?: string;
  readonly loading?: boolean;
  readonly invalid?: boolean;
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
  // Since Grafana 12.4. Before, `Combobox` ignores it and shows its own description.
  const sinceGrafana124 = { customValueDescription };
  return (
    <div onKeyDownCapture={ignoreEscapeOnClosedList}>
      <Combobox
        {...rest}
        options={selectedFirst(value, options).map(asListed)}
        value={LISTED + value}
        createCustomValue={customValueDescription !== undefined}
        {...sinceGrafana124}
        // Contrary to its type, it is also called without an option: by Enter when no option matches.
        onChange={(option?: ComboboxOption) => option && onChange(valueOf(option.value, options))}
      />
    </div>
  );
}

/** Escape on a closed list would clear the field although the value stays selected. */
function ignoreEscapeOnClosedList({ key, target, nativeEvent }: KeyboardEvent): void {
  if (key === 'Escape' && (target as Element).getAttribute('aria-expanded') === 'false') {
    Object.assign(nativeEvent, { preventDownshiftDefault: true });
  }
}

function selectedFirst(value: string, options: readonly PickerOption[]): readonly PickerOption[] {
  const selected = options.find((option) => option.value === value) ?? { value, label: value };
  return [selected, ...options.filter((option) => option !== selected)];
}

function asListed(option: PickerOption): ComboboxOption {
  return { ...option, value: LISTED + option.value };
}

/** The value of a listed option or of a typed text. A text equal to a label selects that option. */
function valueOf(text: string, options: readonly PickerOption[]): string {
  if (text.startsWith(LISTED)) {
    return text.slice(LISTED.length);
  }
  const typed = text.trim();
  const match = options.find(({ label }) => foldText(label) === foldText(typed));
  return match?.value ?? typed;
}
