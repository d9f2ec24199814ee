import React from 'react';
import { changeDevices, changeTags } from '../../query/queryEdits';
import type { TelemetryQuery } from '../../query/telemetryQuery';
import { DevicePicker } from './DevicePicker';
import { FieldCell } from '../shared/FieldCell';
import { FieldRow } from '../shared/FieldRow';
import { TagPicker } from './TagPicker';
import type { InventoryList } from '../shared/useInventory';

interface SeriesPickersProps<Q extends TelemetryQuery> {
  readonly query: Q;
  readonly inventory: InventoryList;
  /** What stands in the fields while nothing is chosen. */
  readonly placeholders: { readonly devices: string; readonly tags: string };
  apply(edited: Q): void;
}

/** Of which devices and tags. */
export function SeriesPickers<Q extends TelemetryQuery>({
  query,
  inventory,
  placeholders,
  apply,
}: SeriesPickersProps<Q>) {
  return (
    <FieldRow>
      <FieldCell size="long">
        <DevicePicker
          inventory={inventory}
          devices={query.devices}
          placeholder={placeholders.devices}
          onChange={(devices) => apply(changeDevices(query, devices))}
        />
      </FieldCell>
      <FieldCell size="long">
        <TagPicker
          inventory={inventory}
          tags={query.tags}
          devices={query.devices}
          placeholder={placeholders.tags}
          onChange={(tags) => apply(changeTags(query, tags))}
        />
      </FieldCell>
    </FieldRow>
  );
}
