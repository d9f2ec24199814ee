import type { BackendSrvRequest, FetchError } from '@grafana/runtime';

/** The error of a request that was cancelled, for example by another request with the same id. */
export function cancelledError(config: BackendSrvRequest): FetchError {
  // `type` is DataQueryErrorType.Cancelled, which data sources and panels check.
  const error = {
    type: 'cancelled',
    cancelled: true,
    data: null,
    status: -1,
    statusText: 'Request was aborted',
    config,
  };
  return error;
}

/** The error for a response that is not ok. As in Grafana, a text body becomes `{ message, error, response }`. */
export function statusError(response: Response, data: unknown, config: BackendSrvRequest): FetchError {
  const { status, statusText } = response;
  return { status, statusText, data: normalizedData(data, statusText), config };
}

/**
 * The error for a request without a response: the browser's own error with `data` and without a status, as in Grafana. A
 * plugin must not mistake it for an HTTP error.
 */
export function networkError(error: unknown): unknown {
  const cause = typeof error === 'object' && error !== null ? error : new Error(String(error));
  return Object.assign(cause, { data: { message: 'Unexpected error' } });
}

function normalizedData(data: unknown, statusText: string): unknown {
  if (data === undefined || data === null || data === '') {
    return { message: 'Unexpected error' };
  }
  if (typeof data === 'string') {
    return { message: data, error: statusText, response: data };
  }
  if (typeof data === 'object' && 'error' in data && typeof data.error === 'string' && !('message' in data)) {
    return { ...data, message: data.error };
  }
  return data;
}
