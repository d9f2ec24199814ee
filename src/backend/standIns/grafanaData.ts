import { calculateInterval } from 'grafana-data/datetime/rangeutil';
import { dashboardZone } from '../../query/dashboard';
import { zoneRuleAt } from './zoneRules';

/**
 * Takes the place of `@grafana/data` in the backend. What the frames use of it comes from single modules of the package; all of
 * it would bring React and a browser's date library.
 */
export { LoadingState } from 'grafana-data/types/data';
export { FieldType } from 'grafana-data/types/dataFrame';
export { ThresholdsMode } from 'grafana-data/types/thresholds';
export { MappingType, SpecialValueMatch } from 'grafana-data/types/valueMapping';
export { DataTopic } from '@grafana/schema';

export const rangeUtil = { calculateInterval };

/** As Grafana writes times by default: `2026-01-31 23:59:59`, on the clock of a zone. */
export function dateTimeFormat(epochMs: number, { timeZone = 'utc' }: { readonly timeZone?: string } = {}): string {
  const { utcOffsetMs } = zoneRuleAt(epochMs, dashboardZone(timeZone, 'UTC'));
  return new Date(epochMs + utcOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** Links stay relative to the root of Grafana, whose address only a browser knows. */
export const locationUtil = { assureBaseUrl: (url: string): string => url };
