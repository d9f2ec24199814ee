import type { TypedVariableModel } from '@grafana/data';
import type { Device } from '../../core/inventory/device';
import { type InventoryListKind, type InventoryValue, inventoryValues } from '../../core/inventory/inventoryValues';
import type { CompiledFilter } from '../../core/inventory/seriesFilter';
import { unquoted } from '../../core/inventory/textPattern';
import { normalizeVariableQuery, type VariableQuery } from '../../query/variableQuery';

/** What Grafana has for no choice, and for all values. */
const NO_NAMES: ReadonlySet<unknown> = new Set(['', '$__all']);

/** The values that are chosen in variables with this query: Grafana does not say which of them a request is for. */
export function chosenValues(query: VariableQuery, variables: readonly TypedVariableModel[]): string[] {
  const text = queryText(query);
  return variables.flatMap((variable) => {
    if (variable.type !== 'query' || queryText(normalizeVariableQuery(variable.query)) !== text) {
      return [];
    }
    const value: unknown = variable.current.value;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one): one is string => typeof one === 'string' && !NO_NAMES.has(one));
  });
}

function queryText(query: VariableQuery): string {
  return JSON.stringify({ ...query, refId: '' });
}

const EVERYTHING: CompiledFilter = {
  kind: 'filter',
  includesAll: true,
  filtersTags: false,
  includesDevice: () => true,
  includesTag: () => true,
};

/**
 * The values with what is chosen and is not in the plant, which stays chosen: Grafana would choose another one at the next refresh, and panels
 * would show another device than the one that somebody had selected. What only the variables before it leave out is replaced.
 * @param devices of the inventory; without any, nothing is known to be elsewhere in the plant
 */
export function withChosen(
  values: readonly InventoryValue[],
  chosen: readonly string[],
  list: InventoryListKind,
  devices: readonly Device[]
): readonly InventoryValue[] {
  const listed = new Set(values.map(({ value }) => value));
  const unlisted = [...new Set(chosen)].filter((value) => !listed.has(value));
  if (unlisted.length === 0) {
    // As at nearly every refresh: a plant can have 20,000 tags.
    return values;
  }
  const known = new Set(inventoryValues(devices, list, EVERYTHING).map(({ value }) => value));
  const others = unlisted.filter((value) => !known.has(unquoted(value)));
  return [...values, ...others.map((value) => ({ value, text: unquoted(value) }))];
}
