import { t } from '@grafana/i18n';
import React from 'react';
import type { KindEditor, KindFieldsProps } from '../../editors/shared/kindEditor';
import { RadioField } from '../../editors/shared/RadioField';
import { changeStaleAfter } from '../../query/queryEdits';
import type { LatestQuery } from './latestQuery';
import { FieldCell, FieldRow } from '../../editors/shared/FieldRow';
import {
  ExpressionLabelsField,
  LegendField,
  LimitsField,
  MaxSeriesField,
} from '../../editors/query/SeriesOptionFields';
import { RuleUnitHint } from '../../editors/query/RuleUnitHint';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';
import { StaleAfterField } from '../../editors/query/StaleAfterField';

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

function LatestFields({ query, inventory, inRule, apply }: KindFieldsProps<LatestQuery>) {
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
          {inRule && <RuleUnitHint hasDurations={query.format === 'age'} />}
        </FieldCell>
        <FieldCell size="short">
          <StaleAfterField
            staleAfter={query.staleAfter}
            variables={inventory.variables}
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
