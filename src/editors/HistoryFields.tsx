import { t } from '@grafana/i18n';
import { type ComboboxOption, Field, MultiCombobox } from '@grafana/ui';
import React, { useId } from 'react';
import {
  changeDevices,
  changeFill,
  changeInterval,
  changeLegend,
  changeStatistics,
  changeTags,
} from '../query/queryEdits';
import { type Fill, type HistoryQuery, type Statistic } from '../query/telemetryQuery';
import { ChoiceCombobox } from './ChoiceCombobox';
import { DevicePicker } from './DevicePicker';
import { FieldCell } from './FieldCell';
import { FieldRow } from './FieldRow';
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

const valueOf = ({ value }: ComboboxOption<Statistic>) => value;

/** Which readings to draw, and how. */
export function HistoryFields({ query, inventory, apply }: HistoryFieldsProps) {
  const statisticsId = useId();
  const fillId = useId();
  return (
    <>
      <FieldRow>
        <FieldCell size="long">
          <DevicePicker
            inventory={inventory}
            devices={query.devices}
            placeholder={t('editors.devices.choose', 'Choose devices')}
            onChange={(devices) => apply(changeDevices(query, devices))}
          />
        </FieldCell>
        <FieldCell size="long">
          <TagPicker
            inventory={inventory}
            tags={query.tags}
            devices={query.devices}
            placeholder={t('editors.tags.choose', 'Choose tags')}
            onChange={(tags) => apply(changeTags(query, tags))}
          />
        </FieldCell>
      </FieldRow>
      <FieldRow>
        <FieldCell size="short">
          <IntervalField
            interval={query.interval}
            variables={inventory.variables}
            onChange={(interval) => apply(changeInterval(query, interval))}
          />
        </FieldCell>
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
          <Field label={t('editors.fill.label', 'Empty steps')} noMargin>
            <ChoiceCombobox
              id={fillId}
              options={fillOptions()}
              value={query.fill}
              onChange={(fill) => apply(changeFill(query, fill as Fill))}
            />
          </Field>
        </FieldCell>
        <FieldCell size="short">
          <LegendField legend={query.legend} onChange={(legend) => apply(changeLegend(query, legend))} />
        </FieldCell>
      </FieldRow>
    </>
  );
}
