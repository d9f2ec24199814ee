import { t } from '@grafana/i18n';
import React from 'react';
import { PLAIN_TEXT } from '../../../locales/plainText';
import { INTERVAL_RANGE, intervalProblem } from '../../../query/interval';
import { FieldHint } from '../../../editors/shared/FieldRow';
import { type PickerOption, variableOptions } from '../../../editors/shared/pickerOptions';
import { ValidatedCombobox } from '../../../editors/shared/OptionCombobox';
import { stepLabel } from '../../../locales/stepText';

interface IntervalFieldProps {
  readonly interval: string;
  readonly variables: readonly string[];
  /** The time zone in which the server's `1d` buckets start at midnight. */
  readonly dayBucketZone: string;
  /** The time zone of the dashboard; undefined until the first response. */
  readonly zone: string | undefined;
  onChange(interval: string): void;
}

export function IntervalField({ interval, variables, dayBucketZone, zone, onChange }: IntervalFieldProps) {
  return (
    <div>
      <ValidatedCombobox
        label={t('editors.interval.label', 'Interval')}
        value={interval}
        options={intervalOptions(variables, dayBucketZone)}
        customValueDescription={t('editors.interval.custom', 'Custom interval')}
        findProblem={problemText}
        onChange={onChange}
      />
      {interval === '1d' && zone !== undefined && zone !== dayBucketZone && (
        <FieldHint>
          {t(
            'editors.interval.serverDays',
            'Server days start at midnight in {{dayBucketZone}}, but the dashboard uses {{zone}}. Select “{{localDay}}” (24h) to use the dashboard time zone.',
            { dayBucketZone, zone, localDay: t('editors.interval.localDay', '1 day, local time'), ...PLAIN_TEXT }
          )}
        </FieldHint>
      )}
    </div>
  );
}

/** Frequently used steps; any other can be typed. */
const COMMON_STEPS = ['5m', '15m', '30m', '6h', '8h', '12h', '24h', '1w', '1M'] as const;

function intervalOptions(variables: readonly string[], dayBucketZone: string): PickerOption[] {
  const levels = t('editors.interval.levels', 'Server resolution');
  const steps = t('editors.interval.steps', 'Steps in local time');
  return [
    {
      value: 'auto',
      label: t('editors.interval.auto', 'Auto'),
      description: t('editors.interval.autoDescription', 'Based on the panel width'),
    },
    {
      value: INTERVAL_RANGE,
      label: t('editors.interval.range', 'Whole time range'),
      description: t(
        'editors.interval.rangeDescription',
        'One value, exact from the start to the end of the time range'
      ),
    },
    { value: 'raw', label: t('editors.interval.raw', 'Raw readings'), group: levels },
    { value: '1m', label: stepLabel('1m'), group: levels },
    { value: '1h', label: stepLabel('1h'), group: levels },
    {
      value: '1d',
      label: stepLabel('1d'),
      description: t('editors.interval.dayDescription', 'Midnight to midnight in {{dayBucketZone}}', {
        dayBucketZone,
        ...PLAIN_TEXT,
      }),
      group: levels,
    },
    ...COMMON_STEPS.map(stepOption).map((option) => ({ ...option, group: steps })),
    ...variableOptions(variables),
  ];
}

function stepOption(step: string): PickerOption {
  // `1d` is the server's day; a step of 24 hours is a day in the dashboard's time zone.
  return step === '24h'
    ? {
        value: step,
        label: t('editors.interval.localDay', '1 day, local time'),
        description: t('editors.interval.localDayDescription', 'Midnight to midnight in the dashboard time zone'),
      }
    : { value: step, label: stepLabel(step) };
}

function problemText(text: string): string | undefined {
  const problem = intervalProblem(text);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'notAnInterval':
      return t(
        'editors.interval.notAnInterval',
        '“{{text}}” is not a valid interval. Enter a number and a unit (30s, 5m, 8h, 1d, 2w, 1M) or a variable.',
        { text, ...PLAIN_TEXT }
      );
    case 'cutsDays':
      return t(
        'editors.interval.cutsDays',
        '“{{text}}” does not divide a day evenly. Nearest valid intervals: {{nearest}}.',
        { text, nearest: problem.nearest.join(', '), ...PLAIN_TEXT }
      );
  }
}
