import { type ComboboxOption, MultiCombobox } from '@grafana/ui';
import React, {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { keepFocusOnEscape } from './keepFocusOnEscape';
import { infoOption, type PickerOption, selectedOptions, suggestOptions, typedValue } from './pickerOptions';

interface MultiOptionComboboxProps {
  readonly id: string;
  readonly placeholder: string;
  readonly values: readonly string[];
  /** Memoized by the caller. */
  readonly options: readonly PickerOption[];
  readonly variables: readonly string[];
  readonly loading?: boolean;
  /** From the `Field` around it, as well as the ID of its error. */
  readonly invalid?: boolean;
  readonly 'aria-describedby'?: string;
  /** Explains in the list why there are no options. */
  readonly emptyText?: string;
  /** Given while the options are loading. */
  readonly waitForOptions?: () => Promise<readonly PickerOption[]>;
  onChange(values: string[]): void;
}

/**
 * A `MultiCombobox` for options, variables and custom values that keeps a typed text: Enter takes the first
 * suggestion, leaving the field takes the text as it is, and only Escape discards it.
 *
 * `MultiCombobox` takes nothing on Enter before an option is highlighted, and clears or keeps the text on blur, depending
 * on whether the list is open. Its text cannot be set from outside: Enter empties the input as a user does, which leaves the list open
 * and all values readable; to close the list, too, the field is mounted again.
 */
export function MultiOptionCombobox(props: MultiOptionComboboxProps) {
  const { id, placeholder, values, options, variables, loading, emptyText, waitForOptions, onChange } = props;
  const { invalid = false, 'aria-describedby': describedBy } = props;
  const wrapper = useRef<HTMLDivElement>(null);
  // A text that has found an option, or has been taken, is not another value.
  const hasFoundOption = useRef(false);
  const [cleared, setCleared] = useState({ times: 0, keepsFocus: false });
  const selected = useMemo(() => selectedOptions(values, options), [values, options]);
  const input = () => wrapper.current?.querySelector('input');

  useLayoutEffect(() => {
    if (cleared.keepsFocus) {
      wrapper.current?.querySelector('input')?.focus();
    }
  }, [cleared]);

  // `MultiCombobox` shows that it is invalid, but says it to nobody who cannot see it.
  useLayoutEffect(() => {
    const field = wrapper.current?.querySelector('input');
    field?.setAttribute('aria-invalid', String(invalid));
    if (describedBy !== undefined) {
      field?.setAttribute('aria-describedby', describedBy);
    }
  }, [cleared, invalid, describedBy]);

  const suggest = useCallback(
    async (typed: string): Promise<ComboboxOption[]> => {
      const found = waitForOptions === undefined ? options : await waitForOptions();
      const suggestions = suggestOptions(typed, variables, found);
      return found.length === 0 && emptyText !== undefined ? [...suggestions, infoOption(emptyText)] : suggestions;
    },
    [options, variables, emptyText, waitForOptions]
  );

  const clearText = (keepsFocus: boolean) => {
    hasFoundOption.current = false;
    setCleared(({ times }) => ({ times: times + 1, keepsFocus }));
  };

  const add = (value: string | undefined) => {
    if (value !== undefined && !values.includes(value)) {
      onChange([...values, value]);
    }
  };

  const handleKey = (event: KeyboardEvent) => {
    const { key, target, nativeEvent } = event;
    const field = input();
    if (!field || field !== target || field.value === '' || nativeEvent.isComposing) {
      return;
    }
    if (key === 'Escape') {
      // Not for the drawer or dialog around the editor.
      event.stopPropagation();
      clearText(true);
    } else if (key === 'Enter' && !field.getAttribute('aria-activedescendant')) {
      event.preventDefault();
      // What the text matches is unknown while the options are loading: it stays in the field.
      if (waitForOptions === undefined) {
        add(suggestOptions(field.value, variables, options)[0]?.value);
        emptyInput(field);
      }
    }
  };

  const takeTextOnLeave = ({ relatedTarget }: FocusEvent) => {
    const field = input();
    if (!field || field.value === '') {
      return;
    }
    if (!hasFoundOption.current) {
      add(typedValue(field.value, variables, options));
    }
    if (wrapper.current?.contains(relatedTarget)) {
      // A button of the field has the focus, which it would lose if the field were mounted again.
      hasFoundOption.current = true;
    } else {
      clearText(false);
    }
  };

  // A click in the list, which is elsewhere in the document, or on a button of the field does not leave the field.
  const stayInField = (event: MouseEvent) => {
    const target = event.target as Element;
    if (!wrapper.current?.contains(target) || target.closest('[role="button"]')) {
      event.preventDefault();
    }
  };

  return (
    <div
      ref={wrapper}
      onKeyDownCapture={handleKey}
      onKeyDown={keepFocusOnEscape}
      onInputCapture={() => (hasFoundOption.current = false)}
      onBlurCapture={takeTextOnLeave}
      onMouseDown={stayInField}
    >
      <MultiCombobox
        key={cleared.times}
        id={id}
        placeholder={placeholder}
        loading={loading}
        invalid={invalid}
        options={suggest}
        value={selected}
        onChange={(edited) => {
          hasFoundOption.current = true;
          onChange(edited.map(({ value }) => value));
        }}
        isClearable
      />
    </div>
  );
}

/** Deletes the text of an input that React controls, as a user does. */
function emptyInput(input: HTMLInputElement): void {
  // React would not notice an assignment of `value`.
  input.setRangeText('', 0, input.value.length);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
