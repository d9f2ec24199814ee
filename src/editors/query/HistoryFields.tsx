import { t } from '@grafana/i18n';
import { type ComboboxOption, Field, MultiCombobox } from '@grafana/ui';
import React, { useId } from 'react';
import { takesOffset } from '../../query/interval';
import { changeInterval, changeLegend, changeOffset, changeStatistics } from '../../query/queryEdits';
import type { HistoryQuery, Statistic } from '../../query/telemetryQuery';
import { FieldCell } from '../shared/FieldCell';
import { FieldRow } from '../shared/FieldRow';
import { HistoryOptions } from './HistoryOptions';
import { IntervalField } from './IntervalField';
import { LegendField } from './LegendField';
import { OffsetField } from './OffsetField';
import { SeriesPickers } from './SeriesPickers';
import { statisticOptions } from './statisticOptions';
import type { InventoryList } from '../shared/useInventory';

interface HistoryFieldsProps {
  readonly query: HistoryQuery;
  readonly inventory: InventoryList;
  /** The zone whose days the server's `1d` buckets are. */
  readonly dayBucketZone: string;
  /** The zone of the dashboard; undefined while it is not known. */
  readonly zone: string | undefined;
  apply(edited: HistoryQuery): void;
}

const valueOf = ({ value }: ComboboxOption<Statistic>) => value;

/** Which readings to draw, and how. */
export function HistoryFields({ query, inventory, dayBucketZone, zone, apply }: HistoryFieldsProps) {
  const statisticsId = useId();
  return (
    <>
      <SeriesPickers
        query={query}
        inventory={inventory}
        placeholders={{
          devices: t('editors.devices.choose', 'Choose devices'),
          tags: t('editors.tags.choose', 'Choose tags'),
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
              onChange={(chosen) => apply(changeStatistics(query, chosen.map(valueOf)))}
            />
          </Field>
        </FieldCell>
        <FieldCell size="short">
          <LegendField legend={query.legend} onChange={(legend) => apply(changeLegend(query, legend))} />
        </FieldCell>
      </FieldRow>
      <HistoryOptions query={query} apply={apply} />
    </>
  );
}
