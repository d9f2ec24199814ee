import { t } from '@grafana/i18n';
import React from 'react';
import type { RunSource } from '../../query/foundRuns';
import { WordField, type WordTexts } from './PlainFields';

interface RunsByQuery {
  readonly runsBy: RunSource;
}

interface RunsByFieldProps<Q extends RunsByQuery> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** What begins and ends a run. */
export function RunsByField<Q extends RunsByQuery>({ query, apply }: RunsByFieldProps<Q>) {
  return (
    <WordField<RunsByQuery, 'runsBy'>
      query={query}
      name="runsBy"
      label={t('editors.runsBy.label', 'A run lasts')}
      texts={sourceTexts()}
      isList
      apply={({ runsBy }) => apply({ ...query, runsBy })}
    />
  );
}

function sourceTexts(): WordTexts<RunSource> {
  return {
    condition: [
      t('editors.runsBy.condition', 'While the condition holds'),
      t('editors.runsBy.conditionDescription', 'Such as: the state is running, or the level rises above 30 %'),
    ],
    values: [
      t('editors.runsBy.values', 'While the value is the same'),
      t('editors.runsBy.valuesDescription', 'Such as the number of a batch. The condition chooses among the values'),
    ],
    restarts: [
      t('editors.runsBy.restarts', 'Until the counter restarts'),
      t('editors.runsBy.restartsDescription', 'From one restart to the next, such as of the pieces of an order'),
    ],
  };
}
