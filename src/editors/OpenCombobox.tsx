import { Combobox, type ComboboxOption } from '@grafana/ui';
import { t } from '@grafana/i18n';
import React, { useMemo } from 'react';
import { type PickerOption } from './inventoryOptions';
import { fold } from './matchOptions';

interface OpenComboboxProps {
  readonly id: string;
  /** Empty: nothing is chosen. */
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly placeholder?: string;
  readonly typedDescription?: string;
  readonly loading?: boolean;
  readonly invalid?: boolean;
  readonly clearable?: boolean;
  readonly width?: number;
  onChange(value: string): void;
}

/** Tells a listed value from the same one typed, see below. */
const LISTED = 'listed:';

/**
 * A list to choose from, or any text that is typed.
 *
 * `Combobox` marks the line at the index that the chosen option has in the whole list, even when typing has left
 * only a few lines, and Enter or Tab takes the marked line: another than was meant, or none at all. So the chosen
 * option stands first here, and what is typed never equals a listed value, so that it is always the first line
 * while it is typed: Enter and Tab take the text as it is, arrows and mouse take the others.
 */
export function OpenCombobox(props: OpenComboboxProps) {
  const { id, value, options, placeholder, typedDescription, clearable, width, onChange, ...state } = props;
  const lines = useMemo(() => chosenFirst(value, options).map(listed), [value, options]);
  const choose = (option: ComboboxOption | null | undefined) => {
    if (option === null) {
      onChange('');
    } else if (option !== undefined) {
      onChange(valueOf(option.value, options));
    }
  };
  const shared = {
    ...state,
    id,
    width,
    placeholder,
    options: lines,
    value: value === '' ? null : LISTED + value,
    createCustomValue: true,
    customValueDescription: typedDescription ?? t('editors.picker.asTyped', 'Use as typed'),
  };
  return clearable ? (
    <Combobox {...shared} isClearable onChange={choose} />
  ) : (
    <Combobox {...shared} onChange={choose} />
  );
}

function chosenFirst(value: string, options: readonly PickerOption[]): readonly PickerOption[] {
  if (value === '') {
    return options;
  }
  const chosen = options.find((option) => option.value === value) ?? { value, label: value };
  return [chosen, ...options.filter((option) => option !== chosen)];
}

function listed(option: PickerOption): ComboboxOption {
  return { ...option, value: LISTED + option.value };
}

/** A listed value, or what was typed: whoever types the words of a line means that line. */
function valueOf(chosen: string, options: readonly PickerOption[]): string {
  if (chosen.startsWith(LISTED)) {
    return chosen.slice(LISTED.length);
  }
  const typed = chosen.trim();
  const meant = options.find(({ label }) => fold(label) === fold(typed));
  return meant?.value ?? typed;
}
