import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { NEVER, type Observable, of, throwError } from 'rxjs';
import { createStoredDataSourceReader, type StoredDataSource } from './storedDataSource';

function createReader(respond: () => Observable<unknown>) {
  const requests: BackendSrvRequest[] = [];
  const fetch = <T>(request: BackendSrvRequest) => {
    requests.push(request);
    return respond() as Observable<FetchResponse<T>>;
  };
  return { requests, read: createStoredDataSourceReader({ fetch }, 'plant') };
}

const NEVER_ABORTED = new AbortController().signal;

it.each<[string, unknown, StoredDataSource]>([
  [
    'is complete',
    { url: 'http://plant', jsonData: {}, secureJsonFields: { apiKey: true } },
    { url: 'http://plant', hasApiKey: true },
  ],
  ['has no key', { url: 'http://plant', secureJsonFields: {} }, { url: 'http://plant', hasApiKey: false }],
  ['does not report keys', { url: 'http://plant', jsonData: {} }, { url: 'http://plant' }],
  ['does not report the URL', { secureJsonFields: { apiKey: true } }, { hasApiKey: true }],
  ['is no object', 'login page', {}],
])('reads a data source that %s', async (_, data, expected) => {
  const { requests, read } = createReader(() => of({ status: 200, data, headers: new Headers() }));
  expect(await read(NEVER_ABORTED)).toEqual(expected);
  expect(requests).toMatchObject([{ url: '/api/datasources/uid/plant', method: 'GET', showErrorAlert: false }]);
});

it.each([403, 404, 500])('knows nothing if Grafana responds with %d', async (status) => {
  const { read } = createReader(() => throwError(() => ({ status, data: { message: 'no' }, config: { url: '' } })));
  expect(await read(NEVER_ABORTED)).toEqual({});
});

it('knows nothing if Grafana does not respond before the signal is aborted', async () => {
  const abort = new AbortController();
  const reading = createReader(() => NEVER).read(abort.signal);
  abort.abort();
  expect(await reading).toEqual({});
});
