import { t } from '@grafana/i18n';
import React, { useCallback } from 'react';
import type { Device } from '../../core/inventory/device';
import { PLAIN_TEXT } from '../../locales/plainText';
import { changeFilterList } from '../../query/queryEdits';
import type { FilteredQuery } from '../../query/savedQuery';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { deviceOptions, tagOptions } from '../shared/inventoryOptions';
import type { InventoryList } from '../shared/useInventory';
import { InventoryPicker } from './InventoryPicker';
import { unknownValuesText } from './unknownValues';

interface SeriesPickersProps<Q extends FilteredQuery> {
  readonly query: Q;
  readonly inventory: InventoryList;
  readonly placeholders: { readonly devices: string; readonly tags: string };
  apply(edited: Q): void;
}

/** Selects the devices and tags of a query. */
export function SeriesPickers<Q extends FilteredQuery>(props: SeriesPickersProps<Q>) {
  const { query, inventory, placeholders, apply } = props;
  const tagsOf = useCallback((devices: readonly Device[]) => tagOptions(devices, query.devices), [query.devices]);
  return (
    <FieldRow>
      <FieldCell size="long">
        <InventoryPicker
          label={t('editors.devices.label', 'Devices')}
          placeholder={placeholders.devices}
          values={query.devices}
          inventory={inventory}
          optionsOf={deviceOptions}
          unknownHint={unknownValuesText}
          onChange={(devices) => apply(changeFilterList(query, 'devices', devices))}
        />
      </FieldCell>
      <FieldCell size="long">
        <InventoryPicker
          label={t('editors.tags.label', 'Tags')}
          placeholder={placeholders.tags}
          values={query.tags}
          inventory={inventory}
          optionsOf={tagsOf}
          unknownHint={(keys) =>
            t('editors.tags.unknown', 'Not available on the selected devices: {{keys}}.', {
              keys: keys.join(', '),
              ...PLAIN_TEXT,
            })
          }
          onChange={(tags) => apply(changeFilterList(query, 'tags', tags))}
        />
      </FieldCell>
    </FieldRow>
  );
}
