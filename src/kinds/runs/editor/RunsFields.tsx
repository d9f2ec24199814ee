import { t } from '@grafana/i18n';
import React, { type ReactNode } from 'react';
import { ConditionFields } from '../../../editors/query/ConditionFields';
import { JoinWithinField } from '../../../editors/query/JoinWithinField';
import { MinDurationField } from '../../../editors/query/MinDurationField';
import { NoCacheField } from '../../../editors/query/NoCacheField';
import { OptionGroup } from '../../../editors/query/OptionGroup';
import { ListField, WordField, type WordTexts } from '../../../editors/query/PlainFields';
import { RunsByField } from '../../../editors/query/RunsByField';
import { FilterFields, SeriesPickers } from '../../../editors/query/SeriesFilterFields';
import {
  CountField,
  ExpressionLabelsField,
  LegendField,
  MaxSeriesField,
} from '../../../editors/query/SeriesOptionFields';
import { SignalFields } from '../../../editors/query/SignalFields';
import { filterOfTag, PickerCell, TagOfDeviceFields } from '../../../editors/query/TagOfDeviceFields';
import { useSelectedTags } from '../../../editors/query/useSelectedTags';
import { FieldRow } from '../../../editors/shared/FieldRow';
import type { KindFieldsProps } from '../../../editors/shared/kindEditor';
import { variableOptions } from '../../../editors/shared/pickerOptions';
import type { Alignment } from '../../../core/runs/elapsed';
import { translate } from '../../../locales/translate';
import type { RunsFormat, RunsQuery } from '../runsQuery';
import { RunsPreview } from './RunsPreview';

export function RunsFields({ datasource, query, inventory, isNew, apply }: KindFieldsProps<RunsQuery>) {
  const { variables } = inventory;
  const { runDevice, runTag, runsBy } = query;
  const ofRuns = filterOfTag(query, { tag: runTag, device: runDevice });
  const selected = useSelectedTags(datasource, inventory, ofRuns);
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
      <RunTagFields query={query} inventory={inventory} apply={apply}>
        {runsBy === 'restarts' && <MinDurationField query={query} variables={variables} apply={apply} />}
      </RunTagFields>
      {runsBy !== 'restarts' && (
        <ConditionFields
          datasource={datasource}
          condition={query.condition}
          selected={selected}
          selection={JSON.stringify(ofRuns)}
          isNew={isNew && runsBy === 'condition'}
          showsStates={runsBy === 'values'}
          variables={variables}
          onChange={(condition) => apply({ ...query, condition })}
        >
          <MinDurationField query={query} variables={variables} apply={apply} />
          <JoinWithinField query={query} variables={variables} apply={apply} />
        </ConditionFields>
      )}
      <RunsPreview query={query} ofRuns={ofRuns} selected={selected} />
      <FieldRow>
        <WordField
          query={query}
          name="format"
          label={t('editors.runsFormat.label', 'Format')}
          texts={runsFormatTexts()}
          isList
          apply={apply}
        />
        <WordField
          query={query}
          name="align"
          label={t('editors.align.label', 'Align at')}
          texts={alignTexts()}
          isList
          variables={variables}
          apply={apply}
        />
        <CountField query={query} name="count" label={t('editors.runCount.label', 'Number of runs')} apply={apply} />
        <LegendField legend={query.legend} onChange={(legend) => apply({ ...query, legend })} />
      </FieldRow>
      <RunsOptions query={query} inventory={inventory} apply={apply} />
    </>
  );
}

type FieldsProps = Pick<KindFieldsProps<RunsQuery>, 'query' | 'inventory' | 'apply'>;

/** The tag that says when runs begin and end, and how. @param children cells that follow in the same row */
function RunTagFields({ query, inventory, apply, children }: FieldsProps & { readonly children: ReactNode }) {
  const { devices, runDevice, runTag } = query;
  return (
    <FieldRow>
      <TagOfDeviceFields
        {...{ devices, inventory, tag: runTag, device: runDevice }}
        label={t('editors.runTag.label', 'Runs of tag')}
        placeholder={t('editors.runTag.select', 'Select a tag')}
        onChange={({ tag, device }) => apply({ ...query, runTag: tag, runDevice: device })}
      />
      <RunsByField query={query} apply={apply} />
      {children}
    </FieldRow>
  );
}

/** The options that most queries leave at their defaults. */
function RunsOptions({ query, inventory, apply }: FieldsProps) {
  const { variables } = inventory;
  const filters = [...query.sites, ...query.areas, ...query.deviceTypes].join(', ');
  const summary = [
    ...(filters === '' ? [] : [translate('editors.filters.summary', 'Filter: {{filters}}', { filters })]),
    ...(query.run === '' ? [] : [`${t('editors.run.label', 'Compared run')}: ${query.run}`]),
    ...(query.reference.length === 0
      ? [t('editors.reference.all', 'Compared with all others')]
      : [`${t('editors.reference.label', 'Reference runs')}: ${query.reference.join(', ')}`]),
    ...(query.noCache ? [t('editors.noCache.summary', 'Cache bypassed')] : []),
  ].join(' · ');
  return (
    <OptionGroup summary={summary}>
      <FilterFields query={query} inventory={inventory} apply={apply} />
      <FieldRow>
        <PickerCell
          label={t('editors.run.label', 'Compared run')}
          value={query.run}
          placeholder={t('editors.run.last', 'The last one')}
          options={[{ value: '', label: t('editors.run.last', 'The last one') }, ...variableOptions(variables)]}
          onChange={(run) => apply({ ...query, run: run.trim() })}
        />
        <ListField
          query={query}
          name="reference"
          label={t('editors.reference.label', 'Reference runs')}
          description={t(
            'editors.reference.description',
            'By name, or by a time in the run. Empty: all others that are complete'
          )}
          placeholder={t('editors.reference.none', 'All others')}
          options={[]}
          variables={variables}
          emptyText={t('editors.reference.empty', 'Enter the name of a run, or a time such as 2026-03-01T08:00:00Z.')}
          apply={apply}
        />
      </FieldRow>
      <FieldRow>
        <SignalFields query={query} variables={variables} apply={apply} />
        <MaxSeriesField query={query} apply={apply} />
        <ExpressionLabelsField query={query} apply={apply} />
        <NoCacheField query={query} apply={apply} />
      </FieldRow>
    </OptionGroup>
  );
}

export function alignTexts(): WordTexts<Alignment> {
  return {
    start: t('editors.align.start', 'Start'),
    end: t('editors.align.end', 'End'),
    stretch: [t('editors.align.stretch', 'Both'), t('editors.align.stretchDescription', 'Stretched from 0 to 100 %')],
  };
}

export function runsFormatTexts(): WordTexts<RunsFormat> {
  return {
    auto: [t('editors.runsFormat.auto', 'Auto'), t('editors.runsFormat.autoDescription', 'By the visualization')],
    overlay: [
      t('editors.runsFormat.overlay', 'Overlay'),
      t('editors.runsFormat.overlayDescription', 'A line for each run, for trend and time series'),
    ],
    envelope: [
      t('editors.runsFormat.envelope', 'Envelope'),
      t('editors.runsFormat.envelopeDescription', 'What the reference runs had, and the compared run over it'),
    ],
    table: [
      t('editors.runsFormat.table', 'Table'),
      t('editors.runsFormat.tableDescription', 'A row for each run, with its values and deviations'),
    ],
    deviation: [
      t('editors.runsFormat.deviation', 'Deviation'),
      t('editors.runsFormat.deviationDescription', 'How far the compared run is outside, for stat and alert rules'),
    ],
  };
}
