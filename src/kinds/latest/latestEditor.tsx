import { t } from '@grafana/i18n';
import React from 'react';
import { isDuration } from '../../query/duration';
import type { KindEditor, KindFieldsProps } from '../../editors/shared/kindEditor';
import { RadioField } from '../../editors/shared/RadioField';
import { changeStaleAfter, type LatestQuery } from './latestQuery';
import { PLAIN_TEXT } from '../../locales/plainText';
import { FieldCell, FieldRow } from '../../editors/shared/FieldRow';
import { variableOptions } from '../../editors/shared/pickerOptions';
import { ValidatedCombobox } from '../../editors/shared/OptionCombobox';
import {
  ExpressionLabelsField,
  LegendField,
  LimitsField,
  MaxSeriesField,
} from '../../editors/query/SeriesOptionFields';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';
import { stepLabel } from '../../locales/stepText';

export const LATEST_EDITOR: KindEditor<LatestQuery> = {
  label: () => t('editors.kind.latest', 'Latest values'),
  description: () => t('editors.kind.latestDescription', 'The last reading of each tag, and how old it is'),
  Fields: LatestFields,
  examples: () => [
    {
      title: t('help.latest.title', 'Latest values'),
      explanation: t(
        'help.latest.text',
        'One value per tag in stat, gauge and bar gauge panels, a table with the age of each value elsewhere.'
      ),
      query: {},
    },
  ],
};

function LatestFields({ query, inventory, apply }: KindFieldsProps<LatestQuery>) {
  return (
    <>
      <SeriesFilterFields query={query} inventory={inventory} apply={apply} />
      <FieldRow>
        <FieldCell size="long">
          <RadioField
            label={t('editors.latestFormat.label', 'Format')}
            options={[
              {
                value: 'auto',
                label: t('editors.latestFormat.auto', 'Auto'),
                description: t('editors.latestFormat.autoDescription', 'A table in table panels, else a value per tag'),
              },
              { value: 'series', label: t('editors.latestFormat.series', 'Series') },
              {
                value: 'age',
                label: t('editors.latestFormat.age', 'Age'),
                description: t('editors.latestFormat.ageDescription', 'How old the value of each tag is, in seconds'),
              },
              { value: 'table', label: t('editors.latestFormat.table', 'Table') },
              {
                value: 'count',
                label: t('editors.latestFormat.count', 'Count'),
                description: t(
                  'editors.latestFormat.countDescription',
                  'How many tags are current, stale and without any reading'
                ),
              },
            ]}
            value={query.format}
            onChange={(format) => apply({ ...query, format })}
          />
        </FieldCell>
        <FieldCell size="short">
          <ValidatedCombobox
            label={t('editors.staleAfter.label', 'Stale after')}
            value={query.staleAfter}
            options={[
              ...COMMON_AGES.map((age) => ({ value: age, label: stepLabel(age) })),
              ...variableOptions(inventory.variables),
            ]}
            customValueDescription={t('editors.staleAfter.custom', 'Custom duration')}
            findProblem={problemText}
            onChange={(text) => apply(changeStaleAfter(query, text))}
          />
        </FieldCell>
        <FieldCell size="short">
          <LegendField legend={query.legend} ofLatest onChange={(legend) => apply({ ...query, legend })} />
        </FieldCell>
        <FieldCell size="short">
          <LimitsField query={query} apply={apply} />
        </FieldCell>
        <FieldCell size="short">
          <MaxSeriesField query={query} apply={apply} />
        </FieldCell>
        <FieldCell size="long">
          <ExpressionLabelsField query={query} apply={apply} />
        </FieldCell>
      </FieldRow>
    </>
  );
}

/** How old values usually may be; any other duration can be typed. */
const COMMON_AGES = ['1m', '5m', '15m', '1h', '6h', '1d'] as const;

function problemText(text: string): string | undefined {
  return isDuration(text)
    ? undefined
    : t('editors.staleAfter.invalid', '“{{text}}” is not a valid duration. Enter a number and a unit, such as 15m.', {
        text,
        ...PLAIN_TEXT,
      });
}
