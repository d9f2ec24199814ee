import { t } from '@grafana/i18n';
import React from 'react';
import { deviceOptions } from '../shared/inventoryOptions';
import { ListPicker } from './InventoryPicker';
import { PLAIN_TEXT } from '../../locales/plainText';
import type { InventoryList } from '../shared/useInventory';
import { usePicker } from './usePicker';

interface DevicePickerProps {
  readonly inventory: InventoryList;
  readonly devices: readonly string[];
  readonly placeholder: string;
  onChange(devices: string[]): void;
}

export function DevicePicker({ inventory, devices, placeholder, onChange }: DevicePickerProps) {
  const picker = usePicker(inventory, deviceOptions);
  const unknown = picker.unknown(devices);
  return (
    <ListPicker
      label={t('editors.devices.label', 'Devices')}
      placeholder={placeholder}
      values={devices}
      inventory={inventory}
      picker={picker}
      hint={
        unknown.length > 0 &&
        t(
          'editors.devices.unknown',
          'Not in the inventory: {{codes}}. Check the code, or whether the key sees its site.',
          {
            codes: unknown.join(', '),
            ...PLAIN_TEXT,
          }
        )
      }
      onChange={onChange}
    />
  );
}
