import { t } from '@grafana/i18n';
import { type ComboboxOption, Field } from '@grafana/ui';
import React, { useId, useMemo } from 'react';
import { isTile } from '../../../grafana/query/panelContext';
import { INTERVAL_AUTO, INTERVAL_RANGE, takesOffset } from '../../../query/interval';
import { changeInterval, changeOffset } from '../../../query/queryEdits';
import {
  changeStatistics,
  HISTORY_FORMATS,
  type HistoryFormat,
  type HistoryQuery,
  STATISTIC_CHOICES,
  type StatisticChoice,
} from '../historyQuery';
import { statisticLabels } from '../statisticLabels';
import { FieldCell, FieldRow } from '../../../editors/shared/FieldRow';
import { OptionCombobox } from '../../../editors/shared/OptionCombobox';
import type { PickerOption } from '../../../editors/shared/pickerOptions';
import type { KindFieldsProps } from '../../../editors/shared/kindEditor';
import { WordsCombobox } from '../../../editors/shared/WordsCombobox';
import { CounterHint } from './CounterHint';
import { HistoryOptions } from './HistoryOptions';
import { IntervalField } from '../../../editors/query/IntervalField';
import { LegendField } from '../../../editors/query/SeriesOptionFields';
import { OffsetField } from '../../../editors/query/OffsetField';
import { ResolutionSummary } from './ResolutionSummary';
import { TileValueField } from './TileValueField';
import { SeriesPickers } from '../../../editors/query/SeriesFilterFields';

export function HistoryFields({ datasource, query, inventory, data, inRule, apply }: KindFieldsProps<HistoryQuery>) {
  const tagTypes = useMemo(() => datasource.tagTypes(), [datasource]);
  const statisticsId = useId();
  const formatId = useId();
  const inTile = !inRule && query.format === 'series' && isTile(data?.request?.panelPluginId);
  // A tile with what was counted in the last step looks like the total of the time range.
  const ofTile = (edited: HistoryQuery) =>
    inTile && edited.interval === INTERVAL_AUTO && addsIncrease(query, edited)
      ? changeInterval(edited, INTERVAL_RANGE)
      : edited;
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
      <FieldRow>
        {inTile && (
          <FieldCell size="long">
            <TileValueField interval={query.interval} onChange={(interval) => apply(changeInterval(query, interval))} />
          </FieldCell>
        )}
        {query.format === 'series' && !(inTile && query.interval === INTERVAL_RANGE) && (
          <>
            <FieldCell size="short">
              <IntervalField
                interval={query.interval}
                variables={inventory.variables}
                hasLevels
                onChange={(interval) => apply(changeInterval(query, interval))}
              />
            </FieldCell>
            {(takesOffset(query.interval) || query.offset !== '') && (
              <FieldCell size="short">
                <OffsetField
                  offset={query.offset}
                  interval={query.interval}
                  variables={inventory.variables}
                  onChange={(offset) => apply(changeOffset(query, offset))}
                />
              </FieldCell>
            )}
          </>
        )}
        <FieldCell size="long">
          <Field label={t('editors.statistics.label', 'Statistics')} noMargin>
            <WordsCombobox
              id={statisticsId}
              options={statisticOptions()}
              value={query.statistics}
              onChange={(selected) =>
                apply(
                  ofTile(
                    changeStatistics(
                      query,
                      selected.map(({ value }) => value)
                    )
                  )
                )
              }
            />
          </Field>
        </FieldCell>
        <FieldCell size="short">
          <Field label={t('editors.historyFormat.label', 'Format')} noMargin>
            <OptionCombobox
              id={formatId}
              options={formatOptions()}
              value={query.format}
              onChange={(format) => apply({ ...query, format: format as HistoryFormat })}
            />
          </Field>
        </FieldCell>
        {query.format === 'series' && (
          <FieldCell size="short">
            <LegendField
              legend={query.legend}
              ofLatest={query.latestReading}
              onChange={(legend) => apply({ ...query, legend })}
            />
          </FieldCell>
        )}
      </FieldRow>
      <CounterHint query={query} inventory={inventory} tagTypes={tagTypes} />
      <HistoryOptions query={query} inventory={inventory} apply={apply} />
      <ResolutionSummary query={query} data={data} />
    </>
  );
}

function addsIncrease(before: HistoryQuery, after: HistoryQuery): boolean {
  const hasIncrease = ({ statistics }: HistoryQuery) => statistics.includes('increase') || statistics.includes('auto');
  return hasIncrease(after) && !hasIncrease(before);
}

function formatOptions(): PickerOption[] {
  const options: Record<HistoryFormat, Omit<PickerOption, 'value'>> = {
    series: {
      label: t('editors.historyFormat.series', 'Series'),
      description: t('editors.historyFormat.seriesDescription', 'Values over time'),
    },
    table: {
      label: t('editors.historyFormat.table', 'Table'),
      description: t(
        'editors.historyFormat.tableDescription',
        'A row per series: its value of the whole time range, with a time shift beside the earlier one and the change in percent'
      ),
    },
  };
  return HISTORY_FORMATS.map((value) => ({ value, ...options[value] }));
}

function statisticOptions(): Array<ComboboxOption<StatisticChoice>> {
  const labels = statisticLabels();
  return STATISTIC_CHOICES.map((value) => ({
    value,
    label: labels[value],
    ...(value === 'auto' && {
      description: t(
        'editors.statistics.autoDescription',
        'Increase of counters, average with its band of other tags; of states over the whole time range, the longest'
      ),
    }),
    ...(value === 'timeWeighted' && {
      description: t(
        'editors.statistics.timeWeightedDescription',
        'Each value counts for as long as it lasted, not for each reading'
      ),
    }),
  }));
}
