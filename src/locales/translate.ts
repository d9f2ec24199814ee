import { t } from '@grafana/i18n';

/**
 * A translated text with values. i18next escapes them for HTML (`/` becomes `&#x2F;`), but React, legends and notices show text as it is.
 * @param values by the name that the text has for each; with `count`, the texts are `defaultValue_one` and `defaultValue_other`
 */
export function translate(key: string, english: string, values: Readonly<Record<string, unknown>>): string {
  return t(key, english, { ...values, interpolation: { escapeValue: false } });
}
