import type { AnnotationQuery, DataQueryRequest, DataQueryResponse, DataSourceApi } from '@grafana/data';
import { toDataQueryError } from '@grafana/runtime';
import { dataLayers } from '@grafana/scenes';
import { BehaviorSubject, from, tap } from 'rxjs';
import type { PanelNotice } from '../inspect/frameNotices.ts';

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
          next: (response) => this.notices.next(responseNotices(response)),
          error: (cause: unknown) => this.notices.next([errorNotice(toDataQueryError(cause).message)]),
        })
      );
    };
    return Object.create(dataSource, { query: { value: observedQuery } });
  }
}

function responseNotices({ data, errors, error }: DataQueryResponse): PanelNotice[] {
  const failures = errors ?? (error ? [error] : []);
  const frames: Array<{ meta?: { notices?: Array<Omit<PanelNotice, 'refId'>> } }> = data;
  return [
    ...failures.map(({ message }) => errorNotice(message)),
    ...frames
      .flatMap(({ meta }) => meta?.notices ?? [])
      .map(({ severity, text }) => ({ severity, text, refId: undefined })),
  ];
}

function errorNotice(message = ''): PanelNotice {
  return { severity: 'error', text: message, refId: undefined };
}
