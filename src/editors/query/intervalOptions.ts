import { t } from '@grafana/i18n';
import { intervalProblem } from '../../query/interval';
import type { PickerOption } from '../shared/inventoryOptions';
import { PLAIN_TEXT } from '../../locales/plainText';
import { stepText, stepWords } from './stepLabel';
import { variableOptions } from '../shared/variableOptions';

/** Steps that are asked for often; any other can be typed. */
const USUAL_STEPS = ['5m', '15m', '30m', '6h', '8h', '12h', '24h', '1w', '1M'] as const;

/**
 * What the interval can be: by the panel's width, a level of the server, a step, or a variable.
 * @param dayBucketZone the zone whose days the server's `1d` buckets are
 */
export function intervalOptions(variables: readonly string[], dayBucketZone: string): PickerOption[] {
  const levels = t('editors.interval.levels', 'From the server');
  const steps = t('editors.interval.steps', 'Steps, local clock');
  return [
    {
      value: 'auto',
      label: t('editors.interval.auto', 'Auto'),
      description: t('editors.interval.autoWhat', 'By the width of the panel'),
    },
    { value: 'raw', label: t('editors.interval.raw', 'Raw readings'), group: levels },
    { value: '1m', label: stepWords({ count: 1, unit: 'm' }), group: levels },
    { value: '1h', label: stepWords({ count: 1, unit: 'h' }), group: levels },
    {
      value: '1d',
      label: stepWords({ count: 1, unit: 'd' }),
      description: t('editors.interval.dayWhat', 'From midnight to midnight in {{dayBucketZone}}', {
        dayBucketZone,
        ...PLAIN_TEXT,
      }),
      group: levels,
    },
    ...USUAL_STEPS.map(usualStep).map((option) => ({ ...option, group: steps })),
    ...variableOptions(variables),
  ];
}

function usualStep(text: string): PickerOption {
  // `1d` is the server's day; a step of 24 hours is the day of the dashboard's time zone.
  return text === '24h'
    ? {
        value: text,
        label: t('editors.interval.localDay', '1 day, local time'),
        description: t('editors.interval.localDayWhat', 'From midnight to midnight in the time zone of the dashboard'),
      }
    : { value: text, label: stepText(text) };
}

/** What is wrong with a typed interval, and what would be right; undefined when it can be one. */
export function intervalProblemText(text: string): string | undefined {
  const problem = intervalProblem(text);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'notAnInterval':
      return t(
        'editors.interval.notAnInterval',
        '“{{text}}” is no interval. Write a number and a unit (30s, 5m, 8h, 1d, 2w, 1M) or a variable.',
        { text, ...PLAIN_TEXT }
      );
    case 'cutsDays':
      return t(
        'editors.interval.cutsDays',
        '“{{text}}” does not divide a day evenly. The nearest that do: {{nearest}}.',
        { text, nearest: problem.nearest.join(', '), ...PLAIN_TEXT }
      );
  }
}
