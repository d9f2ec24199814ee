import type { AnnotationQuery, AnnotationSupport } from '@grafana/data';
import { DEFAULT_ALERTS_QUERY, readAnnotationQuery } from './alertsQuery';
import type { TelemetryQuery } from '../kinds';
import { ANNOTATION_QUERY_TYPE } from '../../grafana/query/panelContext';

type Editor = AnnotationSupport<TelemetryQuery>['QueryEditor'];

/** Alerts on every chart of a dashboard. Grafana maps the columns of the frame to events by their names. */
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
