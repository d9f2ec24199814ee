import { t } from '@grafana/i18n';
import { InlineSwitch } from '@grafana/ui';
import React, { useId } from 'react';
import { DescribedField } from '../shared/DescribedField';

interface NoCacheFieldProps<Q extends { readonly noCache: boolean }> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** Whether every refresh requests all data from the server. */
export function NoCacheField<Q extends { readonly noCache: boolean }>({ query, apply }: NoCacheFieldProps<Q>) {
  const id = useId();
  return (
    <DescribedField
      label={t('editors.noCache.label', 'Bypass cache')}
      description={t(
        'editors.noCache.description',
        'Requests all data from the server on every refresh. Use this for data that is corrected long after it arrives.'
      )}
    >
      <InlineSwitch
        id={id}
        value={query.noCache}
        onChange={(event) => apply({ ...query, noCache: event.currentTarget.checked })}
      />
    </DescribedField>
  );
}
