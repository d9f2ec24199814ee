import { t } from '@grafana/i18n';
import { Field, IconButton, Input } from '@grafana/ui';
import React, { useId } from 'react';
import { translate } from '../../locales/translate';
import { changeCount } from '../../query/queryEdits';
import type { AtOption, LimitsOption, SeriesOptions } from '../../query/savedQuery';
import { FieldCell } from '../shared/FieldRow';
import { WordField } from './PlainFields';

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
export function MaxSeriesField<Q extends SeriesOptions>(props: SeriesOptionProps<Q>) {
  return <CountField {...props} name="maxSeries" label={t('editors.maxSeries.label', 'Maximum series')} />;
}

interface CountFieldProps<Name extends string, Q extends { readonly [N in Name]: number }> {
  readonly query: Q;
  readonly name: Name;
  readonly label: string;
  /** 1 and up, unless it says otherwise; nothing else is saved. */
  readonly range?: { readonly min: number; readonly max?: number };
  apply(edited: Q): void;
}

/** How many there are of something. */
export function CountField<Name extends string, Q extends { readonly [N in Name]: number }>(
  props: CountFieldProps<Name, Q>
) {
  const { query, name, label, range = { min: 1 }, apply } = props;
  const id = useId();
  const save = (text: string) => {
    const count = Number(text);
    const edited = count < range.min || count > (range.max ?? Infinity) ? query : changeCount(query, name, count);
    if (edited !== query) {
      apply(edited);
    }
    return String(edited[name]);
  };
  return (
    <FieldCell size="short">
      <Field label={label} noMargin>
        <DraftInput id={id} type="number" {...range} step={1} value={String(query[name])} save={save} />
      </Field>
    </FieldCell>
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

interface AtFieldProps<Q extends AtOption> {
  readonly query: Q;
  readonly variables: readonly string[];
  apply(edited: Q): void;
}

/** The instant as of which values and open alerts are. */
export function AtField<Q extends AtOption>({ query, variables, apply }: AtFieldProps<Q>) {
  return (
    <WordField<AtOption, 'at'>
      query={query}
      name="at"
      label={t('editors.at.label', 'As of')}
      texts={{
        now: t('editors.at.now', 'Now'),
        rangeEnd: [
          t('editors.at.rangeEnd', 'End of range'),
          t('editors.at.rangeEndDescription', 'As it was then, if the time range is over'),
        ],
      }}
      isList
      variables={variables}
      apply={({ at }) => apply({ ...query, at })}
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

interface DraftInputProps extends Omit<
  React.ComponentProps<typeof Input>,
  'value' | 'defaultValue' | 'onBlur' | 'onKeyDown'
> {
  /** The saved text. */
  readonly value: string;
  /** Saves a text if it is valid; returns the saved text, which is shown from then on. */
  save(text: string): string;
}

/** A text that is saved on blur and Enter, so that the query does not run on every keystroke. */
function DraftInput({ value, save, ...inputProps }: DraftInputProps) {
  const commit = (input: HTMLInputElement) => {
    input.value = save(input.value);
  };
  return (
    <Input
      {...inputProps}
      // The key resets the uncontrolled input when the value changes elsewhere.
      key={value}
      defaultValue={value}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          commit(event.currentTarget);
        }
      }}
    />
  );
}
