import { t } from '@grafana/i18n';
import type { Step } from '../../core/time/step';

/** How much earlier shifted data is from, for legends: `1 week earlier`. */
export function shiftText({ count, unit }: Step): string {
  switch (unit) {
    case 'w':
      return t('series.weeksEarlier', '', {
        count,
        defaultValue_one: '{{count}} week earlier',
        defaultValue_other: '{{count}} weeks earlier',
      });
    case 'M':
      return t('series.monthsEarlier', '', {
        count,
        defaultValue_one: '{{count}} month earlier',
        defaultValue_other: '{{count}} months earlier',
      });
    default:
      return t('series.daysEarlier', '', {
        count,
        defaultValue_one: '{{count}} day earlier',
        defaultValue_other: '{{count}} days earlier',
      });
  }
}
