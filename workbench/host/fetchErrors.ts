import type { BackendSrvRequest, FetchError } from '@grafana/runtime';

/** What the subscriber of a request gets that another request with the same id replaced. */
export function cancelledError(config: BackendSrvRequest): FetchError {
  // `type` is DataQueryErrorType.Cancelled, which data sources and panels look for.
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

/** The error for an answer that is not ok. Text becomes `{ message, error, response }`, as plugins know it from Grafana. */
export function statusError(response: Response, data: unknown, config: BackendSrvRequest): FetchError {
  const { status, statusText } = response;
  return { status, statusText, data: normalizedData(data, statusText), config };
}

/**
 * The error for a request that got no answer: the browser's own error with `data` on it, and no status. So it is in
 * Grafana, and a plugin must not take it for an HTTP error.
 */
export function unansweredError(error: unknown): unknown {
  const thrown = typeof error === 'object' && error !== null ? error : new Error(String(error));
  return Object.assign(thrown, { data: { message: 'Unexpected error' } });
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
