import { type BackendSrv, type DataSourceSrv, setBackendSrv, setDataSourceSrv } from '@grafana/runtime';
import type { Observable } from 'rxjs';

/**
 * @param response what Grafana responds with to the request for the state of the backend
 * @param hasBackend whether the plugin has one
 */
export function answerStatus(response: Observable<unknown>, hasBackend = true): void {
  setDataSourceSrv({ getInstanceSettings: () => ({ meta: { backend: hasBackend } }) } as unknown as DataSourceSrv);
  setBackendSrv({ fetch: () => response } as unknown as BackendSrv);
}
