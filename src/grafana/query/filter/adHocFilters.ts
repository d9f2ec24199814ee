import type { AdHocVariableFilter } from '@grafana/data';
import { FILTER_PROPERTIES, type FilterCondition } from '../../../core/inventory/seriesFilter';
import { exactly } from '../../../core/inventory/textPattern';

/** What the ad hoc filters of a dashboard mean. */
export interface AdHocFilters {
  readonly conditions: readonly FilterCondition[];
  /** Filters on something that the inventory does not have, or by an operator that texts do not have: they have no effect. */
  readonly ignored: readonly AdHocVariableFilter[];
}

export function parseAdHocFilters(filters: readonly AdHocVariableFilter[]): AdHocFilters {
  const parsed = filters.map((filter) => ({ filter, condition: parseCondition(filter) }));
  return {
    conditions: parsed.flatMap(({ condition }) => condition ?? []),
    ignored: parsed.flatMap(({ filter, condition }) => (condition === undefined ? [filter] : [])),
  };
}

/**
 * A value is a name, which may look like a pattern, but for the operators of patterns.
 * @returns undefined for a filter that cannot be applied: Grafana offers `<` and `>` for every data source
 */
function parseCondition({ key, operator, value, values }: AdHocVariableFilter): FilterCondition | undefined {
  const property = FILTER_PROPERTIES.find((known) => known === key);
  if (property === undefined) {
    return undefined;
  }
  switch (operator) {
    case '=':
    case '!=':
      return { property, values: [exactly(value)], isNegated: operator === '!=' };
    case '=|':
    case '!=|':
      return { property, values: (values ?? [value]).map(exactly), isNegated: operator === '!=|' };
    case '=~':
    case '!~':
      return { property, values: [`/${value}/`], isNegated: operator === '!~' };
    default:
      return undefined;
  }
}
