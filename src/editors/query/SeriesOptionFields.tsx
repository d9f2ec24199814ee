import { t } from '@grafana/i18n';
import { Field, IconButton } from '@grafana/ui';
import React, { useId } from 'react';
import { translate } from '../../locales/translate';
import type { LimitsOption, SeriesOptions } from '../../query/savedQuery';
import { DraftInput } from '../shared/DraftInput';
import { FieldCell } from '../shared/FieldRow';
import { CountField, WordField } from './PlainFields';

/* The fields of queries whose results are series. */

/** The placeholders that `legendName` replaces. */
const PLACEHOLDERS = ['{{device}}', '{{code}}', '{{name}}', '{{tag}}', '{{unit}}', '{{site}}', '{{area}}'];

interface LegendFieldProps {
  readonly legend: string;
  /** True for latest values, which have an age; other series have a time shift. */
  readonly ofLatest?: boolean;
  onChange(legend: string): void;
}

/** The legend template. */
export function LegendField({ legend, ofLatest = false, onChange }: LegendFieldProps) {
  const id = useId();
  const help = translate('editors.legend.help', 'Available placeholders: {{placeholders}}', {
    placeholders: [...PLACEHOLDERS, ofLatest ? '{{age}}' : '{{shift}}'].join(' '),
  });
  const save = (text: string) => {
    const edited = text.trim();
    if (edited !== legend) {
      onChange(edited);
    }
    return edited;
  };
  return (
    <FieldCell size="short">
      <Field label={t('editors.legend.label', 'Legend')} noMargin>
        <DraftInput
          id={id}
          value={legend}
          save={save}
          placeholder={t('editors.legend.auto', 'Device · tag')}
          suffix={<IconButton name="question-circle" size="sm" tooltip={help} />}
        />
      </Field>
    </FieldCell>
  );
}

interface SeriesOptionProps<Q extends SeriesOptions> {
  readonly query: Q;
  apply(edited: Q): void;
}

/** The maximum number of series. */
export function MaxSeriesField<Q extends SeriesOptions>({ query, apply }: SeriesOptionProps<Q>) {
  return (
    <CountField<SeriesOptions, 'maxSeries'>
      query={query}
      name="maxSeries"
      label={t('editors.maxSeries.label', 'Maximum series')}
      apply={({ maxSeries }) => apply({ ...query, maxSeries })}
    />
  );
}

/** Whether the limits of the settings are shown. */
export function LimitsField<Q extends LimitsOption>({ query, apply }: { readonly query: Q; apply(edited: Q): void }) {
  return (
    <WordField<LimitsOption, 'limits'>
      query={query}
      name="limits"
      label={t('editors.limits.label', 'Limits of tags')}
      texts={{
        auto: [
          t('editors.limits.auto', 'Auto'),
          t(
            'editors.limits.autoDescription',
            'The limits in the settings of the data source are the thresholds, in place of those of the panel'
          ),
        ],
        off: t('editors.limits.off', 'Off'),
      }}
      apply={({ limits }) => apply({ ...query, limits })}
    />
  );
}

/** The labels of series in alert rules and expressions. */
export function ExpressionLabelsField<Q extends SeriesOptions>({ query, apply }: SeriesOptionProps<Q>) {
  return (
    <WordField<SeriesOptions, 'expressionLabels'>
      query={query}
      name="expressionLabels"
      label={t('editors.expressionLabels.label', 'Labels for expressions')}
      texts={{
        tag: t('editors.expressionLabels.tag', 'Device and tag'),
        device: [
          t('editors.expressionLabels.device', 'Device'),
          t(
            'editors.expressionLabels.deviceDescription',
            'Math combines two queries, each with one tag, for every device'
          ),
        ],
      }}
      size="long"
      apply={({ expressionLabels }) => apply({ ...query, expressionLabels })}
    />
  );
}
