import { newerVersion, readQuery } from '../../query/savedQuery';
import { ALERTS_FIELDS, type AlertsQuery } from '../alerts/alertsQuery';
import { PERIODS_FIELDS, type PeriodsQuery } from '../periods/periodsQuery';

/** The kinds whose results can be regions over every chart of a dashboard. */
export const ANNOTATION_KINDS = ['alerts', 'periods'] as const;

/** The query of an annotation: of periods if it was saved so, of alerts whatever else its saved kind is. */
export function readAnnotationQuery(saved: object): AlertsQuery | PeriodsQuery {
  const readable: { readonly kind?: unknown } = newerVersion(saved) === undefined ? saved : {};
  return readable.kind === 'periods'
    ? readQuery('periods', PERIODS_FIELDS, readable)
    : readQuery('alerts', ALERTS_FIELDS, readable);
}
