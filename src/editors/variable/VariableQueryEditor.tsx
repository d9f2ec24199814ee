import { t } from '@grafana/i18n';
import { Field, Stack, Text } from '@grafana/ui';
import React, { useId, useMemo } from 'react';
import {
  changeFilter,
  changeVariableKind,
  FILTERS_BY_KIND,
  listsPeriods,
  normalizeVariableQuery,
  takesOrder,
  type VariableFilter,
  type VariableQuery,
} from '../../query/variableQuery';
import type { EditorProps } from '../shared/editorProps';
import { DescribedField } from '../shared/DescribedField';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { deviceOptions, propertyOptions, tagOptions } from '../shared/inventoryOptions';
import { InventoryNotice } from '../shared/InventoryNotice';
import { OptionCombobox } from '../shared/OptionCombobox';
import { type PickerOption, variableOptions } from '../shared/pickerOptions';
import { RadioGroup } from '../shared/RadioGroup';
import { type InventoryList, loadedDevices, useInventory } from '../shared/useInventory';
import { PeriodFields } from './PeriodFields';
import { variableSummary } from './variableSummary';

/** The editor of a query variable: what it lists, and the filters of that list. */
export function VariableQueryEditor(props: EditorProps<VariableQuery>) {
  const { datasource, onChange, onRunQuery } = props;
  const inventory = useInventory(datasource);
  const query = useMemo(() => normalizeVariableQuery(props.query), [props.query]);
  const options = useMemo(() => {
    const devices = loadedDevices(inventory.state);
    return {
      site: propertyOptions(devices, 'site'),
      area: propertyOptions(devices, 'area'),
      deviceType: propertyOptions(devices, 'type'),
      device: deviceOptions(devices),
      tag: tagOptions(devices, query.device === '' ? [] : [query.device]),
    };
  }, [inventory.state, query.device]);
  const apply = (edited: VariableQuery) => {
    onChange(edited);
    onRunQuery();
  };
  const labels: Record<VariableFilter, string> = {
    site: t('editors.variable.site', 'Site'),
    area: t('editors.variable.area', 'Area'),
    deviceType: t('editors.variable.type', 'Device type'),
    device: t('editors.variable.device', 'Device'),
    tag: t('editors.variable.tag', 'Tag'),
  };
  const filters = FILTERS_BY_KIND[query.kind];
  return (
    <Stack direction="column" gap={1.5}>
      <Field label={t('editors.variable.kind', 'Values')} noMargin>
        <RadioGroup<VariableQuery['kind']>
          aria-label={t('editors.variable.kind', 'Values')}
          options={[
            { value: 'sites', label: t('editors.variable.sites', 'Sites') },
            { value: 'areas', label: t('editors.variable.areas', 'Areas') },
            { value: 'deviceTypes', label: t('editors.variable.types', 'Device types') },
            { value: 'devices', label: t('editors.variable.devices', 'Devices') },
            { value: 'tags', label: t('editors.variable.tags', 'Tags') },
            { value: 'measures', label: t('editors.variable.measures', 'Measures') },
            { value: 'counters', label: t('editors.variable.counters', 'Counters') },
            { value: 'states', label: t('editors.variable.states', 'States') },
            { value: 'devicesWithStates', label: t('editors.variable.devicesWithStates', 'Devices with states') },
            { value: 'units', label: t('editors.variable.units', 'Units') },
            { value: 'severities', label: t('editors.variable.severities', 'Severities') },
            { value: 'rules', label: t('editors.variable.rules', 'Rules') },
            { value: 'periods', label: t('editors.variable.periods', 'Periods') },
            { value: 'runs', label: t('editors.variable.runs', 'Runs') },
          ]}
          value={query.kind}
          onChange={(kind) => apply(changeVariableKind(query, kind))}
        />
      </Field>
      <InventoryNotice inventory={inventory} />
      {filters.length > 0 && (
        <FieldRow>
          {filters.map((filter) => (
            <FieldCell key={filter} size="short">
              <VariableFilterField
                label={labels[filter]}
                emptyLabel={
                  filter === 'tag' ? t('editors.variable.noTag', 'Select a tag') : t('editors.variable.any', 'Any')
                }
                value={query[filter]}
                options={options[filter]}
                inventory={inventory}
                onChange={(value) => apply(changeFilter(query, filter, value))}
              />
            </FieldCell>
          ))}
        </FieldRow>
      )}
      {listsPeriods(query.kind) && (
        <PeriodFields datasource={datasource} query={query} inventory={inventory} apply={apply} />
      )}
      {takesOrder(query.kind) && (
        <DescribedField
          label={t('editors.variable.order', 'Order')}
          description={t(
            'editors.variable.orderHelp',
            'Grafana selects the first value of a list unless another is chosen. Open alerts first: the most severe alert, of these one that nobody has acknowledged, then the latest; without an alert, the connected device with the latest contact.'
          )}
        >
          <RadioGroup<VariableQuery['order']>
            aria-label={t('editors.variable.order', 'Order')}
            options={[
              { value: 'name', label: t('editors.variable.orderName', 'By name') },
              { value: 'alerts', label: t('editors.variable.orderAlerts', 'Open alerts first') },
            ]}
            value={query.order}
            onChange={(order) => apply({ ...query, order })}
          />
        </DescribedField>
      )}
      <Text element="p" color="secondary" variant="bodySmall">
        {variableSummary(query)}
      </Text>
    </Stack>
  );
}

interface VariableFilterFieldProps {
  readonly label: string;
  /** What an empty value is called. */
  readonly emptyLabel: string;
  /** Empty: no filter. */
  readonly value: string;
  readonly options: readonly PickerOption[];
  readonly inventory: InventoryList;
  onChange(value: string): void;
}

/** A filter of a variable's values: an inventory value, another variable or a custom value. */
function VariableFilterField({ label, emptyLabel, value, options, inventory, onChange }: VariableFilterFieldProps) {
  const id = useId();
  return (
    <Field label={label} noMargin>
      <OptionCombobox
        id={id}
        loading={inventory.isSlow}
        options={[{ value: '', label: emptyLabel }, ...options, ...variableOptions(inventory.variables)]}
        value={value}
        onChange={onChange}
        customValueDescription={t('editors.picker.useCustom', 'Use custom value')}
      />
    </Field>
  );
}
