import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { type KeyboardEvent } from 'react';
import type { PickerOption } from './inventoryOptions';
import { fold } from './matchOptions';

interface OptionComboboxProps {
  readonly id: string;
  readonly value: string;
  readonly options: readonly PickerOption[];
  /** What a typed text is called in the list; undefined where only the options will do. */
  readonly typedDescription?: string;
  readonly loading?: boolean;
  readonly invalid?: boolean;
  readonly width?: number;
  onChange(value: string): void;
}

/** Tells a listed value from the same one typed, see below. */
const LISTED = 'listed:';

/**
 * One of a list, or any text where typing is allowed.
 *
 * `Combobox` marks the line at the index that the chosen option has in the whole list, even when typing has left
 * only a few lines, and Enter or Tab takes the marked line: another than was meant, or none at all. So the chosen
 * option stands first here, and what is typed never equals a listed value, so that it is always the first line
 * while it is typed: Enter and Tab take the text as it is, arrows and mouse take the others.
 */
export function OptionCombobox({ value, options, typedDescription, onChange, ...shown }: OptionComboboxProps) {
  return (
    <div onKeyDownCapture={leaveClosedListAlone}>
      <Combobox
        {...shown}
        options={chosenFirst(value, options).map(listed)}
        value={LISTED + value}
        createCustomValue={typedDescription !== undefined}
        customValueDescription={typedDescription}
        // Against its type, it is also called without an option: by Enter on a list that typing has emptied.
        onChange={(option?: ComboboxOption) => option && onChange(valueOf(option.value, options))}
      />
    </div>
  );
}

/** Escape on a list that is closed already would empty the field, though the choice holds. */
function leaveClosedListAlone({ key, target, nativeEvent }: KeyboardEvent): void {
  if (key === 'Escape' && (target as Element).getAttribute('aria-expanded') === 'false') {
    Object.assign(nativeEvent, { preventDownshiftDefault: true });
  }
}

function chosenFirst(value: string, options: readonly PickerOption[]): readonly PickerOption[] {
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
