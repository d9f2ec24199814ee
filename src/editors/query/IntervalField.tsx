import { t } from '@grafana/i18n';
import React from 'react';
import { translate } from '../../locales/translate';
import { INTERVAL_RANGE, intervalProblem, parseInterval } from '../../query/interval';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { ValidatedCombobox } from '../shared/OptionCombobox';
import { stepLabel } from '../../locales/stepText';

interface IntervalFieldProps {
  readonly interval: string;
  readonly variables: readonly string[];
  /** True for a query that can show the levels of the server. */
  readonly hasLevels?: boolean;
  onChange(interval: string): void;
}

export function IntervalField({ interval, variables, hasLevels = false, onChange }: IntervalFieldProps) {
  return (
    <ValidatedCombobox
      label={t('editors.interval.label', 'Interval')}
      value={interval}
      options={intervalOptions(variables, hasLevels)}
      customValueDescription={t('editors.interval.custom', 'Custom interval')}
      findProblem={(text) => (hasLevels ? undefined : readingsProblem(text)) ?? problemText(text)}
      onChange={onChange}
    />
  );
}

/** Frequently used steps; any other can be typed. */
const COMMON_STEPS = ['5m', '15m', '30m', '6h', '8h', '12h', '1d', '1w', '1M'] as const;
const STEPS_WITHOUT_LEVELS = ['15m', '1h', '8h', '12h', '1d', '1w', '1M'] as const;

function intervalOptions(variables: readonly string[], hasLevels: boolean): PickerOption[] {
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
    ...(hasLevels ? levelOptions() : []),
    ...(hasLevels ? COMMON_STEPS : STEPS_WITHOUT_LEVELS).map((value) => ({
      value,
      label: stepLabel(value),
      group: steps,
    })),
    ...variableOptions(variables),
  ];
}

function levelOptions(): PickerOption[] {
  const group = t('editors.interval.levels', 'Server resolution');
  return [
    { value: 'raw', label: t('editors.interval.raw', 'Raw readings'), group },
    { value: '1m', label: stepLabel('1m'), group },
    { value: '1h', label: stepLabel('1h'), group },
  ];
}

/** Readings have no steps. */
function readingsProblem(text: string): string | undefined {
  const interval = parseInterval(text);
  return interval.kind === 'level' && interval.level === 'raw' ? notAnIntervalText(text) : undefined;
}

function problemText(text: string): string | undefined {
  const problem = intervalProblem(text);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'notAnInterval':
      return notAnIntervalText(text);
    case 'cutsDays':
      return translate(
        'editors.interval.cutsDays',
        '“{{text}}” does not divide a day evenly. Nearest valid intervals: {{nearest}}.',
        { text, nearest: problem.nearest.join(', ') }
      );
  }
}

function notAnIntervalText(text: string): string {
  return translate(
    'editors.interval.notAnInterval',
    '“{{text}}” is not a valid interval. Enter a number and a unit (30s, 5m, 8h, 1d, 2w, 1M) or a variable.',
    { text }
  );
}
