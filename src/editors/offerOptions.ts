import { type ComboboxOption } from '@grafana/ui';
import { t } from '@grafana/i18n';
import { type PickerOption } from './inventoryOptions';
import { plainText } from './plainText';

/** More lines than this are not read by anybody, and cost time on every key. */
const MAX_OFFERED = 100;

/**
 * What a picker shows for what was typed: matching variables, then matching options, then the text itself.
 * Every word typed must occur somewhere in an option, whatever its case or accents. What is left out is said.
 */
export function offerOptions(
  typed: string,
  variables: readonly string[],
  options: readonly PickerOption[]
): ComboboxOption[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const matching = options.filter((option) => {
    const text = fold(`${option.label} ${option.value} ${option.group ?? ''} ${option.description ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const offered: ComboboxOption[] = [
    ...variables.filter((name) => words.every((word) => fold(name).includes(word))).map(variableOption),
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

function variableOption(name: string): ComboboxOption {
  return {
    value: name,
    label: name,
    description: t('editors.picker.variable', 'Follows the variable {{name}} of the dashboard', { name, ...plainText }),
    group: t('editors.picker.variables', 'Variables'),
  };
}

/** Without case and accents: nobody types `ó` to find a pressure. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
