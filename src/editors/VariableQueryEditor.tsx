import { t } from '@grafana/i18n';
import { Field, RadioButtonGroup, Stack, Text } from '@grafana/ui';
import React, { useMemo } from 'react';
import { normalizeVariableQuery } from '../query/normalizeQuery';
import type { VariableQuery } from '../query/telemetryQuery';
import { changeNarrowing, changeVariableKind, type Narrowing, NARROWINGS } from '../query/variableQueryEdits';
import type { EditorProps } from './editorProps';
import { FieldCell } from './FieldCell';
import { FieldRow } from './FieldRow';
import { InventoryNotice } from './InventoryNotice';
import { deviceOptions, wordOptions } from './inventoryOptions';
import { NarrowingField } from './NarrowingField';
import { devicesOf, useInventory } from './useInventory';
import { variableText } from './variableText';

/** What a query variable lists, narrowed by what stands before it. */
export function VariableQueryEditor(props: EditorProps<VariableQuery>) {
  const { datasource, onChange, onRunQuery } = props;
  const inventory = useInventory(datasource);
  const query = useMemo(() => normalizeVariableQuery(props.query), [props.query]);
  const options = useMemo(() => {
    const devices = devicesOf(inventory.state);
    return {
      site: wordOptions(devices, 'site'),
      area: wordOptions(devices, 'area'),
      deviceType: wordOptions(devices, 'type'),
      device: deviceOptions(devices),
    };
  }, [inventory.state]);
  const apply = (edited: VariableQuery) => {
    onChange(edited);
    onRunQuery();
  };
  const labels: Record<Narrowing, string> = {
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
      {NARROWINGS[query.kind].length > 0 && (
        <FieldRow>
          {NARROWINGS[query.kind].map((narrowing) => (
            <FieldCell key={narrowing} size="short">
              <NarrowingField
                label={labels[narrowing]}
                value={query[narrowing]}
                options={options[narrowing]}
                inventory={inventory}
                onChange={(value) => apply(changeNarrowing(query, narrowing, value))}
              />
            </FieldCell>
          ))}
        </FieldRow>
      )}
      <Text element="p" color="secondary" variant="bodySmall">
        {variableText(query)}
      </Text>
    </Stack>
  );
}
