import { t } from '@grafana/i18n';
import { Field, RadioButtonGroup } from '@grafana/ui';
import React, { useId, useMemo } from 'react';
import { changeAlertState, changeSeverities } from '../../query/queryEdits';
import type { AlertsQuery } from '../../query/telemetryQuery';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { MultiOptionCombobox } from '../shared/MultiOptionCombobox';
import type { PickerOption } from '../shared/pickerOptions';
import type { InventoryList } from '../shared/useInventory';
import { allSeriesPlaceholders, SeriesPickers } from './SeriesPickers';

interface AlertFiltersProps {
  readonly query: AlertsQuery;
  readonly inventory: InventoryList;
  apply(edited: AlertsQuery): void;
}

/** The filters of an alerts query. An empty filter matches all alerts. */
export function AlertFilters({ query, inventory, apply }: AlertFiltersProps) {
  const severitiesId = useId();
  const severities = useMemo(() => severityOptions(), []);
  return (
    <>
      <SeriesPickers query={query} inventory={inventory} placeholders={allSeriesPlaceholders()} apply={apply} />
      <FieldRow>
        <FieldCell size="long">
          <Field label={t('editors.alertState.label', 'State')} noMargin>
            <RadioButtonGroup
              options={[
                { value: 'all' as const, label: t('editors.alertState.all', 'All') },
                { value: 'open' as const, label: t('editors.alertState.open', 'Open or acknowledged') },
              ]}
              value={query.state}
              onChange={(state) => apply(changeAlertState(query, state))}
            />
          </Field>
        </FieldCell>
        <FieldCell size="long">
          <Field label={t('editors.severities.label', 'Severities')} noMargin>
            <MultiOptionCombobox
              id={severitiesId}
              placeholder={t('editors.severities.all', 'All severities')}
              values={query.severities}
              options={severities}
              variables={inventory.variables}
              onChange={(selected) => apply(changeSeverities(query, selected))}
            />
          </Field>
        </FieldCell>
      </FieldRow>
    </>
  );
}

/** The well-known severities. The API does not limit the list, so others can be typed. */
function severityOptions(): PickerOption[] {
  return [
    { value: 'info', label: t('editors.severities.info', 'Information (info)') },
    { value: 'advertencia', label: t('editors.severities.warning', 'Warning (advertencia)') },
    { value: 'critica', label: t('editors.severities.critical', 'Critical (critica)') },
  ];
}
