import { t } from '@grafana/i18n';
import React from 'react';
import { translate } from '../../locales/translate';
import { offsetProblem } from '../../query/interval';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { ValidatedCombobox } from '../shared/OptionCombobox';

interface OffsetFieldProps {
  readonly offset: string;
  /** The interval whose steps the offset moves. */
  readonly interval: string;
  readonly variables: readonly string[];
  onChange(offset: string): void;
}

/** The time of day at which steps start. */
export function OffsetField({ offset, interval, variables, onChange }: OffsetFieldProps) {
  return (
    <ValidatedCombobox
      label={t('editors.offset.label', 'Steps start at')}
      value={offset}
      options={offsetOptions(variables)}
      customValueDescription={t('editors.offset.custom', 'Custom time')}
      findProblem={(text) => problemText(text, interval)}
      onChange={onChange}
    />
  );
}

/** When shifts and production days usually start; any other time can be typed. */
const COMMON_START_TIMES = ['05:00', '06:00', '07:00', '08:00'] as const;

function offsetOptions(variables: readonly string[]): PickerOption[] {
  return [
    {
      value: '',
      label: t('editors.offset.midnight', 'Midnight'),
      description: t('editors.offset.midnightDescription', '8-hour steps: 00:00, 08:00, 16:00'),
    },
    ...COMMON_START_TIMES.map((time) => ({
      value: time,
      label: time,
      ...(time === '06:00' && {
        description: t(
          'editors.offset.sixDescription',
          '8-hour shifts: 06:00, 14:00, 22:00 in the dashboard time zone'
        ),
      }),
    })),
    ...variableOptions(variables),
  ];
}

function problemText(text: string, interval: string): string | undefined {
  const problem = offsetProblem(text, interval);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'notATime':
      return translate(
        'editors.offset.notATime',
        '“{{text}}” is not a valid time of day. Enter hours and minutes from 00:00 to 23:59, such as 06:00, or a variable.',
        { text: problem.text }
      );
    case 'movesLevel':
      return translate(
        'editors.offset.movesLevel',
        'The server’s {{level}} buckets cannot start at {{text}}. Select the interval {{instead}} or start at midnight.',
        { level: problem.level, text: problem.text, instead: problem.instead }
      );
  }
}
