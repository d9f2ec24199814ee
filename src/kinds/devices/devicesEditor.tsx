import { t } from '@grafana/i18n';
import { Field, InlineSwitch } from '@grafana/ui';
import React, { useId } from 'react';
import type { KindEditor, KindFieldsProps } from '../../editors/shared/kindEditor';
import { RadioField } from '../../editors/shared/RadioField';
import type { DevicesQuery } from './devicesQuery';
import { FieldCell, FieldRow } from '../../editors/shared/FieldRow';
import { SeriesFilterFields } from '../../editors/query/SeriesFilterFields';

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
  const perTagId = useId();
  return (
    <>
      <SeriesFilterFields query={query} inventory={inventory} apply={apply} />
      <FieldRow>
        <FieldCell size="short">
          <RadioField
            label={t('editors.devicesFormat.label', 'Format')}
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
            onChange={(format) => apply({ ...query, format })}
          />
        </FieldCell>
        {query.format === 'table' && (
          <FieldCell size="short">
            <Field label={t('editors.perTag.label', 'One row per tag')} noMargin>
              <InlineSwitch
                id={perTagId}
                value={query.perTag}
                onChange={(event) => apply({ ...query, perTag: event.currentTarget.checked })}
              />
            </Field>
          </FieldCell>
        )}
      </FieldRow>
    </>
  );
}
