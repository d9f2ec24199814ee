import { t } from '@grafana/i18n';
import React, { useCallback } from 'react';
import type { Device } from '../../core/inventory/device';
import { tagOptions } from '../shared/inventoryOptions';
import { ListPicker } from './InventoryPicker';
import { PLAIN_TEXT } from '../../locales/plainText';
import type { InventoryList } from '../shared/useInventory';
import { usePicker } from './usePicker';

interface TagPickerProps {
  readonly inventory: InventoryList;
  readonly tags: readonly string[];
  /** The devices whose tags are offered. */
  readonly devices: readonly string[];
  readonly placeholder: string;
  onChange(tags: string[]): void;
}

export function TagPicker({ inventory, tags, devices, placeholder, onChange }: TagPickerProps) {
  const build = useCallback((known: readonly Device[]) => tagOptions(known, devices), [devices]);
  const picker = usePicker(inventory, build);
  const unknown = picker.unknown(tags);
  return (
    <ListPicker
      label={t('editors.tags.label', 'Tags')}
      placeholder={placeholder}
      values={tags}
      inventory={inventory}
      picker={picker}
      hint={
        unknown.length > 0 &&
        t('editors.tags.unknown', 'Not measured by the chosen devices: {{keys}}.', {
          keys: unknown.join(', '),
          ...PLAIN_TEXT,
        })
      }
      onChange={onChange}
    />
  );
}
