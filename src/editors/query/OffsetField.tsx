import { t } from '@grafana/i18n';
import React from 'react';
import { ValidatedCombobox } from '../shared/ValidatedCombobox';
import { offsetOptions, offsetProblemText } from './offsetOptions';

interface OffsetFieldProps {
  readonly offset: string;
  /** The interval whose steps it moves. */
  readonly interval: string;
  readonly variables: readonly string[];
  onChange(offset: string): void;
}

/** The time of day at which steps begin. */
export function OffsetField({ offset, interval, variables, onChange }: OffsetFieldProps) {
  return (
    <ValidatedCombobox
      label={t('editors.offset.label', 'Steps begin at')}
      value={offset}
      options={offsetOptions(variables)}
      typedDescription={t('editors.offset.custom', 'Time of your own')}
      problemOf={(text) => offsetProblemText(text, interval)}
      onChange={onChange}
    />
  );
}
