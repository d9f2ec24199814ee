import { t } from '@grafana/i18n';
import { Field, InlineSwitch, RadioButtonGroup } from '@grafana/ui';
import React, { useId } from 'react';
import { changeDevicesFormat, changePerTag } from '../../query/queryEdits';
import type { DevicesQuery } from '../../query/telemetryQuery';
import { FieldCell, FieldRow } from '../../editors/shared/FieldRow';
import type { InventoryList } from '../../editors/shared/useInventory';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';

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
      <FieldRow>
        <FieldCell size="short">
          <Field label={t('editors.devicesFormat.label', 'Format')} noMargin>
            <RadioButtonGroup<DevicesQuery['format']>
              options={[
                { value: 'table', label: t('editors.devicesFormat.table', 'Table') },
                {
                  value: 'count',
                  label: t('editors.devicesFormat.count', 'Count'),
                  description: t(
                    'editors.devicesFormat.countDescription',
                    'How many devices are online, offline and without data'
                  ),
                },
              ]}
              value={query.format}
              onChange={(format) => apply(changeDevicesFormat(query, format))}
            />
          </Field>
        </FieldCell>
        {query.format === 'table' && (
          <FieldCell size="short">
            <Field label={t('editors.perTag.label', 'One row per tag')} noMargin>
              <InlineSwitch
                id={perTagId}
                value={query.perTag}
                onChange={(event) => apply(changePerTag(query, event.currentTarget.checked))}
              />
            </Field>
          </FieldCell>
        )}
      </FieldRow>
    </>
  );
}
