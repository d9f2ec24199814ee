import { t } from '@grafana/i18n';
import React from 'react';
import type { KindEditor, KindFieldsProps } from '../../editors/shared/kindEditor';
import { changeStaleAfter } from '../../query/queryEdits';
import type { LatestQuery } from './latestQuery';
import { FieldRow } from '../../editors/shared/FieldRow';
import {
  AtField,
  ExpressionLabelsField,
  LegendField,
  LimitsField,
  MaxSeriesField,
} from '../../editors/query/SeriesOptionFields';
import { RuleUnitHint } from '../../editors/query/RuleUnitHint';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';
import { WordField } from '../../editors/query/PlainFields';
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
        <WordField
          query={query}
          name="format"
          label={t('editors.latestFormat.label', 'Format')}
          texts={{
            auto: [
              t('editors.latestFormat.auto', 'Auto'),
              t('editors.latestFormat.autoDescription', 'A table in table panels, else a value per tag'),
            ],
            series: t('editors.latestFormat.series', 'Series'),
            age: [
              t('editors.latestFormat.age', 'Age'),
              t('editors.latestFormat.ageDescription', 'How old the value of each tag is, in seconds'),
            ],
            table: t('editors.latestFormat.table', 'Table'),
            count: [
              t('editors.latestFormat.count', 'Count'),
              t('editors.latestFormat.countDescription', 'How many tags are current, stale and without any reading'),
            ],
          }}
          size="long"
          apply={apply}
        >
          {inRule && <RuleUnitHint hasDurations={query.format === 'age'} />}
        </WordField>
        <StaleAfterField
          staleAfter={query.staleAfter}
          variables={inventory.variables}
          onChange={(text) => apply(changeStaleAfter(query, text))}
        />
        <AtField query={query} variables={inventory.variables} apply={apply} />
        <LegendField legend={query.legend} ofLatest onChange={(legend) => apply({ ...query, legend })} />
        <LimitsField query={query} apply={apply} />
        <MaxSeriesField query={query} apply={apply} />
        <ExpressionLabelsField query={query} apply={apply} />
      </FieldRow>
    </>
  );
}
