import { t } from '@grafana/i18n';
import { Field } from '@grafana/ui';
import React, { useId } from 'react';
import { changeMaxSeries } from '../../query/queryEdits';
import type { SeriesOptions } from '../../query/savedQuery';
import { DraftInput } from '../shared/DraftInput';

interface MaxSeriesFieldProps<Q extends SeriesOptions> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** The maximum number of series. */
export function MaxSeriesField<Q extends SeriesOptions>({ query, apply }: MaxSeriesFieldProps<Q>) {
  const id = useId();
  const save = (text: string) => {
    const edited = changeMaxSeries(query, Number(text));
    if (edited !== query) {
      apply(edited);
    }
    return String(edited.maxSeries);
  };
  return (
    <Field label={t('editors.maxSeries.label', 'Maximum series')} noMargin>
      <DraftInput id={id} type="number" min={1} step={1} value={String(query.maxSeries)} save={save} />
    </Field>
  );
}
