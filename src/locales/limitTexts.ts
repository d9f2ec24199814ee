import { t } from '@grafana/i18n';
import type { LimitName } from '../core/inventory/tagProfile';

/** What users call the limits. */
export function limitTexts(): Readonly<Record<LimitName, string>> {
  return {
    lowLow: t('words.limit.lowLow', 'Low-low'),
    low: t('words.limit.low', 'Low'),
    high: t('words.limit.high', 'High'),
    highHigh: t('words.limit.highHigh', 'High-high'),
  };
}
