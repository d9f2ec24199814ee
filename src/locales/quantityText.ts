import { t } from '@grafana/i18n';

/** A value with its unit, with three decimals at most, as the language of the interface writes numbers. */
export function quantityText(value: number, unit: string): string {
  // On its own, because `translate` turns the format off.
  const number = t('alerts.number', '{{value, number}}', { value });
  return unit === '' ? number : `${number} ${unit}`;
}
