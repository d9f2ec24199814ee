import type { BackendSrv, BackendSrvRequest } from '@grafana/runtime';
import { of, throwError } from 'rxjs';
import { createApiTransport } from './apiTransport';

const STATUS = '/api/datasources/uid/a%20b/resources/status';
const REQUEST = { path: 'v1/valores', params: { limite: '1' } };

/** @param status what Grafana responds with to the request for the state of the backend */
function open(status: number, hasBackend = true) {
  const urls: string[] = [];
  const backend = {
    fetch: ({ url }: BackendSrvRequest) => {
      urls.push(url);
      return url === STATUS && status !== 200
        ? throwError(() => ({ status, data: {}, config: {} }))
        : of({ status: 200, data: {}, headers: new Headers() });
    },
  } as unknown as BackendSrv;
  const send = createApiTransport(backend, { dataSourceUid: 'a b', proxyUrl: '/proxy', hasBackend });
  return { send, urls };
}

it('sends requests to the backend where it runs', async () => {
  const { send, urls } = open(200);
  await send(REQUEST, new AbortController().signal);
  expect(urls).toEqual([STATUS, '/api/datasources/uid/a%20b/resources/v1/valores']);
});

it.each([404, 500, 502, 503, 0])('takes the data proxy if Grafana responds with %s', async (status) => {
  const { send, urls } = open(status);
  await send(REQUEST, new AbortController().signal);
  expect(urls).toEqual([STATUS, '/proxy/v1/valores']);
});

it('takes the data proxy, without a request for the state, if the plugin has no backend', async () => {
  const { send, urls } = open(200, false);
  await send(REQUEST, new AbortController().signal);
  expect(urls).toEqual(['/proxy/v1/valores']);
});

it('finds out once, also for requests at the same time', async () => {
  const { send, urls } = open(200);
  const { signal } = new AbortController();
  await Promise.all([send(REQUEST, signal), send(REQUEST, signal)]);
  await send(REQUEST, signal);
  expect(urls.filter((url) => url === STATUS)).toHaveLength(1);
});

it('sends nothing for a request that is aborted before the way is known', async () => {
  const { send, urls } = open(200);
  const controller = new AbortController();
  const sent = send(REQUEST, controller.signal);
  controller.abort();
  await expect(sent).rejects.toThrow(controller.signal.reason as Error);
  expect(urls).toEqual([STATUS]);
});
