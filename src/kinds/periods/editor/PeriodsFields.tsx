import { t } from '@grafana/i18n';
import React, { useMemo } from 'react';
import { ConditionFields } from '../../../editors/query/ConditionFields';
import { IntervalField } from '../../../editors/query/IntervalField';
import { JoinWithinField } from '../../../editors/query/JoinWithinField';
import { OffsetField } from '../../../editors/query/OffsetField';
import { RuleUnitHint } from '../../../editors/query/RuleUnitHint';
import { MinDurationField } from '../../../editors/query/MinDurationField';
import { LegendField } from '../../../editors/query/SeriesOptionFields';
import { SeriesPickers } from '../../../editors/query/SeriesFilterFields';
import { type SelectedTag, type SelectedTags, useSelectedTags } from '../../../editors/query/useSelectedTags';
import { WordField, WordsField, type WordTexts } from '../../../editors/query/PlainFields';
import { FieldRow } from '../../../editors/shared/FieldRow';
import type { KindFieldsProps } from '../../../editors/shared/kindEditor';
import { findTagRole, type TagTypeWords } from '../../../core/serverWords';
import { takesOffset } from '../../../query/interval';
import { changeInterval, changeOffset } from '../../../query/queryEdits';
import { chooseInterpolation } from '../../../query/continuation';
import { totalTexts } from '../frames/periodFrames';
import {
  changeTotals,
  type PeriodsFormat,
  type PeriodsQuery,
  type PeriodsTotal,
  type ShownFormat,
  shownFormat,
  takesSteps,
  takesTotals,
} from '../periodsQuery';
import { PeriodsOptions } from './PeriodsOptions';
import { PeriodsPreview } from './PeriodsPreview';

interface PeriodsFieldsProps extends KindFieldsProps<PeriodsQuery> {
  /** True for an annotation query, which has regions instead of a format. */
  readonly isAnnotation?: boolean;
}

export function PeriodsFields(props: PeriodsFieldsProps) {
  const { datasource, query, inventory, data, inRule, isNew, isAnnotation = false, apply } = props;
  const selected = useSelectedTags(datasource, inventory, query);
  const tagTypes = useMemo(() => datasource.tagTypes(), [datasource]);
  const showsStates = mayShowStates(query, selected, tagTypes);
  const { variables } = inventory;
  const { sites, areas, deviceTypes, devices, tags } = query;
  return (
    <>
      <SeriesPickers
        query={query}
        inventory={inventory}
        placeholders={{
          devices: t('editors.devices.select', 'Select devices'),
          tags: t('editors.tags.select', 'Select tags'),
        }}
        apply={apply}
      />
      <ConditionFields
        datasource={datasource}
        condition={query.condition}
        selected={selected}
        selection={JSON.stringify([sites, areas, deviceTypes, devices, tags])}
        isNew={isNew}
        showsStates={showsStates}
        variables={variables}
        onChange={(condition) => apply({ ...query, condition })}
      >
        <MinDurationField query={query} variables={variables} apply={apply} />
        <JoinWithinField query={query} variables={variables} apply={apply} />
      </ConditionFields>
      <PeriodsPreview query={query} selected={selected} showsStates={showsStates} data={data} />
      <FormatFields
        query={query}
        variables={variables}
        visualization={data?.request?.panelPluginId}
        inRule={inRule}
        isAnnotation={isAnnotation}
        apply={apply}
      />
      <PeriodsOptions query={query} inventory={inventory} isAnnotation={isAnnotation} apply={apply} />
    </>
  );
}

/** False if all tags are known, and none of them has values that hold, which are what can be shown without a condition. */
function mayShowStates({ interpolation }: PeriodsQuery, { tags, areAll }: SelectedTags, words: TagTypeWords): boolean {
  const isJoined = ({ tag }: SelectedTag) =>
    chooseInterpolation(interpolation, findTagRole(tag.type, words)) === 'linear';
  return !areAll || !tags.every(isJoined);
}

interface FormatFieldsProps {
  readonly query: PeriodsQuery;
  readonly variables: readonly string[];
  /** Undefined in Explore, and until the first response. */
  readonly visualization: string | undefined;
  readonly inRule: boolean;
  readonly isAnnotation: boolean;
  apply(edited: PeriodsQuery): void;
}

