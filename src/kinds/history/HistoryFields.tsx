import { t } from '@grafana/i18n';
import { type ComboboxOption, Field, MultiCombobox } from '@grafana/ui';
import React, { useId } from 'react';
import type { TagTypeWords } from '../../core/inventory/tagRole';
import { takesOffset } from '../../query/interval';
import { changeInterval, changeLegend, changeOffset, changeStatistics } from '../../query/queryEdits';
import { type Statistic, STATISTICS } from '../../core/history/points/seriesStyle';
import type { HistoryQuery } from '../../query/telemetryQuery';
import { FieldCell, FieldRow } from '../../editors/shared/FieldRow';
import type { InventoryList } from '../../editors/shared/useInventory';
import { CounterHint } from './CounterHint';
import { HistoryOptions } from './HistoryOptions';
import { IntervalField } from './IntervalField';
import { LegendField } from '../../editors/query/LegendField';
import { OffsetField } from './OffsetField';
import { SeriesPickers } from '../../editors/query/SeriesPickers';

interface HistoryFieldsProps {
  readonly query: HistoryQuery;
  readonly inventory: InventoryList;
  /** The time zone in which the server's `1d` buckets start at midnight. */
  readonly dayBucketZone: string;
  /** The server's words for the types of tags. */
  readonly tagTypes: TagTypeWords;
  /** The time zone of the dashboard; undefined until the first response. */
  readonly zone: string | undefined;
  apply(edited: HistoryQuery): void;
}

/** The fields of a history query. */
export function HistoryFields({ query, inventory, dayBucketZone, tagTypes, zone, apply }: HistoryFieldsProps) {
  const statisticsId = useId();
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
        <FieldCell size="short">
          <IntervalField
            interval={query.interval}
            variables={inventory.variables}
            dayBucketZone={dayBucketZone}
            zone={zone}
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
        <FieldCell size="long">
          <Field label={t('editors.statistics.label', 'Statistics')} noMargin>
            <MultiCombobox
              id={statisticsId}
              options={statisticOptions()}
              value={query.statistics}
              onChange={(selected) =>
                apply(
                  changeStatistics(
                    query,
                    selected.map(({ value }) => value)
                  )
                )
              }
            />
          </Field>
        </FieldCell>
        <FieldCell size="short">
          <LegendField legend={query.legend} onChange={(legend) => apply(changeLegend(query, legend))} />
        </FieldCell>
      </FieldRow>
      <CounterHint query={query} inventory={inventory} tagTypes={tagTypes} />
      <HistoryOptions query={query} inventory={inventory} apply={apply} />
    </>
  );
}

function statisticOptions(): Array<ComboboxOption<Statistic>> {
  const labels = statisticLabels();
  return STATISTICS.map((value) => ({ value, label: labels[value] }));
}

export function statisticLabels(): Readonly<Record<Statistic, string>> {
  return {
    avg: t('editors.statistics.avg', 'Average'),
    band: t('editors.statistics.band', 'Min–max band'),
    min: t('editors.statistics.min', 'Minimum'),
    max: t('editors.statistics.max', 'Maximum'),
    range: t('editors.statistics.range', 'Range (max − min)'),
    n: t('editors.statistics.count', 'Number of readings'),
    increase: t('editors.statistics.increase', 'Increase (counters)'),
  };
}
