import { t } from '@grafana/i18n';
import type { ComboboxOption } from '@grafana/ui';
import type { ServerWords } from '../../core/serverWords';
import { translate } from '../../locales/translate';

/** An option of a picker. */
export interface PickerOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly group?: string;
}

/** Longer lists are hard to scan and slow to filter on every keystroke. */
const MAX_SUGGESTIONS = 100;

/**
 * The options for a typed text: those that it names, those that match, and last the text itself as a custom value.
 * Variables follow the other options unless the text is empty or the beginning of one.
 */
export function suggestOptions(
  typed: string,
  variables: readonly string[],
  options: readonly PickerOption[]
): ComboboxOption[] {
  const matching = filterOptions(typed, options);
  const named = namedOptions(typed, matching);
  const listed = [...named, ...matching.filter((option) => !named.includes(option))].slice(0, MAX_SUGGESTIONS);
  const matchingVariables = filterOptions(typed, variableOptions(variables));
  const text = typed.trim();
  const suggestions: ComboboxOption[] =
    text === '' || text.startsWith('$') ? [...matchingVariables, ...listed] : [...listed, ...matchingVariables];
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

/** An option for each meaning, with the server's first word for it as its value, which the label shows where it is not Spanish. */
export function wordOptions<Meaning extends string>(
  words: ServerWords<Meaning>,
  texts: Readonly<Record<Meaning, string>>
): PickerOption[] {
  return (Object.keys(words) as Meaning[]).map((meaning) => {
    const [word] = words[meaning];
    const text = texts[meaning];
    return { value: word, label: translate('editors.picker.serverWord', '{{text}} ({{word}})', { text, word }) };
  });
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

/** The value of a text that is taken as typed: of the option with this code or name, if only one has it, else the text. */
export function typedValue(
  typed: string,
  variables: readonly string[],
  options: readonly PickerOption[]
): string | undefined {
  const text = typed.trim();
  if (text === '' || variables.includes(text) || options.some(({ value }) => value === text)) {
    return text || undefined;
  }
  const named = namedOptions(text, options);
  return named.length === 1 ? named[0]!.value : text;
}

/** The options whose code or name the text is, ignoring case and accents; the code first. */
function namedOptions(typed: string, options: readonly PickerOption[]): PickerOption[] {
  const text = foldText(typed.trim());
  if (text === '') {
    return [];
  }
  const byCode = options.filter(({ value }) => foldText(value) === text);
  const byName = options.filter(
    ({ value, label }) => [text, `${text} (${foldText(value)})`].includes(foldText(label)) && foldText(value) !== text
  );
  return [...byCode, ...byName];
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
