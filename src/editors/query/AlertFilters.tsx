import { t } from '@grafana/i18n';
import { type ComboboxOption, Field, MultiCombobox, RadioButtonGroup } from '@grafana/ui';
import React, { useId } from 'react';
import { changeAlertState, changeSeverities } from '../../query/queryEdits';
import type { AlertsQuery } from '../../query/telemetryQuery';
import { FieldCell } from '../shared/FieldCell';
import { FieldRow } from '../shared/FieldRow';
import { suggestOptions, selectedOptions } from '../shared/pickerOptions';
import { SeriesPickers } from './SeriesPickers';
import { severityOptions } from './severityOptions';
import type { InventoryList } from '../shared/useInventory';

interface AlertFiltersProps {
  readonly query: AlertsQuery;
  readonly inventory: InventoryList;
  apply(edited: AlertsQuery): void;
}

const valueOf = ({ value }: ComboboxOption) => value;

/** Which alerts to show; whatever is left empty does not narrow them. */
export function AlertFilters({ query, inventory, apply }: AlertFiltersProps) {
  const severitiesId = useId();
  return (
    <>
      <SeriesPickers
        query={query}
        inventory={inventory}
        placeholders={{
          devices: t('editors.devices.all', 'All devices'),
          tags: t('editors.tags.all', 'All tags'),
        }}
        apply={apply}
      />
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
            <MultiCombobox
              id={severitiesId}
              placeholder={t('editors.severities.all', 'All severities')}
              options={async (typed) => suggestOptions(typed, inventory.variables, severityOptions())}
              value={selectedOptions(query.severities, severityOptions())}
              onChange={(chosen) => apply(changeSeverities(query, chosen.map(valueOf)))}
              isClearable
            />
          </Field>
        </FieldCell>
      </FieldRow>
    </>
  );
}
