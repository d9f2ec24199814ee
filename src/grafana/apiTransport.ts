import type { BackendSrv } from '@grafana/runtime';
import type { Transport } from '../core/api/transport';
import { type Clock, systemClock } from '../core/time/clock';
import { resourcesUrl, STATUS_PATH } from '../query/backendResources';
import { BackendState } from './backendState';
import { createProxyTransport } from './proxyTransport';

/** A backend that runs answers at once; one that does not must not hold up the first panel for long. */
const STATUS_TIMEOUT_MS = 3_000;

/** True if the backend of the plugin answers. Never rejects. */
async function isBackendRunning(
  backend: Pick<BackendSrv, 'fetch'>,
  dataSourceUid: string,
  clock: Clock
): Promise<boolean> {
  const options = { timeoutMs: STATUS_TIMEOUT_MS, clock };
  const resources = createProxyTransport(backend, resourcesUrl(dataSourceUid), options);
  try {
    const { status } = await resources({ path: STATUS_PATH, params: {} }, new AbortController().signal);
    return status === 200;
  } catch {
    return false;
  }
}

export interface ApiAddress {
  readonly dataSourceUid: string;
  /** Where Grafana's data proxy passes requests on to the API. */
  readonly proxyUrl: string;
  /** Whether `plugin.json` names a backend. */
  readonly hasBackend: boolean;
}

/**
 * What Grafana responds with if there is no backend: it was not found, does not run or was lost during the request. The API may send the
 * same statuses through a backend that runs, so they are only a reason to check.
 */
function mayBeWithoutBackend(status: number): boolean {
  return status === 404 || status >= 500;
}

/**
 * Sends the core's requests to the backend, which shares pages among all browsers, or, where it does not run, through Grafana's
 * data proxy. A request that the backend was lost for is sent again through the data proxy; once the backend runs again, it gets the
 * requests again.
 */
export function createApiTransport(
  backend: Pick<BackendSrv, 'fetch'>,
  { dataSourceUid, proxyUrl, hasBackend }: ApiAddress,
  clock: Clock = systemClock
): Transport {
  const proxy = createProxyTransport(backend, proxyUrl, { clock });
  if (!hasBackend) {
    return proxy;
  }
  const resources = createProxyTransport(backend, resourcesUrl(dataSourceUid), { clock, takesColumns: true });
  const state = new BackendState(() => isBackendRunning(backend, dataSourceUid, clock), clock);
  return async (request, signal) => {
    const runs = await state.runs();
    signal.throwIfAborted();
    if (!runs) {
      return proxy(request, signal);
    }
    const response = await resources(request, signal);
    if (!mayBeWithoutBackend(response.status) || (await state.stillRuns())) {
      return response;
    }
    signal.throwIfAborted();
    return proxy(request, signal);
  };
}
