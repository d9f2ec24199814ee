import type { PickerOption } from './inventoryOptions';

/** The options that hold every typed word somewhere in their text, whatever its case or accents. */
export function matchOptions(typed: string, options: readonly PickerOption[]): PickerOption[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return options.filter(({ label, value, group, description }) => {
    const text = fold([label, value, group, description].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Without case and accents: nobody types `ó` to find a pressure. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
