import type { BackendSrv } from '@grafana/runtime';
import type { Transport } from '../core/api/transport';
import { createConcurrencyLimit } from '../core/concurrency/concurrencyLimit';
import { type Clock, systemClock } from '../core/time/clock';
import { resourcesUrl, STATUS_PATH } from '../query/backendResources';
import { BackendState } from './backendState';
import { createGrafanaTransport } from './grafanaTransport';
import { createPageStreams, type StreamingBackend } from './streamedPages';

/** A backend that runs answers at once; one that does not must not hold up the first panel for long. */
const STATUS_TIMEOUT_MS = 3_000;

/** True if the backend of the plugin answers. Never rejects. */
async function isBackendRunning(
  backend: Pick<BackendSrv, 'fetch'>,
  dataSourceUid: string,
  clock: Clock
): Promise<boolean> {
  const options = { timeoutMs: STATUS_TIMEOUT_MS, clock };
  const resources = createGrafanaTransport(backend, resourcesUrl(dataSourceUid), options);
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
  /** How many requests may be in flight by the data proxy, also of a load of many pages that the backend was lost for. */
  readonly maxConcurrentRequests: number;
  /** Of the organization whose data source it is. */
  readonly orgId?: number | undefined;
}

/** The way to the API. */
export interface ApiConnection {
  readonly transport: Transport;
  /** True if many pages of history may be requested at once, because the backend sends only a few requests for them at a time. */
  readonly takesManyPages: () => Promise<boolean>;
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
export function connectToApi(
  backend: Pick<BackendSrv, 'fetch'> & Partial<StreamingBackend>,
  { dataSourceUid, proxyUrl, hasBackend, maxConcurrentRequests, orgId }: ApiAddress,
  clock: Clock = systemClock
): ApiConnection {
  const proxy = createGrafanaTransport(backend, proxyUrl, { clock });
  if (!hasBackend) {
    return { transport: proxy, takesManyPages: () => Promise.resolve(false) };
  }
  const limit = createConcurrencyLimit(maxConcurrentRequests);
  const limitedProxy: Transport = (request, signal) =>
    limit(request.group ?? '', (ownSignal) => proxy(request, ownSignal), signal);
  const url = resourcesUrl(dataSourceUid);
  const single = createGrafanaTransport(backend, url, { clock, takesColumns: true });
  const streams = isStreaming(backend)
    ? createPageStreams(backend, { resourcesUrl: url, single, clock, orgId })
    : { transport: single, isSupported: () => false };
  const state = new BackendState(() => isBackendRunning(backend, dataSourceUid, clock), clock);
  const transport: Transport = async (request, signal) => {
    const runs = await state.runs();
    signal.throwIfAborted();
    if (!runs) {
      return limitedProxy(request, signal);
    }
    const response = await streams.transport(request, signal);
    if (!mayBeWithoutBackend(response.status) || (await state.stillRuns())) {
      return response;
    }
    signal.throwIfAborted();
    return limitedProxy(request, signal);
  };
  return { transport, takesManyPages: async () => streams.isSupported() && (await state.runs()) };
}

function isStreaming<B extends Partial<StreamingBackend>>(backend: B): backend is B & StreamingBackend {
  return backend.chunked !== undefined;
}
