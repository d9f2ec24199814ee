import { t } from '@grafana/i18n';
import React from 'react';
import { translate } from '../../../locales/translate';
import { shiftText } from '../../../locales/stepText';
import { isShift, parseShift } from '../../../query/shift';
import { type PickerOption, variableOptions } from '../../../editors/shared/pickerOptions';
import { ValidatedCombobox } from '../../../editors/shared/OptionCombobox';

interface ShiftFieldProps {
  readonly shift: string;
  readonly variables: readonly string[];
  onChange(shift: string): void;
}

/** How much earlier the data is from than the time range. */
export function ShiftField({ shift, variables, onChange }: ShiftFieldProps) {
  return (
    <ValidatedCombobox
      label={t('editors.shift.label', 'Time shift')}
      value={shift}
      options={shiftOptions(variables)}
      customValueDescription={t('editors.shift.custom', 'Custom shift')}
      findProblem={problemText}
      onChange={onChange}
    />
  );
}

/** `1w` → `1 week earlier`. A variable is returned as it is. */
export function shiftLabel(shift: string): string {
  const parsed = parseShift(shift);
  return parsed.kind === 'shift' ? shiftText(parsed.step) : shift;
}

/** Any other number of days, weeks or months can be typed. */
const COMMON_SHIFTS = ['1d', '1w', '1M'] as const;

function shiftOptions(variables: readonly string[]): PickerOption[] {
  return [
    { value: '', label: t('editors.shift.none', 'Same time') },
    ...COMMON_SHIFTS.map((value) => ({ value, label: shiftLabel(value) })),
    ...variableOptions(variables),
  ];
}

function problemText(text: string): string | undefined {
  return isShift(text)
    ? undefined
    : translate(
        'editors.shift.invalid',
        '“{{text}}” is not a valid shift. Enter a number of days, weeks, or months (1d, 2w, 1M) or a variable.',
        { text }
      );
}
