import { t } from '@grafana/i18n';
import type { ComboboxOption } from '@grafana/ui';

/** An option of a picker. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly group?: string;
}

/** Longer lists are hard to scan and slow to filter on every keystroke. */
const MAX_SUGGESTIONS = 100;

/** The options for a typed text: matching variables, then matching options, then the text itself as a custom value. */
export function suggestOptions(
  typed: string,
  variables: readonly string[],
  options: readonly PickerOption[]
): ComboboxOption[] {
  const matching = filterOptions(typed, options);
  const suggestions: ComboboxOption[] = [
    ...filterOptions(typed, variableOptions(variables)),
    ...matching.slice(0, MAX_SUGGESTIONS),
  ];
  const text = typed.trim();
  if (text !== '' && !suggestions.some(({ value }) => value === text)) {
    suggestions.push({
      value: text,
      label: text,
      description: t('editors.picker.useCustom', 'Use custom value'),
      group: t('editors.picker.custom', 'Custom value'),
    });
  }
  if (matching.length > MAX_SUGGESTIONS) {
    suggestions.push(
      infoOption(
        t('editors.picker.more', 'Showing the first {{shown, number}} of {{total, number}} options. Type to filter.', {
          shown: MAX_SUGGESTIONS,
          total: matching.length,
        })
      )
    );
  }
  return suggestions;
}

/** The dashboard's variables, which can replace any value. */
export function variableOptions(variables: readonly string[]): PickerOption[] {
  return variables.map((name) => ({ value: name, label: name, group: t('editors.picker.variables', 'Variables') }));
}

/** A message in the list, which cannot be selected. */
export function infoOption(text: string): ComboboxOption {
  return { value: `info:${text}`, label: text, infoOption: true };
}

/** The selected values with their labels. A value that is not among the options is its own label. */
export function selectedOptions(values: readonly string[], options: readonly PickerOption[]): ComboboxOption[] {
  return values.map((value) => ({ value, label: options.find((option) => option.value === value)?.label ?? value }));
}

/** The options that contain every typed word, ignoring case and accents. */
function filterOptions(typed: string, options: readonly PickerOption[]): PickerOption[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return options.filter(({ label, value, group, description }) => {
    const text = foldText([label, value, group, description].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Removes case and accents, so that `presion` finds `Presión`. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
