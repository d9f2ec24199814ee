import { gunzipSync } from 'node:zlib';
import type { Transport } from '../core/api/transport';
import { COLUMNS_TYPE, decodePageColumns } from '../core/history/pageColumns';
import type { BackendHost, BackendRequest } from './backendHost';

/** What a browser receives. */
export type BrowserTraffic = {
  bytes: number;
  /** The pages among it that are columns, as the browser decompressed them. */
  readonly pages: Uint8Array[];
};

/** The requests of a browser, through the resources of the backend. */
export function resourceTransport(
  host: BackendHost,
  source: Omit<BackendRequest, 'resource'>,
  traffic: BrowserTraffic = { bytes: 0, pages: [] }
): Transport {
  return async ({ path: resource, params }) => {
    const {
      status = 0,
      headers = {},
      body = '',
    } = await host.send({
      ...source,
      headers: { Accept: COLUMNS_TYPE, 'Accept-Encoding': 'gzip, deflate, br' },
      resource: `${resource}?${new URLSearchParams(params).toString()}`,
    });
    const header = (name: string) => Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1][0];
    const sent = Buffer.from(body, 'base64');
    traffic.bytes += sent.length;
    const plain = header('content-encoding') === 'gzip' ? gunzipSync(sent) : sent;
    if (header('content-type') !== COLUMNS_TYPE) {
      return { status, body: JSON.parse(plain.toString()) as unknown, header };
    }
    const page = Uint8Array.from(plain);
    traffic.pages.push(page);
    return { status, ...decodePageColumns(page), header };
  };
}
