import { t } from '@grafana/i18n';
import { parseStep } from '../../core/time/step';

/** A step in words: `5m` → `5 minutes`. A text that is not a step is returned as it is. */
export function stepLabel(text: string): string {
  const step = parseStep(text);
  if (step === undefined) {
    return text;
  }
  const { count, unit } = step;
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
