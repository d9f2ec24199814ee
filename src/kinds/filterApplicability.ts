import type {
  AdHocVariableFilter,
  DataSourceGetDrilldownsApplicabilityOptions,
  DrilldownsApplicability,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { FILTER_PROPERTIES } from '../core/inventory/seriesFilter';
import { FILTER_OPERATORS } from '../grafana/frames/notices';
import { parseAdHocFilters } from '../grafana/query/filter/adHocFilters';
import { translate } from '../locales/translate';
import { normalizeQuery } from './normalizeQuery';
import { getKind, type TelemetryQuery } from './kinds';

/**
 * Which ad hoc filters and group-by keys of a dashboard have an effect on the queries, and why others have none. Grafana marks these,
 * and leaves them out of requests. It finds a result by key and origin: filters that share both therefore share the result, and all
 * of them count as applicable if one is, because an ignored filter costs a notice, and a missing one shows what nobody chose.
 * @param options without queries, the filters of a whole dashboard
 * @returns first those of the filters, then those of the keys, in their order
 */
export function filterApplicability({
  filters = [],
  groupByKeys = [],
  queries = [],
}: Partial<DataSourceGetDrilldownsApplicabilityOptions<TelemetryQuery>> = {}): DrilldownsApplicability[] {
  const isFiltered = queries.length === 0 || queries.some(hasFilter);
  const reasons = filters.map((filter) => ignoredReason(filter, isFiltered));
  const ofFilters = filters.map(({ key, origin }, index) => ({ key, origin, ...verdict(key, origin, reasons[index]) }));
  const ofKeys = groupByKeys.map((key) => ({
    key,
    ...verdict(key, undefined, t('filters.noGrouping', 'This data source does not group series.')),
  }));
  return [...ofFilters, ...ofKeys];

  function verdict(key: string, origin: string | undefined, reason: string | undefined) {
    const isApplicable =
      reason === undefined ||
      filters.some((other, index) => other.key === key && other.origin === origin && reasons[index] === undefined);
    return isApplicable ? { applicable: true } : { applicable: false, reason };
  }
}

/** False for exports, which belong to no device. */
function hasFilter(saved: TelemetryQuery): boolean {
  const query = normalizeQuery(saved);
  return query.kind === 'unreadable' || 'devices' in getKind(query).fields;
}

/** Undefined for a filter that has an effect, or that the user is still writing. */
function ignoredReason(filter: AdHocVariableFilter, isFiltered: boolean): string | undefined {
  const { key, operator } = filter;
  if (key === '' || operator === '') {
    return undefined;
  }
  if (!isFiltered) {
    return t('filters.exports', 'The filters of a dashboard do not apply to exports.');
  }
  if (parseAdHocFilters([filter]).ignored.length === 0) {
    return undefined;
  }
  return FILTER_PROPERTIES.some((property) => property === key)
    ? translate('filters.unknownOperator', 'Without effect: {{operator}}. Use one of the operators {{operators}}.', {
        operator,
        operators: FILTER_OPERATORS,
      })
    : translate('filters.unknownProperty', 'Without effect: {{property}}. Filter by {{properties}}.', {
        property: key,
        properties: FILTER_PROPERTIES.join(', '),
      });
}
