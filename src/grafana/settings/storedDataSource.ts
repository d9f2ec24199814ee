import type { BackendSrv } from '@grafana/runtime';
import { asObject, type JsonObject } from '../../core/api/fields';
import { createGrafanaTransport } from '../grafanaTransport';

/** What Grafana's server has of a data source and does not pass to the plugin. A member is undefined if it is unknown. */
export interface StoredDataSource {
  /** The address of the API; empty if none is set. */
  readonly url?: string;
  readonly hasApiKey?: boolean;
}

export type ReadStoredDataSource = (signal: AbortSignal) => Promise<StoredDataSource>;

/** Reads the saved settings, which everyone can do who can open the settings page. Never rejects: a failure leaves all unknown. */
export function createStoredDataSourceReader(backend: Pick<BackendSrv, 'fetch'>, uid: string): ReadStoredDataSource {
  const grafana = createGrafanaTransport(backend, '/api/datasources/uid');
  return async (signal) => {
    try {
      const { status, body } = await grafana({ path: encodeURIComponent(uid), params: {} }, signal);
      return status === 200 ? decodeStoredDataSource(asObject(body, 'data source')) : {};
    } catch {
      return {};
    }
  };
}

function decodeStoredDataSource({ url, secureJsonFields }: JsonObject): StoredDataSource {
  return {
    url: typeof url === 'string' ? url : undefined,
    hasApiKey:
      secureJsonFields === undefined ? undefined : asObject(secureJsonFields, 'secureJsonFields').apiKey === true,
  };
}