/** What is shown of the periods, and what their series are called. */
function FormatFields({ query, variables, visualization, inRule, isAnnotation, apply }: FormatFieldsProps) {
  const { interval, offset } = query;
  const shown = isAnnotation ? 'annotations' : shownFormat(query, { visualization, isCalculated: inRule });
  return (
    <div>
      <FieldRow>
        {!isAnnotation && (
          <WordField
            query={query}
            name="format"
            label={t('editors.periodsFormat.label', 'Format')}
            texts={formatTexts()}
            isList
            apply={apply}
          />
        )}
        {takesTotals(shown) && (
          <WordsField
            label={t('editors.totals.label', 'Totals')}
            texts={totalChoices()}
            words={query.totals}
            onChange={(totals) => apply(changeTotals(query, totals))}
          />
        )}
        {takesSteps(shown, visualization) && (
          <IntervalField
            interval={interval}
            variables={variables}
            onChange={(text) => apply(changeInterval(query, text))}
          />
        )}
        {takesSteps(shown, visualization) && (takesOffset(interval) || offset !== '') && (
          <OffsetField
            offset={offset}
            interval={interval}
            variables={variables}
            onChange={(text) => apply(changeOffset(query, text))}
          />
        )}
        <LegendField legend={query.legend} onChange={(legend) => apply({ ...query, legend })} />
      </FieldRow>
      {inRule && <RuleUnitHint {...ruleUnits(shown, query.totals)} />}
    </div>
  );
}

const DURATIONS: readonly PeriodsTotal[] = ['duration', 'longest', 'betweenStarts'];

/** Which numbers a query returns whose unit Grafana changes when it shows them. */
function ruleUnits(format: ShownFormat, totals: readonly PeriodsTotal[]) {
  const shown = takesTotals(format) ? totals : format === 'states' ? (['duration'] as const) : [];
  return {
    hasDurations: DURATIONS.some((total) => shown.includes(total)),
    hasShares: shown.includes('share'),
  };
}

export function formatTexts(): WordTexts<PeriodsFormat> {
  return {
    auto: [t('editors.periodsFormat.auto', 'Auto'), t('editors.periodsFormat.autoDescription', 'By the visualization')],
    table: [
      t('editors.periodsFormat.table', 'Table'),
      t('editors.periodsFormat.tableDescription', 'A row per period, the newest first'),
    ],
    annotations: [
      t('editors.periodsFormat.annotations', 'Annotations'),
      t('editors.periodsFormat.annotationsDescription', 'Regions over the other queries of the panel'),
    ],
    timeline: [
      t('editors.periodsFormat.timeline', 'Timeline'),
      t('editors.periodsFormat.timelineDescription', 'For state timeline and status history'),
    ],
    total: [
      t('editors.periodsFormat.total', 'Total'),
      t('editors.periodsFormat.totalDescription', 'Of the time range, for stat, gauge and alert rules'),
    ],
    perStep: [
      t('editors.periodsFormat.perStep', 'Per step'),
      t('editors.periodsFormat.perStepDescription', 'Of each hour, shift or day, for bar charts'),
    ],
    states: [
      t('editors.periodsFormat.states', 'States'),
      t(
        'editors.periodsFormat.statesDescription',
        'How long and how often a tag had each state, or each that meets the condition'
      ),
    ],
  };
}

function totalChoices(): WordTexts<PeriodsTotal> {
  const labels = totalTexts();
  return {
    duration: [labels.duration, t('editors.totals.duration', 'How long the condition held')],
    hours: [labels.hours, t('editors.totals.hours', 'The same in hours, never in days')],
    share: [labels.share, t('editors.totals.share', 'Of the known time')],
    count: [labels.count, t('editors.totals.count', 'Of periods; per step, of those that begin in it')],
    longest: [labels.longest, t('editors.totals.longest', 'The longest period')],
    betweenStarts: [labels.betweenStarts, t('editors.totals.betweenStarts', 'From one start to the next')],
  };
}
