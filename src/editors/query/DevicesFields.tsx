import { t } from '@grafana/i18n';
import { Field, InlineSwitch } from '@grafana/ui';
import React, { useId } from 'react';
import { changePerTag } from '../../query/queryEdits';
import type { DevicesQuery } from '../../query/telemetryQuery';
import type { InventoryList } from '../shared/useInventory';
import { SeriesFilterFields } from './SeriesFilterFields';

interface DevicesFieldsProps {
  readonly query: DevicesQuery;
  readonly inventory: InventoryList;
  apply(edited: DevicesQuery): void;
}

/** The fields of a devices query. */
export function DevicesFields({ query, inventory, apply }: DevicesFieldsProps) {
  const perTagId = useId();
  return (
    <>
      <SeriesFilterFields query={query} inventory={inventory} apply={apply} />
      <Field label={t('editors.perTag.label', 'One row per tag')} noMargin>
        <InlineSwitch
          id={perTagId}
          value={query.perTag}
          onChange={(event) => apply(changePerTag(query, event.currentTarget.checked))}
        />
      </Field>
    </>
  );
}
