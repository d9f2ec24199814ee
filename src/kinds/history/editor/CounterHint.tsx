import React, { useMemo } from 'react';
import type { Device } from '../../../core/inventory/device';
import { findTagRole, type TagTypeWords } from '../../../core/serverWords';
import { translate } from '../../../locales/translate';
import type { HistoryQuery } from '../historyQuery';
import { FieldHint } from '../../../editors/shared/FieldRow';
import { loadedDevices, type InventoryList } from '../../../editors/shared/useInventory';

interface CounterHintProps {
  readonly query: HistoryQuery;
  readonly inventory: InventoryList;
  readonly tagTypes: TagTypeWords;
}

/** Suggests the increase for counters, whose averages say little. */
export function CounterHint({ query, inventory, tagTypes }: CounterHintProps) {
  const counters = useMemo(
    () => counterNames(query, loadedDevices(inventory.state), tagTypes),
    [query, inventory.state, tagTypes]
  );
  if (counters.length === 0 || query.statistics.includes('increase') || query.statistics.includes('auto')) {
    return null;
  }
  return (
    <FieldHint>
      {translate(
        'editors.statistics.counterHint',
        'Select “Increase” to see how much was counted in each step: {{tags}}.',
        {
          tags: counters.join(', '),
        }
      )}
    </FieldHint>
  );
}

/** The names of the selected tags that are counters. */
function counterNames(
  { devices, tags }: HistoryQuery,
  inventory: readonly Device[],
  tagTypes: TagTypeWords
): readonly string[] {
  const selected = inventory
    .filter(({ code }) => devices.includes(code))
    .flatMap((device) => device.tags.filter(({ key }) => tags.includes(key)));
  const counters = selected.filter(({ type }) => findTagRole(type, tagTypes) === 'counter');
  return [...new Set(counters.map(({ name }) => name))];
}
