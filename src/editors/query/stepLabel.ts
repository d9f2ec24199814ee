import { t } from '@grafana/i18n';
import { parseStep, type Step } from '../../core/time/step';

/** A step as people say it: `{ count: 5, unit: 'm' }` → `5 minutes`. */
export function stepWords({ count, unit }: Step): string {
  switch (unit) {
    case 's':
      return t('editors.step.seconds', '', {
        count,
        defaultValue_one: '{{count}} second',
        defaultValue_other: '{{count}} seconds',
      });
    case 'm':
      return t('editors.step.minutes', '', {
        count,
        defaultValue_one: '{{count}} minute',
        defaultValue_other: '{{count}} minutes',
      });
    case 'h':
      return t('editors.step.hours', '', {
        count,
        defaultValue_one: '{{count}} hour',
        defaultValue_other: '{{count}} hours',
      });
    case 'd':
      return t('editors.step.days', '', {
        count,
        defaultValue_one: '{{count}} day',
        defaultValue_other: '{{count}} days',
      });
    case 'w':
      return t('editors.step.weeks', '', {
        count,
        defaultValue_one: '{{count}} week',
        defaultValue_other: '{{count}} weeks',
      });
    case 'M':
      return t('editors.step.months', '', {
        count,
        defaultValue_one: '{{count}} month',
        defaultValue_other: '{{count}} months',
      });
  }
}

/** The same for a step as it is written, `5m`; what is none stays as it is. */
export function stepText(written: string): string {
  const step = parseStep(written);
  return step ? stepWords(step) : written;
}
