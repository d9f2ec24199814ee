import type { AnnotationQuery, AnnotationSupport } from '@grafana/data';
import { ANNOTATION_QUERY_TYPE } from '../../grafana/query/panelContext';
import { DEFAULT_ALERTS_QUERY } from '../alerts/alertsQuery';
import type { TelemetryQuery } from '../kinds';
import { readAnnotationQuery } from './annotationQuery';

type Editor = AnnotationSupport<TelemetryQuery>['QueryEditor'];

/** Alerts or periods on every chart of a dashboard. Grafana maps the columns of the frame to events by their names. */
export function annotationSupport(QueryEditor: Editor): AnnotationSupport<TelemetryQuery> {
  return {
    QueryEditor,
    getDefaultQuery: () => ({ ...DEFAULT_ALERTS_QUERY }),
    prepareQuery: (annotation: AnnotationQuery<TelemetryQuery>) => ({
      ...readAnnotationQuery({ ...annotation.target }),
      refId: annotation.target?.refId || 'Anno',
      queryType: ANNOTATION_QUERY_TYPE,
    }),
  };
}
