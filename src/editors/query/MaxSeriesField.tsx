import { t } from '@grafana/i18n';
import { Field, Input } from '@grafana/ui';
import React, { useId } from 'react';
import { changeMaxSeries } from '../../query/queryEdits';
import type { HistoryQuery, LatestQuery } from '../../query/telemetryQuery';

interface MaxSeriesFieldProps<Q extends HistoryQuery | LatestQuery> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** The maximum number of series. It is applied on blur and Enter, so that the query does not run on every keystroke. */
export function MaxSeriesField<Q extends HistoryQuery | LatestQuery>({ query, apply }: MaxSeriesFieldProps<Q>) {
  const id = useId();
  const commit = (input: HTMLInputElement) => {
    const edited = changeMaxSeries(query, Number(input.value));
    if (edited === query) {
      input.value = String(query.maxSeries);
    } else {
      apply(edited);
    }
  };
  return (
    <Field label={t('editors.maxSeries.label', 'Maximum series')} noMargin>
      <Input
        // The key resets the uncontrolled input when the value changes elsewhere.
        key={query.maxSeries}
        id={id}
        type="number"
        min={1}
        step={1}
        defaultValue={query.maxSeries}
        onBlur={(event) => commit(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            commit(event.currentTarget);
          }
        }}
      />
    </Field>
  );
}
