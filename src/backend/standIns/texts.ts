import english from '../../locales/en-US/telemetria-industrial-datasource.json';

/** Takes the place of `@grafana/i18n` in the backend, where no user's language is known: the same texts, in English. */

type Values = Readonly<Record<string, unknown>>;

/**
 * @param key of the text, parts separated by dots
 * @param text the English text; if it has a plural, that of the language file is used
 * @param values for `{{name}}` and `{{name, number}}`
 */
export function t(key: string, text: string, values: Values = {}): string {
  const plural =
    typeof values.count === 'number' ? textAt(`${key}_${values.count === 1 ? 'one' : 'other'}`) : undefined;
  return (plural ?? text).replace(/\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g, (_whole, name: string, format?: string) => {
    const value = values[name];
    return format === 'number' && typeof value === 'number' ? formatNumber(value) : String(value ?? '');
  });
}

function textAt(key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? (node as Values)[part] : undefined),
      english
    );
  return typeof found === 'string' ? found : undefined;
}

/** As `Intl.NumberFormat` does in English: groups of three digits, at most three decimals. */
function formatNumber(value: number): string {
  const [whole = '', decimals] = String(Math.round(Math.abs(value) * 1000) / 1000).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '-' : ''}${grouped}${decimals === undefined ? '' : `.${decimals}`}`;
}
