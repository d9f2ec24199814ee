import { t } from '@grafana/i18n';
import { Field, RadioButtonGroup, Stack, Text } from '@grafana/ui';
import React, { useMemo } from 'react';
import { normalizeVariableQuery } from '../../query/normalizeQuery';
import type { VariableQuery } from '../../query/telemetryQuery';
import { changeFilter, changeVariableKind, type VariableFilter, FILTERS_BY_KIND } from '../../query/variableQueryEdits';
import type { EditorProps } from '../shared/editorProps';
import { FieldCell } from '../shared/FieldCell';
import { FieldRow } from '../shared/FieldRow';
import { InventoryNotice } from '../shared/InventoryNotice';
import { deviceOptions, propertyOptions } from '../shared/inventoryOptions';
import { VariableFilterField } from './VariableFilterField';
import { loadedDevices, useInventory } from '../shared/useInventory';
import { variableSummary } from './variableSummary';

/** What a query variable lists, narrowed by what stands before it. */
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
    };
  }, [inventory.state]);
  const apply = (edited: VariableQuery) => {
    onChange(edited);
    onRunQuery();
  };
  const labels: Record<VariableFilter, string> = {
    site: t('editors.variable.site', 'Site'),
    area: t('editors.variable.area', 'Area'),
    deviceType: t('editors.variable.type', 'Device type'),
    device: t('editors.variable.device', 'Device'),
  };
  return (
    <Stack direction="column" gap={1.5}>
      <Field label={t('editors.variable.kind', 'List of')} noMargin>
        <RadioButtonGroup<VariableQuery['kind']>
          options={[
            { value: 'sites', label: t('editors.variable.sites', 'Sites') },
            { value: 'areas', label: t('editors.variable.areas', 'Areas') },
            { value: 'devices', label: t('editors.variable.devices', 'Devices') },
            { value: 'tags', label: t('editors.variable.tags', 'Tags') },
          ]}
          value={query.kind}
          onChange={(kind) => apply(changeVariableKind(query, kind))}
        />
      </Field>
      <InventoryNotice inventory={inventory} />
      {FILTERS_BY_KIND[query.kind].length > 0 && (
        <FieldRow>
          {FILTERS_BY_KIND[query.kind].map((narrowing) => (
            <FieldCell key={narrowing} size="short">
              <VariableFilterField
                label={labels[narrowing]}
                value={query[narrowing]}
                options={options[narrowing]}
                inventory={inventory}
                onChange={(value) => apply(changeFilter(query, narrowing, value))}
              />
            </FieldCell>
          ))}
        </FieldRow>
      )}
      <Text element="p" color="secondary" variant="bodySmall">
        {variableSummary(query)}
      </Text>
    </Stack>
  );
}
