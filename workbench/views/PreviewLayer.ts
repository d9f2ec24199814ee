import type { AnnotationQuery, DataQueryRequest, DataSourceApi } from '@grafana/data';
import { toDataQueryError } from '@grafana/runtime';
import { dataLayers } from '@grafana/scenes';
import { BehaviorSubject, from, tap } from 'rxjs';
import { frameNotices, type PanelNotice } from '../inspect/frameNotices.ts';

/**
 * Grafana's annotation layer discards the errors and notices of a response. The preview has to show them, so this layer
 * wraps the data source and publishes them.
 */
export class PreviewLayer extends dataLayers.AnnotationsDataLayer {
  readonly notices = new BehaviorSubject<PanelNotice[]>([]);

  protected async resolveDataSource(query: AnnotationQuery): Promise<DataSourceApi> {
    const dataSource = await super.resolveDataSource(query);
    const observedQuery = (request: DataQueryRequest) => {
      this.notices.next([]);
      return from(dataSource.query(request)).pipe(
        tap({
          next: ({ data: series, error, errors }) => this.notices.next(frameNotices({ series, error, errors })),
          error: (cause: unknown) => this.notices.next(frameNotices({ series: [], error: toDataQueryError(cause) })),
        })
      );
    };
    return Object.create(dataSource, { query: { value: observedQuery } });
  }
}
