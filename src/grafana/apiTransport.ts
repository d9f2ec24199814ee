import type { BackendSrv } from '@grafana/runtime';
import type { Transport } from '../core/api/transport';
import { resourcesUrl, STATUS_PATH } from '../query/backendResources';
import { createProxyTransport } from './proxyTransport';

/** A backend that runs answers at once; one that does not must not hold up the first panel for long. */
const STATUS_TIMEOUT_MS = 3_000;

/** True if the backend of the plugin answers. Never rejects. */
async function isBackendRunning(backend: Pick<BackendSrv, 'fetch'>, dataSourceUid: string): Promise<boolean> {
  const resources = createProxyTransport(backend, resourcesUrl(dataSourceUid), { timeoutMs: STATUS_TIMEOUT_MS });
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
 * Sends the core's requests to the backend, which shares pages among all browsers, or, where it does not run, through Grafana's
 * data proxy. Which one is decided once, by the first request.
 */
export function createApiTransport(
  backend: Pick<BackendSrv, 'fetch'>,
  { dataSourceUid, proxyUrl, hasBackend }: ApiAddress
): Transport {
  if (!hasBackend) {
    return createProxyTransport(backend, proxyUrl);
  }
  let chosen: Promise<Transport> | undefined;
  const choose = async () =>
    createProxyTransport(
      backend,
      (await isBackendRunning(backend, dataSourceUid)) ? resourcesUrl(dataSourceUid) : proxyUrl
    );
  return async (request, signal) => {
    chosen ??= choose();
    const transport = await chosen;
    signal.throwIfAborted();
    return transport(request, signal);
  };
}
