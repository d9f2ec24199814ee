import { t } from '@grafana/i18n';
import React from 'react';
import { translate } from '../../locales/translate';
import { stepLabel } from '../../locales/stepText';
import { changeHold } from '../../query/queryEdits';
import type { InterpolationChoice, SignalOptions } from '../../query/savedQuery';
import { HOLD_NONE, isHold } from '../../query/continuation';
import { ValidatedCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { WordField, type WordTexts } from './PlainFields';

interface SignalFieldsProps<Q extends SignalOptions> {
  readonly query: Q;
  readonly variables: readonly string[];
  apply(edited: Q): void;
}

/** What the value is between two readings, and for how long it is known. */
export function SignalFields<Q extends SignalOptions>({ query, variables, apply }: SignalFieldsProps<Q>) {
  return (
    <>
      <WordField
        query={query}
        name="interpolation"
        label={t('editors.interpolation.label', 'Between readings')}
        texts={interpolationTexts()}
        isList
        apply={apply}
      />
      <HoldField query={query} variables={variables} apply={apply} />
    </>
  );
}

type HoldOption = Pick<SignalOptions, 'hold'>;

interface HoldFieldProps<Q extends HoldOption> {
  readonly query: Q;
  readonly variables: readonly string[];
  apply(edited: Q): void;
}

/** For how long a value is known. */
export function HoldField<Q extends HoldOption>({ query, variables, apply }: HoldFieldProps<Q>) {
  return (
    <ValidatedCombobox
      label={t('editors.hold.label', 'Hold limit')}
      value={query.hold}
      options={holdOptions(variables)}
      customValueDescription={t('editors.hold.custom', 'Custom duration')}
      findProblem={holdProblem}
      onChange={(hold) => apply(changeHold(query, hold))}
    />
  );
}

/** What the choices are called. */
export function interpolationTexts(): WordTexts<InterpolationChoice> {
  return {
    auto: [
      t('editors.interpolation.auto', 'Auto (by tag type)'),
      t(
        'editors.interpolation.autoDescription',
        'Straight line for measures, hold for states, set points and counters'
      ),
    ],
    hold: [
      t('editors.interpolation.hold', 'Hold'),
      t('editors.interpolation.holdDescription', 'The value stays until the next reading'),
    ],
    linear: [
      t('editors.interpolation.linear', 'Straight line'),
      t('editors.interpolation.linearDescription', 'The value changes evenly until the next reading'),
    ],
  };
}

/** Any other duration can be typed. */
const COMMON_HOLDS = ['15m', '1h', '6h', '1d'] as const;

function holdOptions(variables: readonly string[]): PickerOption[] {
  return [
    { value: '', label: t('editors.hold.default', 'Data source default') },
    ...COMMON_HOLDS.map((value) => ({ value, label: stepLabel(value) })),
    { value: HOLD_NONE, label: t('editors.hold.none', 'Without limit') },
    ...variableOptions(variables),
  ];
}

function holdProblem(text: string): string | undefined {
  return isHold(text)
    ? undefined
    : translate(
        'editors.hold.invalid',
        '“{{text}}” is not a valid hold limit. Enter a number and a unit, such as 6h, none, or a variable.',
        { text }
      );
}
