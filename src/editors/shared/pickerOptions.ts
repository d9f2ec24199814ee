import { t } from '@grafana/i18n';
import type { ComboboxOption } from '@grafana/ui';
import type { PickerOption } from './inventoryOptions';
import { matchOptions } from './matchOptions';
import { variableOptions } from './variableOptions';

/** More lines than this are not read by anybody, and cost time on every key. */
const MAX_OFFERED = 100;

/**
 * What a picker shows for what was typed: matching variables, then matching options, then the text itself. What is
 * left out is said.
 */
export function suggestOptions(
  typed: string,
  variables: readonly string[],
  options: readonly PickerOption[]
): ComboboxOption[] {
  const matching = matchOptions(typed, options);
  const offered: ComboboxOption[] = [
    ...matchOptions(typed, variableOptions(variables)),
    ...matching.slice(0, MAX_OFFERED),
  ];
  const text = typed.trim();
  if (text !== '' && !offered.some(({ value }) => value === text)) {
    offered.push({
      value: text,
      label: text,
      description: t('editors.picker.asTyped', 'Use as typed'),
      group: t('editors.picker.typed', 'Typed'),
    });
  }
  if (matching.length > MAX_OFFERED) {
    offered.push(
      information(
        t('editors.picker.more', 'The first {{shown, number}} of {{total, number}}. Type to find the others.', {
          shown: MAX_OFFERED,
          total: matching.length,
        })
      )
    );
  }
  return offered;
}

/** A line that says something and cannot be chosen. */
export function information(text: string): ComboboxOption {
  return { value: `information:${text}`, label: text, infoOption: true };
}

/** The chosen values with the words that people know them by; what is not known stands as it is. */
export function selectedOptions(values: readonly string[], options: readonly PickerOption[]): ComboboxOption[] {
  return values.map((value) => ({ value, label: options.find((option) => option.value === value)?.label ?? value }));
}
