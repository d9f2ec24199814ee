import { t } from '@grafana/i18n';
import React, { useMemo } from 'react';
import { isTile } from '../../../grafana/query/panelContext';
import { INTERVAL_AUTO, INTERVAL_RANGE, takesOffset } from '../../../query/interval';
import { changeInterval, changeOffset } from '../../../query/queryEdits';
import { changeStatistics, type HistoryFormat, type HistoryQuery, type StatisticChoice } from '../historyQuery';
import { statisticLabels } from '../statisticLabels';
import { FieldCell, FieldRow } from '../../../editors/shared/FieldRow';
import type { KindFieldsProps } from '../../../editors/shared/kindEditor';
import { CounterHint } from './CounterHint';
import { HistoryOptions } from './HistoryOptions';
import { IntervalField } from '../../../editors/query/IntervalField';
import { LegendField } from '../../../editors/query/SeriesOptionFields';
import { OffsetField } from '../../../editors/query/OffsetField';
import { ResolutionSummary } from './ResolutionSummary';
import { TileValueField } from './TileValueField';
import { UsualFields } from './UsualFields';
import { SeriesPickers } from '../../../editors/query/SeriesFilterFields';
import { WordField, WordsField, type WordTexts } from '../../../editors/query/PlainFields';

export function HistoryFields({ datasource, query, inventory, data, inRule, apply }: KindFieldsProps<HistoryQuery>) {
  const tagTypes = useMemo(() => datasource.tagTypes(), [datasource]);
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
            <IntervalField
              interval={query.interval}
              variables={inventory.variables}
              hasLevels
              onChange={(interval) => apply(changeInterval(query, interval))}
            />
            {(takesOffset(query.interval) || query.offset !== '') && (
              <OffsetField
                offset={query.offset}
                interval={query.interval}
                variables={inventory.variables}
                onChange={(offset) => apply(changeOffset(query, offset))}
              />
            )}
          </>
        )}
        <WordsField
          label={t('editors.statistics.label', 'Statistics')}
          texts={statisticTexts()}
          words={query.statistics}
          onChange={(statistics) => apply(ofTile(changeStatistics(query, statistics)))}
        />
        <WordField
          query={query}
          name="format"
          label={t('editors.historyFormat.label', 'Format')}
          texts={formatTexts()}
          isList
          apply={apply}
        />
        {query.format === 'series' && (
          <LegendField
            legend={query.legend}
            ofLatest={query.latestReading}
            onChange={(legend) => apply({ ...query, legend })}
          />
        )}
      </FieldRow>
      {query.format === 'series' && query.statistics.includes('usual') && (
        <UsualFields datasource={datasource} query={query} inventory={inventory} apply={apply} />
      )}
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

function formatTexts(): WordTexts<HistoryFormat> {
  return {
    series: [
      t('editors.historyFormat.series', 'Series'),
      t('editors.historyFormat.seriesDescription', 'Values over time'),
    ],
    table: [
      t('editors.historyFormat.table', 'Table'),
      t(
        'editors.historyFormat.tableDescription',
        'A row per series: its value of the whole time range, with a time shift beside the earlier one and the change in percent'
      ),
    ],
  };
}

function statisticTexts(): WordTexts<StatisticChoice> {
  const labels = statisticLabels();
  return {
    ...labels,
    auto: [
      labels.auto,
      t(
        'editors.statistics.autoDescription',
        'Increase of counters, average with its band of other tags; of states over the whole time range, the longest'
      ),
    ],
    timeWeighted: [
      labels.timeWeighted,
      t(
        'editors.statistics.timeWeightedDescription',
        'Each value counts for as long as it lasted, not for each reading'
      ),
    ],
    usual: [
      labels.usual,
      t(
        'editors.statistics.usualDescription',
        'Where the value was at the same time of day and weekday in earlier weeks; outside of graphs and in alert rules, how far it is outside of that'
      ),
    ],
  };
}
