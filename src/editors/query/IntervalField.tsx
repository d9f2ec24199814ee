import { t } from '@grafana/i18n';
import React from 'react';
import { PLAIN_TEXT } from '../../locales/plainText';
import { INTERVAL_RANGE, intervalProblem, parseInterval } from '../../query/interval';
import { FieldHint } from '../shared/FieldRow';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { ValidatedCombobox } from '../shared/OptionCombobox';
import { stepLabel } from '../../locales/stepText';

/** For a query that can show the levels of the server. */
interface ServerLevels {
  /** The time zone in which the server's `1d` buckets start at midnight. */
  readonly dayBucketZone: string;
  /** The time zone of the dashboard; undefined until the first response. */
  readonly zone: string | undefined;
}

interface IntervalFieldProps {
  readonly interval: string;
  readonly variables: readonly string[];
  /** Undefined for a query whose steps are all on the clock of the dashboard. */
  readonly levels?: ServerLevels;
  onChange(interval: string): void;
}

export function IntervalField({ interval, variables, levels, onChange }: IntervalFieldProps) {
  return (
    <div>
      <ValidatedCombobox
        label={t('editors.interval.label', 'Interval')}
        value={interval}
        options={intervalOptions(variables, levels)}
        customValueDescription={t('editors.interval.custom', 'Custom interval')}
        findProblem={(text) =>
          levels === undefined ? (readingsProblem(text) ?? problemText(text)) : problemText(text)
        }
        onChange={onChange}
      />
      {interval === '1d' && levels?.zone !== undefined && levels.zone !== levels.dayBucketZone && (
        <FieldHint>
          {t(
            'editors.interval.serverDays',
            'Server days start at midnight in {{dayBucketZone}}, but the dashboard uses {{zone}}. Select “{{localDay}}” (24h) to use the dashboard time zone.',
            { ...levels, localDay: t('editors.interval.localDay', '1 day, local time'), ...PLAIN_TEXT }
          )}
        </FieldHint>
      )}
    </div>
  );
}

/** Frequently used steps; any other can be typed. */
const COMMON_STEPS = ['5m', '15m', '30m', '6h', '8h', '12h', '24h', '1w', '1M'] as const;
const STEPS_WITHOUT_LEVELS = ['15m', '1h', '8h', '12h', '24h', '1w', '1M'] as const;

function intervalOptions(variables: readonly string[], levels: ServerLevels | undefined): PickerOption[] {
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
    ...(levels === undefined ? [] : levelOptions(levels)),
    ...(levels === undefined ? STEPS_WITHOUT_LEVELS : COMMON_STEPS)
      .map(stepOption)
      .map((option) => ({ ...option, group: steps })),
    ...variableOptions(variables),
  ];
}

function levelOptions({ dayBucketZone }: ServerLevels): PickerOption[] {
  const group = t('editors.interval.levels', 'Server resolution');
  return [
    { value: 'raw', label: t('editors.interval.raw', 'Raw readings'), group },
    { value: '1m', label: stepLabel('1m'), group },
    { value: '1h', label: stepLabel('1h'), group },
    {
      value: '1d',
      label: stepLabel('1d'),
      description: t('editors.interval.dayDescription', 'Midnight to midnight in {{dayBucketZone}}', {
        dayBucketZone,
        ...PLAIN_TEXT,
      }),
      group,
    },
  ];
}

/** Readings have no steps. */
function readingsProblem(text: string): string | undefined {
  const interval = parseInterval(text);
  return interval.kind === 'level' && interval.level === 'raw' ? notAnIntervalText(text) : undefined;
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
      return notAnIntervalText(text);
    case 'cutsDays':
      return t(
        'editors.interval.cutsDays',
        '“{{text}}” does not divide a day evenly. Nearest valid intervals: {{nearest}}.',
        { text, nearest: problem.nearest.join(', '), ...PLAIN_TEXT }
      );
  }
}

function notAnIntervalText(text: string): string {
  return t(
    'editors.interval.notAnInterval',
    '“{{text}}” is not a valid interval. Enter a number and a unit (30s, 5m, 8h, 1d, 2w, 1M) or a variable.',
    { text, ...PLAIN_TEXT }
  );
}
