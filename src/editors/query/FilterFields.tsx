import { t } from '@grafana/i18n';
import React, { useCallback } from 'react';
import type { Device } from '../../core/inventory/device';
import { changeFilterList } from '../../query/queryEdits';
import type { FilteredQuery } from '../../query/savedQuery';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { propertyOptions } from '../shared/inventoryOptions';
import type { InventoryList } from '../shared/useInventory';
import { InventoryPicker } from './InventoryPicker';
import { unknownValuesText } from './unknownValues';

interface FilterFieldsProps<Q extends FilteredQuery> {
  readonly query: Q;
  readonly inventory: InventoryList;
  apply(edited: Q): void;
}

type Property = 'sites' | 'areas' | 'deviceTypes';

/** Filters by site, area and device type. */
export function FilterFields<Q extends FilteredQuery>({ query, inventory, apply }: FilterFieldsProps<Q>) {
  const sitesOf = useCallback((devices: readonly Device[]) => propertyOptions(devices, 'site'), []);
  const areasOf = useCallback((devices: readonly Device[]) => propertyOptions(devices, 'area'), []);
  const typesOf = useCallback((devices: readonly Device[]) => propertyOptions(devices, 'type'), []);
  const picker = (property: Property, label: string, placeholder: string, optionsOf: typeof sitesOf) => (
    <FieldCell size="short">
      <InventoryPicker
        label={label}
        placeholder={placeholder}
        values={query[property]}
        inventory={inventory}
        optionsOf={optionsOf}
        unknownHint={unknownValuesText}
        onChange={(values) => apply(changeFilterList(query, property, values))}
      />
    </FieldCell>
  );
  return (
    <FieldRow>
      {picker('sites', t('editors.sites.label', 'Sites'), t('editors.sites.all', 'All sites'), sitesOf)}
      {picker('areas', t('editors.areas.label', 'Areas'), t('editors.areas.all', 'All areas'), areasOf)}
      {picker(
        'deviceTypes',
        t('editors.deviceTypes.label', 'Device types'),
        t('editors.deviceTypes.all', 'All types'),
        typesOf
      )}
    </FieldRow>
  );
}
