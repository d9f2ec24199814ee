import type { AdHocVariableFilter } from '@grafana/data';
import { FILTER_PROPERTIES, type FilterCondition, type FilterProperty } from '../../core/inventory/seriesFilter';

/** The ad hoc filters as conditions. Filters on anything that the inventory does not have are for other data sources. */
export function adHocConditionsOf(filters: readonly AdHocVariableFilter[]): FilterCondition[] {
  return filters.flatMap((filter): FilterCondition[] => {
    const property = FILTER_PROPERTIES.find((known) => known === filter.key);
    return property === undefined ? [] : conditionOf(property, filter);
  });
}

function conditionOf(property: FilterProperty, { operator, value, values }: AdHocVariableFilter): FilterCondition[] {
  switch (operator) {
    case '=':
    case '!=':
      return [{ property, values: [value], isNegated: operator === '!=' }];
    case '=|':
    case '!=|':
      return [{ property, values: values ?? [value], isNegated: operator === '!=|' }];
    case '=~':
    case '!~':
      return [{ property, values: [`/${value}/`], isNegated: operator === '!~' }];
    default:
      return [];
  }
}
