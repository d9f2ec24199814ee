import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { translate } from '../../locales/translate';
import { stepLabel } from '../../locales/stepText';
import { changeHold } from '../../query/queryEdits';
import type { InterpolationChoice, SignalOptions } from '../../query/savedQuery';
import { HOLD_NONE, isHold } from '../../query/signalRules';
import { FieldCell } from '../shared/FieldRow';
import { OptionCombobox, ValidatedCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';

interface SignalFieldsProps<Q extends SignalOptions> {
  readonly query: Q;
  readonly variables: readonly string[];
  apply(edited: Q): void;
}

/** What the value is between two readings, and for how long it is known. */
export function SignalFields<Q extends SignalOptions>({ query, variables, apply }: SignalFieldsProps<Q>) {
  const id = useId();
  return (
    <>
      <FieldCell size="short">
        <Field label={t('editors.interpolation.label', 'Between readings')} noMargin>
          <OptionCombobox
            id={id}
            options={interpolationOptions()}
            value={query.interpolation}
            onChange={(interpolation) => apply({ ...query, interpolation: interpolation as InterpolationChoice })}
          />
        </Field>
      </FieldCell>
      <FieldCell size="short">
        <ValidatedCombobox
          label={t('editors.hold.label', 'Hold limit')}
          value={query.hold}
          options={holdOptions(variables)}
          customValueDescription={t('editors.hold.custom', 'Custom duration')}
          findProblem={holdProblem}
          onChange={(hold) => apply(changeHold(query, hold))}
        />
      </FieldCell>
    </>
  );
}

function interpolationOptions(): PickerOption[] {
  return Object.entries(interpolationTexts()).map(([value, option]) => ({ value, ...option }));
}

/** How a choice is called. */
export function interpolationLabel(choice: InterpolationChoice): string {
  return interpolationTexts()[choice].label;
}

function interpolationTexts(): Readonly<Record<InterpolationChoice, Omit<PickerOption, 'value'>>> {
  return {
    auto: {
      label: t('editors.interpolation.auto', 'Auto (by tag type)'),
      description: t(
        'editors.interpolation.autoDescription',
        'Straight line for measures, hold for states, set points and counters'
      ),
    },
    hold: {
      label: t('editors.interpolation.hold', 'Hold'),
      description: t('editors.interpolation.holdDescription', 'The value stays until the next reading'),
    },
    linear: {
      label: t('editors.interpolation.linear', 'Straight line'),
      description: t('editors.interpolation.linearDescription', 'The value changes evenly until the next reading'),
    },
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
