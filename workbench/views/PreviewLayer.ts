import type { AnnotationQuery, DataQueryRequest, DataQueryResponse, DataSourceApi } from '@grafana/data';
import { toDataQueryError } from '@grafana/runtime';
import { dataLayers } from '@grafana/scenes';
import { BehaviorSubject, from, tap } from 'rxjs';
import type { PanelNotice } from '../inspect/frameNotices.ts';

/**
 * Grafana's annotation layer, which drops errors and notices of the answer; a preview has to show them, so they are taken
 * from the data source on their way.
 */
export class PreviewLayer extends dataLayers.AnnotationsDataLayer {
  readonly notices = new BehaviorSubject<PanelNotice[]>([]);

  protected async resolveDataSource(query: AnnotationQuery): Promise<DataSourceApi> {
    const dataSource = await super.resolveDataSource(query);
    const watchedQuery = (request: DataQueryRequest) => {
      this.notices.next([]);
      return from(dataSource.query(request)).pipe(
        tap({
          next: (answer) => this.notices.next(answerNotices(answer)),
          error: (thrown: unknown) => this.notices.next([errorNotice(toDataQueryError(thrown).message)]),
        })
      );
    };
    return Object.create(dataSource, { query: { value: watchedQuery } });
  }
}

function answerNotices({ data, errors, error }: DataQueryResponse): PanelNotice[] {
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
