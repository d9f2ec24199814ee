import { t } from '@grafana/i18n';
import { type ComboboxOption, Field, MultiCombobox, RadioButtonGroup } from '@grafana/ui';
import React, { useId } from 'react';
import { changeAlertState, changeDevices, changeSeverities, changeTags } from '../query/queryEdits';
import { type AlertsQuery } from '../query/telemetryQuery';
import { DevicePicker } from './DevicePicker';
import { FieldCell } from './FieldCell';
import { FieldRow } from './FieldRow';
import { offerOptions, selectedOptions } from './offerOptions';
import { severityOptions } from './severityOptions';
import { TagPicker } from './TagPicker';
import { type Inventory } from './useInventory';

interface AlertFieldsProps {
  readonly query: AlertsQuery;
  readonly inventory: Inventory;
  apply(edited: AlertsQuery): void;
}

const valueOf = ({ value }: ComboboxOption) => value;

/** Which alerts to show; whatever is left empty does not narrow them. */
export function AlertFields({ query, inventory, apply }: AlertFieldsProps) {
  const severitiesId = useId();
  return (
    <>
      <FieldRow>
        <FieldCell size="long">
          <DevicePicker
            inventory={inventory}
            devices={query.devices}
            placeholder={t('editors.devices.all', 'All devices')}
            onChange={(devices) => apply(changeDevices(query, devices))}
          />
        </FieldCell>
        <FieldCell size="long">
          <TagPicker
            inventory={inventory}
            tags={query.tags}
            devices={query.devices}
            placeholder={t('editors.tags.all', 'All tags')}
            onChange={(tags) => apply(changeTags(query, tags))}
          />
        </FieldCell>
      </FieldRow>
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
              options={async (typed) => offerOptions(typed, inventory.variables, severityOptions())}
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
