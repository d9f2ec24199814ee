import { t } from '@grafana/i18n';
import React from 'react';
import { changeDuration } from '../../query/queryEdits';
import { DurationField } from './DurationField';

interface JoinWithinFieldProps<Q extends { readonly joinWithin: string }> {
  readonly query: Q;
  readonly variables: readonly string[];
  apply(edited: Q): void;
}

/** Which interruptions do not end a period. */
export function JoinWithinField<Q extends { readonly joinWithin: string }>(props: JoinWithinFieldProps<Q>) {
  const { query, variables, apply } = props;
  return (
    <DurationField
      label={t('editors.joinWithin.label', 'Join within')}
      value={query.joinWithin}
      otherOptions={[
        {
          value: '',
          label: t('editors.joinWithin.none', 'Never'),
          description: t('editors.joinWithin.noneDescription', 'Every interruption ends a period'),
        },
      ]}
      durations={USUAL_DURATIONS}
      variables={variables}
      onChange={(text) => apply(changeDuration(query, 'joinWithin', text))}
    />
  );
}

/** Any other can be typed. */
const USUAL_DURATIONS = ['10s', '30s', '1m', '5m', '15m'] as const;
