import { t } from '@grafana/i18n';
import React from 'react';
import { translate } from '../../locales/translate';
import { stepLabel } from '../../locales/stepText';
import { isDuration } from '../../query/duration';
import { ValidatedCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';

interface DurationFieldProps {
  readonly label: string;
  /** Empty: the first of the other options. */
  readonly value: string;
  /** What can be chosen instead of a duration; the first one is that of an empty text. */
  readonly otherOptions: readonly PickerOption[];
  /** Usual durations; any other can be typed. */
  readonly durations: readonly string[];
  readonly variables: readonly string[];
  onChange(text: string): void;
}

/** A duration, a variable or what there is instead. */
export function DurationField({ label, value, otherOptions, durations, variables, onChange }: DurationFieldProps) {
  const isOther = (text: string) => otherOptions.some((option) => option.value === text);
  return (
    <ValidatedCombobox
      label={label}
      value={value}
      options={[
        ...otherOptions,
        ...durations.map((duration) => ({ value: duration, label: stepLabel(duration) })),
        ...variableOptions(variables),
      ]}
      customValueDescription={t('editors.duration.custom', 'Custom duration')}
      findProblem={(text) => (isOther(text.trim()) || isDuration(text) ? undefined : invalidText(text))}
      onChange={onChange}
    />
  );
}

function invalidText(text: string): string {
  return translate(
    'editors.duration.invalid',
    '“{{text}}” is not a valid duration. Enter a number and a unit, such as 30s, 15m or 8h, or a variable.',
    { text }
  );
}
