import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { intervalProblem } from '../query/intervalProblem';
import { ChoiceCombobox } from './ChoiceCombobox';
import { intervalOptions, intervalProblemText } from './intervalOptions';

interface IntervalFieldProps {
  readonly interval: string;
  readonly variables: readonly string[];
  onChange(interval: string): void;
}

/** The interval; a text that cannot be one stays in sight with what is wrong with it, and is not saved. */
export function IntervalField({ interval, variables, onChange }: IntervalFieldProps) {
  const id = useId();
  const options = intervalOptions(variables);
  const [refused, setRefused] = useState<{ readonly text: string; readonly instead: string }>();
  // Once the saved interval changes, by whatever hand, the refused text is history.
  const shown = refused?.instead === interval ? refused.text : undefined;
  const problem = shown === undefined ? undefined : intervalProblem(shown);

  const choose = (text: string) => {
    if (intervalProblem(text) === undefined) {
      setRefused(undefined);
      onChange(text);
    } else {
      setRefused({ text, instead: interval });
    }
  };

  return (
    <Field
      label={t('editors.interval.label', 'Interval')}
      noMargin
      invalid={problem !== undefined}
      error={problem && intervalProblemText(shown ?? '', problem)}
    >
      <ChoiceCombobox
        id={id}
        options={options}
        value={shown ?? interval}
        onChange={choose}
        typedDescription={t('editors.interval.custom', 'Step of your own')}
      />
    </Field>
  );
}
