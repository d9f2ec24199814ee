import { t } from '@grafana/i18n';
import React from 'react';
import { changeDuration } from '../../query/queryEdits';
import { DurationField } from './DurationField';

interface MinDurationFieldProps<Q extends { readonly minDuration: string }> {
  readonly query: Q;
  readonly variables: readonly string[];
  apply(edited: Q): void;
}

/** How long a period has to be to count. */
export function MinDurationField<Q extends { readonly minDuration: string }>(props: MinDurationFieldProps<Q>) {
  const { query, variables, apply } = props;
  return (
    <DurationField
      label={t('editors.minDuration.label', 'Minimum duration')}
      value={query.minDuration}
      otherOptions={[{ value: '', label: t('editors.minDuration.none', 'Any') }]}
      durations={USUAL_DURATIONS}
      variables={variables}
      onChange={(text) => apply(changeDuration(query, 'minDuration', text))}
    />
  );
}

/** Any other can be typed. */
const USUAL_DURATIONS = ['10s', '1m', '5m', '15m', '1h'] as const;
