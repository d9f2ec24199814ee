/** In the place of `@grafana/runtime`, which loads all components of Grafana and with them what only a browser has. */
import type { FetchError } from '@grafana/runtime';

export function isFetchError(error: unknown): error is FetchError {
  return typeof error === 'object' && error !== null && 'status' in error && 'data' in error;
}
