import { t } from '@grafana/i18n';
import React from 'react';
import type { FilteredQuery } from '../../query/savedQuery';
import type { InventoryList } from '../shared/useInventory';
import { FilterFields } from './FilterFields';
import { SeriesPickers } from './SeriesPickers';

interface SeriesFilterFieldsProps<Q extends FilteredQuery> {
  readonly query: Q;
  readonly inventory: InventoryList;
  apply(edited: Q): void;
}

/** The filter of a query that includes everything that it does not filter. */
export function SeriesFilterFields<Q extends FilteredQuery>({ query, inventory, apply }: SeriesFilterFieldsProps<Q>) {
  const placeholders = { devices: t('editors.devices.all', 'All devices'), tags: t('editors.tags.all', 'All tags') };
  return (
    <>
      <SeriesPickers query={query} inventory={inventory} placeholders={placeholders} apply={apply} />
      <FilterFields query={query} inventory={inventory} apply={apply} />
    </>
  );
}
