import type { BackendSrv, BackendSrvRequest, FetchError, FetchResponse } from '@grafana/runtime';
import { from, lastValueFrom, Observable } from 'rxjs';
import { cancelledError, statusError, networkError } from './fetchErrors.ts';
import { requestInit, requestUrl } from './requestInit.ts';
import type { RequestRecord } from './requestLog.ts';
import { responseData } from './responseData.ts';

interface Ports {
  readonly fetch: typeof fetch;
  /** Called when a request ends. */
  readonly onRequest: (record: RequestRecord) => void;
  /** Called when a request fails and the user should see an alert. */
  readonly onAlert: (error: FetchError) => void;
}

type Options = Partial<BackendSrvRequest>;

/**
 * The service behind `getBackendSrv()`, written to the contract of @grafana/runtime: subscribing starts a request and
 * unsubscribing aborts it; a second request with the same requestId cancels the first. Retries, queueing and `chunked` are
 * not supported.
 */
export class HostBackendSrv implements BackendSrv {
  private readonly cancelById = new Map<string, () => void>();
  private readonly ports: Ports;

  constructor(ports: Ports) {
    this.ports = ports;
  }

  fetch<T>(options: BackendSrvRequest): Observable<FetchResponse<T>> {
    return new Observable((subscriber) => {
      const { requestId, abortSignal } = options;
      const abort = new AbortController();
      const cancel = () => subscriber.error(cancelledError(options));
      if (requestId !== undefined) {
        this.cancelById.get(requestId)?.();
        this.cancelById.set(requestId, cancel);
      }
      const signal = abortSignal ? AbortSignal.any([abort.signal, abortSignal]) : abort.signal;
      from(this.send<T>(options, signal)).subscribe(subscriber);
      return () => {
        abort.abort();
        if (requestId !== undefined && this.cancelById.get(requestId) === cancel) {
          this.cancelById.delete(requestId);
        }
      };
    });
  }

  /** Cancels the request in flight with this id. Its subscribers get an error with `cancelled`. */
  resolveCancelerIfExists(requestId: string) {
    this.cancelById.get(requestId)?.();
  }

  async request<T>(options: BackendSrvRequest): Promise<T> {
    return (await lastValueFrom(this.fetch<T>(options))).data;
  }

  datasourceRequest<T>(options: BackendSrvRequest): Promise<FetchResponse<T>> {
    return lastValueFrom(this.fetch<T>(options));
  }

  get<T>(url: string, params?: BackendSrvRequest['params'], requestId?: string, options?: Options) {
    return this.request<T>({ ...options, method: 'GET', url, params, requestId });
  }

  delete<T>(url: string, data?: unknown, options?: Options) {
    return this.request<T>({ ...options, method: 'DELETE', url, data });
  }

  post<T>(url: string, data?: unknown, options?: Options) {
    return this.request<T>({ ...options, method: 'POST', url, data });
  }

  patch<T>(url: string, data?: unknown, options?: Options) {
    return this.request<T>({ ...options, method: 'PATCH', url, data });
  }

  put<T>(url: string, data?: unknown, options?: Options) {
    return this.request<T>({ ...options, method: 'PUT', url, data });
  }

  chunked(): never {
    throw new Error('backendSrv.chunked is not part of the workbench.');
  }

  private async send<T>(options: BackendSrvRequest, signal: AbortSignal): Promise<FetchResponse<T>> {
    const url = requestUrl(options);
    const record = this.recorder(options, url);
    try {
      const response = await this.ports.fetch(url, requestInit(options, signal));
      const { data, bytes } = await responseData(response, options.responseType);
      record(response.status, bytes);
      if (!response.ok) {
        const error = statusError(response, data, options);
        this.alert(options, url, error);
        throw error;
      }
      const { ok, status, statusText, headers, redirected, type } = response;
      return { data: data as T, ok, status, statusText, headers, redirected, type, url: response.url, config: options };
    } catch (error) {
      if (isStatusError(error)) {
        throw error;
      }
      record(signal.aborted ? 'cancelled' : 'failed');
      throw networkError(error);
    }
  }

  private recorder({ method = 'GET', requestId, hideFromInspector }: BackendSrvRequest, url: string) {
    const startedAtEpochMs = Date.now();
    // The time of day may be set during the request.
    const startedMs = performance.now();
    return (outcome: RequestRecord['outcome'], responseBytes?: number) => {
      if (!hideFromInspector) {
        const durationMs = Math.round(performance.now() - startedMs);
        this.ports.onRequest({ method, url, requestId, startedAtEpochMs, durationMs, outcome, responseBytes });
      }
    };
  }

  /** By default, a failed query raises no alert, because the panel shows the error. */
  private alert({ showErrorAlert }: BackendSrvRequest, url: string, error: FetchError) {
    if (showErrorAlert ?? !url.startsWith('/api/datasources/proxy')) {
      this.ports.onAlert(error);
    }
  }
}

function isStatusError(error: unknown): error is FetchError {
  return typeof error === 'object' && error !== null && 'status' in error && 'config' in error;
}
