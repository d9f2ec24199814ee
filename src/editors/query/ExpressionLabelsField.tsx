import { t } from '@grafana/i18n';
import { Field, RadioButtonGroup } from '@grafana/ui';
import React from 'react';
import { changeExpressionLabels } from '../../query/queryEdits';
import type { ExpressionLabels, HistoryQuery, LatestQuery } from '../../query/telemetryQuery';

interface ExpressionLabelsFieldProps<Q extends HistoryQuery | LatestQuery> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** The labels of series in alert rules and expressions. */
export function ExpressionLabelsField<Q extends HistoryQuery | LatestQuery>({
  query,
  apply,
}: ExpressionLabelsFieldProps<Q>) {
  return (
    <Field label={t('editors.expressionLabels.label', 'Labels for expressions')} noMargin>
      <RadioButtonGroup<ExpressionLabels>
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
        onChange={(labels) => apply(changeExpressionLabels(query, labels))}
      />
    </Field>
  );
}
