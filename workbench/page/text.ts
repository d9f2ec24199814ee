import i18next from 'i18next';
import english from './locales/en-US.json';
import spanish from './locales/es-ES.json';

/** The key of one of the workbench's own texts in `locales/`. */
export type TextKey = keyof typeof english;

const texts: Record<string, Partial<Record<TextKey, string>>> = { 'en-US': english, 'es-ES': spanish };

/** The text in the language of the page, with each `{{name}}` replaced by its value. */
export function text(key: TextKey, values: Record<string, string | number> = {}): string {
  const template = texts[i18next.language]?.[key] ?? english[key];
  return template.replace(/\{\{(\w+)\}\}/g, (_match, name: string) => String(values[name] ?? ''));
}
