import { t } from '@grafana/i18n';
import { Combobox, type ComboboxOption, Field, MultiCombobox } from '@grafana/ui';
import React, { useId } from 'react';
import {
  changeDevices,
  changeFill,
  changeInterval,
  changeLegend,
  changeStatistics,
  changeTags,
} from '../query/queryEdits';
import { type Fill, type HistoryQuery } from '../query/telemetryQuery';
import { DevicePicker } from './DevicePicker';
import { FieldGrid } from './FieldGrid';
import { IntervalField } from './IntervalField';
import { LegendField } from './LegendField';
import { fillOptions, statisticOptions } from './statisticOptions';
import { TagPicker } from './TagPicker';
import { type Inventory } from './useInventory';

interface HistoryFieldsProps {
  readonly query: HistoryQuery;
  readonly inventory: Inventory;
  apply(edited: HistoryQuery): void;
}

/** Which readings to draw, and how. */
export function HistoryFields({ query, inventory, apply }: HistoryFieldsProps) {
  const statisticsId = useId();
  const fillId = useId();
  return (
    <>
      <FieldGrid columns="wide">
        <DevicePicker
          inventory={inventory}
          devices={query.devices}
          placeholder={t('editors.devices.choose', 'Choose devices')}
          onChange={(devices) => apply(changeDevices(query, devices))}
        />
        <TagPicker
          inventory={inventory}
          tags={query.tags}
          devices={query.devices}
          placeholder={t('editors.tags.choose', 'Choose tags')}
          onChange={(tags) => apply(changeTags(query, tags))}
        />
      </FieldGrid>
      <FieldGrid columns="narrow">
        <IntervalField
          interval={query.interval}
          variables={inventory.variables}
          onChange={(interval) => apply(changeInterval(query, interval))}
        />
        <Field label={t('editors.statistics.label', 'Statistics')} noMargin>
          <MultiCombobox
            id={statisticsId}
            options={statisticOptions()}
            value={query.statistics}
            onChange={(chosen) =>
              apply(
                changeStatistics(
                  query,
                  chosen.map(({ value }) => value)
                )
              )
            }
          />
        </Field>
        <Field label={t('editors.fill.label', 'Empty steps')} noMargin>
          <Combobox
            id={fillId}
            options={fillOptions()}
            value={query.fill}
            // Enter on a list that typing has emptied gives no option, against the type of `onChange`.
            onChange={(option?: ComboboxOption<Fill>) => option && apply(changeFill(query, option.value))}
          />
        </Field>
        <LegendField legend={query.legend} onChange={(legend) => apply(changeLegend(query, legend))} />
      </FieldGrid>
    </>
  );
}
