import { t } from '@grafana/i18n';
import { parseStep, type Step } from '../core/time/step';
import { translate } from './translate';

/** A step in words: `5 minutes`. */
export function stepText({ count, unit }: Step): string {
  switch (unit) {
    case 's':
      return t('steps.seconds', '', {
        count,
        defaultValue_one: '{{count}} second',
        defaultValue_other: '{{count}} seconds',
      });
    case 'm':
      return t('steps.minutes', '', {
        count,
        defaultValue_one: '{{count}} minute',
        defaultValue_other: '{{count}} minutes',
      });
    case 'h':
      return t('steps.hours', '', {
        count,
        defaultValue_one: '{{count}} hour',
        defaultValue_other: '{{count}} hours',
      });
    case 'd':
      return t('steps.days', '', {
        count,
        defaultValue_one: '{{count}} day',
        defaultValue_other: '{{count}} days',
      });
    case 'w':
      return t('steps.weeks', '', {
        count,
        defaultValue_one: '{{count}} week',
        defaultValue_other: '{{count}} weeks',
      });
    case 'M':
      return t('steps.months', '', {
        count,
        defaultValue_one: '{{count}} month',
        defaultValue_other: '{{count}} months',
      });
  }
}

/** How much earlier shifted data is from, in words: `1 week earlier`. */
export function shiftText(step: Step): string {
  return translate('steps.earlier', '{{step}} earlier', { step: stepText(step) });
}

/** A step in words: `5m` → `5 minutes`. A text that is not a step is returned as it is. */
export function stepLabel(text: string): string {
  const step = parseStep(text);
  return step === undefined ? text : stepText(step);
}

/** What a query is called that has a single step: the time range. */
export function oneValueText(): string {
  return t('steps.oneValue', 'One value for the time range');
}
