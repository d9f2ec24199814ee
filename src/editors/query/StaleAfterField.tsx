import { t } from '@grafana/i18n';
import React from 'react';
import { stepLabel } from '../../locales/stepText';
import { translate } from '../../locales/translate';
import { isDuration } from '../../query/duration';
import { ValidatedCombobox } from '../shared/OptionCombobox';
import { variableOptions } from '../shared/pickerOptions';
import type { InventoryList } from '../shared/useInventory';

interface StaleAfterFieldProps {
  readonly staleAfter: string;
  readonly variables: InventoryList['variables'];
  onChange(staleAfter: string): void;
}

/** How old a value may be. */
export function StaleAfterField({ staleAfter, variables, onChange }: StaleAfterFieldProps) {
  return (
    <ValidatedCombobox
      label={t('editors.staleAfter.label', 'Stale after')}
      value={staleAfter}
      options={[...COMMON_AGES.map((age) => ({ value: age, label: stepLabel(age) })), ...variableOptions(variables)]}
      customValueDescription={t('editors.staleAfter.custom', 'Custom duration')}
      findProblem={problemText}
      onChange={onChange}
    />
  );
}

/** How old values usually may be; any other duration can be typed. */
const COMMON_AGES = ['1m', '5m', '15m', '1h', '6h', '1d'] as const;

function problemText(text: string): string | undefined {
  return isDuration(text)
    ? undefined
    : translate(
        'editors.staleAfter.invalid',
        '“{{text}}” is not a valid duration. Enter a number and a unit, such as 15m.',
        {
          text,
        }
      );
}
