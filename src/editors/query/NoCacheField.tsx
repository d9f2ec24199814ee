import { t } from '@grafana/i18n';
import React from 'react';
import { SwitchField } from './PlainFields';

interface NoCacheFieldProps<Q extends { readonly noCache: boolean }> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** Whether every refresh requests all data from the server. */
export function NoCacheField<Q extends { readonly noCache: boolean }>({ query, apply }: NoCacheFieldProps<Q>) {
  return (
    <SwitchField
      query={query}
      name="noCache"
      label={t('editors.noCache.label', 'Bypass cache')}
      description={t(
        'editors.noCache.description',
        'Requests all data from the server on every refresh. Use this for data that is corrected long after it arrives.'
      )}
      size="long"
      apply={apply}
    />
  );
}
