import { t } from '@grafana/i18n';
import React from 'react';
import type { KindEditor, KindFieldsProps } from '../../editors/shared/kindEditor';
import type { DevicesQuery } from './devicesQuery';
import { FieldRow } from '../../editors/shared/FieldRow';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';
import { SwitchField, WordField } from '../../editors/query/PlainFields';

export const DEVICES_EDITOR: KindEditor<DevicesQuery> = {
  label: () => t('editors.kind.devices', 'Inventory'),
  description: () => t('editors.kind.devicesDescription', 'Devices and tags with their connection'),
  Fields: DevicesFields,
  examples: () => [
    {
      title: t('help.devices.title', 'Devices and their connection'),
      explanation: t('help.devices.text', 'The inventory with the time since the last contact.'),
      query: {},
    },
  ],
};

function DevicesFields({ query, inventory, apply }: KindFieldsProps<DevicesQuery>) {
  return (
    <>
      <SeriesFilterFields query={query} inventory={inventory} apply={apply} />
      <FieldRow>
        <WordField
          query={query}
          name="format"
          label={t('editors.devicesFormat.label', 'Format')}
          texts={{
            table: t('editors.devicesFormat.table', 'Table'),
            count: [
              t('editors.devicesFormat.count', 'Count'),
              t('editors.devicesFormat.countDescription', 'How many devices are online, offline and without data'),
            ],
          }}
          apply={apply}
        />
        {query.format === 'table' && (
          <SwitchField query={query} name="perTag" label={t('editors.perTag.label', 'One row per tag')} apply={apply} />
        )}
      </FieldRow>
    </>
  );
}
