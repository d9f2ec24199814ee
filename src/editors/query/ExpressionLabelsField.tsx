import { t } from '@grafana/i18n';
import React from 'react';
import type { SeriesOptions } from '../../query/savedQuery';
import { RadioField } from '../shared/RadioField';

interface ExpressionLabelsFieldProps<Q extends SeriesOptions> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** The labels of series in alert rules and expressions. */
export function ExpressionLabelsField<Q extends SeriesOptions>({ query, apply }: ExpressionLabelsFieldProps<Q>) {
  return (
    <RadioField
      label={t('editors.expressionLabels.label', 'Labels for expressions')}
      options={[
        { value: 'tag', label: t('editors.expressionLabels.tag', 'Device and tag') },
        {
          value: 'device',
          label: t('editors.expressionLabels.device', 'Device'),
          description: t(
            'editors.expressionLabels.deviceDescription',
            'Math combines two queries, each with one tag, for every device'
          ),
        },
      ]}
      value={query.expressionLabels}
      onChange={(expressionLabels) => apply({ ...query, expressionLabels })}
    />
  );
}
