import { t } from '@grafana/i18n';
import React, { useCallback, useMemo } from 'react';
import type { Device } from '../../core/inventory/device';
import { translate } from '../../locales/translate';
import { changeFilterList } from '../../query/queryEdits';
import type { FilteredQuery } from '../../query/savedQuery';
import { FieldCell, FieldRow } from '../shared/FieldRow';
import { deviceOptions, propertyOptions, tagOptions } from '../shared/inventoryOptions';
import { type InventoryList, loadedDevices } from '../shared/useInventory';
import { InventoryPicker } from './InventoryPicker';
import { useTextMatcher } from './useTextMatcher';

interface FilterProps<Q extends FilteredQuery> {
  readonly query: Q;
  readonly inventory: InventoryList;
  apply(edited: Q): void;
}

/** The filter of a query that includes everything that it does not filter. */
export function SeriesFilterFields<Q extends FilteredQuery>({ query, inventory, apply }: FilterProps<Q>) {
  const placeholders = { devices: t('editors.devices.all', 'All devices'), tags: t('editors.tags.all', 'All tags') };
  return (
    <>
      <SeriesPickers query={query} inventory={inventory} placeholders={placeholders} apply={apply} />
      <FilterFields query={query} inventory={inventory} apply={apply} />
    </>
  );
}

interface SeriesPickersProps<Q extends FilteredQuery> extends FilterProps<Q> {
  readonly placeholders: { readonly devices: string; readonly tags: string };
}

/** Selects the devices and tags of a query. */
export function SeriesPickers<Q extends FilteredQuery>(props: SeriesPickersProps<Q>) {
  const { query, inventory, placeholders, apply } = props;
  const { state } = inventory;
  const codes = useMemo(() => new Set(loadedDevices(state).map(({ code }) => code)), [state]);
  const matches = useTextMatcher(query.devices, codes);
  const listTags = useCallback(
    (devices: readonly Device[]) => tagOptions(devices, query.devices, matches),
    [query.devices, matches]
  );
  return (
    <FieldRow>
      <FieldCell size="long">
        <InventoryPicker
          label={t('editors.devices.label', 'Devices')}
          placeholder={placeholders.devices}
          values={query.devices}
          inventory={inventory}
          listOptions={deviceOptions}
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
          listOptions={listTags}
          unknownHint={(keys) =>
            translate('editors.tags.unknown', 'Not available on the selected devices: {{keys}}.', {
              keys: keys.join(', '),
            })
          }
          onChange={(tags) => apply(changeFilterList(query, 'tags', tags))}
        />
      </FieldCell>
    </FieldRow>
  );
}

type Property = 'sites' | 'areas' | 'deviceTypes';

/** Filters by site, area and device type. */
export function FilterFields<Q extends FilteredQuery>({ query, inventory, apply }: FilterProps<Q>) {
  const listSites = useCallback((devices: readonly Device[]) => propertyOptions(devices, 'site'), []);
  const listAreas = useCallback((devices: readonly Device[]) => propertyOptions(devices, 'area'), []);
  const listTypes = useCallback((devices: readonly Device[]) => propertyOptions(devices, 'type'), []);
  const picker = (property: Property, label: string, placeholder: string, listOptions: typeof listSites) => (
    <FieldCell size="short">
      <InventoryPicker
        label={label}
        placeholder={placeholder}
        values={query[property]}
        inventory={inventory}
        listOptions={listOptions}
        unknownHint={unknownValuesText}
        onChange={(values) => apply(changeFilterList(query, property, values))}
      />
    </FieldCell>
  );
  return (
    <FieldRow>
      {picker('sites', t('editors.sites.label', 'Sites'), t('editors.sites.all', 'All sites'), listSites)}
      {picker('areas', t('editors.areas.label', 'Areas'), t('editors.areas.all', 'All areas'), listAreas)}
      {picker(
        'deviceTypes',
        t('editors.deviceTypes.label', 'Device types'),
        t('editors.deviceTypes.all', 'All types'),
        listTypes
      )}
    </FieldRow>
  );
}

/** The hint for values that the inventory does not have. */
function unknownValuesText(values: readonly string[]): string {
  return translate(
    'editors.devices.unknown',
    'Not in the inventory: {{codes}}. Check the code and whether the API key has access to its site.',
    { codes: values.join(', ') }
  );
}
