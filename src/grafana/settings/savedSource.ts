import type { BackendSrv } from '@grafana/runtime';
import { asObject, type JsonObject } from '../../core/api/fields';
import { createProxyTransport } from '../proxyTransport';

/** What Grafana's server has of a data source and does not pass to the plugin. A member is undefined if it is unknown. */
export interface SavedSource {
  /** The address of the API; empty if none is set. */
  readonly url?: string;
  readonly hasApiKey?: boolean;
}

export type ReadSavedSource = (signal: AbortSignal) => Promise<SavedSource>;

/** Reads the saved settings, which everyone can do who can open the settings page. Never rejects: a failure leaves all unknown. */
export function createSavedSourceReader(backend: Pick<BackendSrv, 'fetch'>, uid: string): ReadSavedSource {
  const grafana = createProxyTransport(backend, '/api/datasources/uid');
  return async (signal) => {
    try {
      const { status, body } = await grafana({ path: encodeURIComponent(uid), params: {} }, signal);
      return status === 200 ? decodeSavedSource(asObject(body, 'data source')) : {};
    } catch {
      return {};
    }
  };
}

function decodeSavedSource({ url, secureJsonFields }: JsonObject): SavedSource {
  return {
    url: typeof url === 'string' ? url : undefined,
    hasApiKey:
      secureJsonFields === undefined ? undefined : asObject(secureJsonFields, 'secureJsonFields').apiKey === true,
  };
}
