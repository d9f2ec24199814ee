import type { BackendSrv, BackendSrvRequest } from '@grafana/runtime';
import { finalize, NEVER, of, throwError } from 'rxjs';
import { createFakeClock } from '../testSupport/testClocks';
import { connectToApi } from './apiConnection';

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
  const { transport: send } = connectToApi(backend, {
    dataSourceUid: 'a b',
    proxyUrl: '/proxy',
    hasBackend,
    maxConcurrentRequests: 6,
  });
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

/** Grafana with a backend that can be lost, and an API with a status. */
function openLive() {
  const clock = createFakeClock();
  const urls: string[] = [];
  const grafana = { backendRuns: true, lostStatus: 500, apiStatus: 200 };
  const backend = {
    fetch: ({ url }: BackendSrvRequest) => {
      urls.push(url);
      const isResource = url.includes('/resources/');
      const status = isResource && !grafana.backendRuns ? grafana.lostStatus : url === STATUS ? 200 : grafana.apiStatus;
      return status === 200
        ? of({ status, data: {}, headers: new Headers() })
        : throwError(() => ({ status, data: { message: 'failed' }, config: {} }));
    },
  } as unknown as BackendSrv;
  const { transport: send } = connectToApi(
    backend,
    { dataSourceUid: 'a b', proxyUrl: '/proxy', hasBackend: true, maxConcurrentRequests: 6 },
    clock
  );
  const { signal } = new AbortController();
  return {
    clock,
    grafana,
    /** The status of a request, and the URLs that were requested for it. */
    request: async () => {
      urls.splice(0);
      const { status } = await send(REQUEST, signal);
      await new Promise((resolve) => setTimeout(resolve, 0));
      return { status, urls: [...urls] };
    },
    send: () => send(REQUEST, signal),
    urls,
  };
}

const BY_BACKEND = '/api/datasources/uid/a%20b/resources/v1/valores';
const BY_PROXY = '/proxy/v1/valores';

it.each([404, 500, 502, 503])(
  'a request for which the backend was lost (%s) is sent again through the data proxy, as are the next ones',
  async (lostStatus) => {
    const { clock, grafana, request } = openLive();
    await request();
    clock.advance(60_000);
    Object.assign(grafana, { backendRuns: false, lostStatus });
    expect(await request()).toEqual({ status: 200, urls: [BY_BACKEND, STATUS, BY_PROXY] });
    expect(await request()).toEqual({ status: 200, urls: [BY_PROXY] });
  }
);

it('a lost backend is checked every five seconds, while requests go on, and gets them again', async () => {
  const { clock, grafana, request } = openLive();
  await request();
  clock.advance(60_000);
  grafana.backendRuns = false;
  await request();
  clock.advance(4_999);
  expect((await request()).urls).toEqual([BY_PROXY]);
  for (let refresh = 0; refresh < 30; refresh++) {
    clock.advance(5_000);
    expect((await request()).urls).toEqual([STATUS, BY_PROXY]);
  }
  grafana.backendRuns = true;
  clock.advance(5_000);
  expect((await request()).urls).toEqual([STATUS, BY_PROXY]);
  expect((await request()).urls).toEqual([BY_BACKEND]);
});

it('setting the time of day back does not delay the check of a lost backend', async () => {
  const { clock, grafana, request } = openLive();
  await request();
  clock.advance(60_000);
  grafana.backendRuns = false;
  await request();
  clock.setBack(3_000);
  clock.advance(5_000);
  expect((await request()).urls).toContain(STATUS);
});

it('a backend that has never run is checked less and less often', async () => {
  const { clock, grafana, request } = openLive();
  grafana.backendRuns = false;
  const checkedAfterS: number[] = [];
  for (let second = 0; second < 1000; second++) {
    if ((await request()).urls.includes(STATUS)) {
      checkedAfterS.push(second);
    }
    clock.advance(1_000);
  }
  expect(checkedAfterS).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915]);
});

it.each([404, 500, 502, 503])('a status %s of the API never changes the way', async (apiStatus) => {
  const { clock, grafana, request } = openLive();
  await request();
  grafana.apiStatus = apiStatus;
  clock.advance(60_000);
  expect(await request()).toEqual({ status: apiStatus, urls: [BY_BACKEND, STATUS] });
  clock.advance(4_999);
  expect(await request()).toEqual({ status: apiStatus, urls: [BY_BACKEND] });
});

it('one check serves all requests for which the backend was lost', async () => {
  const { clock, grafana, request, send, urls } = openLive();
  await request();
  clock.advance(60_000);
  grafana.backendRuns = false;
  urls.splice(0);
  const responses = await Promise.all([send(), send(), send()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(urls.filter((url) => url === STATUS)).toHaveLength(1);
});

it('of a load of many pages that the backend is lost for, no more requests are in flight by the data proxy than are allowed', async () => {
  let inFlight = 0;
  const backend = {
    fetch: ({ url }: BackendSrvRequest) => {
      if (url.startsWith('/proxy')) {
        inFlight++;
        return NEVER.pipe(finalize(() => inFlight--));
      }
      return throwError(() => ({ status: 502, data: {}, config: {} }));
    },
  } as unknown as BackendSrv;
  const { transport: send } = connectToApi(backend, {
    dataSourceUid: 'a b',
    proxyUrl: '/proxy',
    hasBackend: true,
    maxConcurrentRequests: 6,
  });
  const pages = Array.from({ length: 50 }, () => new AbortController());
  const sent = Promise.allSettled(pages.map(({ signal }) => send(REQUEST, signal)));
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  await settle();
  expect(inFlight).toBe(6);
  pages.slice(0, 47).forEach((page) => page.abort());
  await settle();
  expect(inFlight).toBe(3);
  pages.forEach((page) => page.abort());
  await sent;
  expect(inFlight).toBe(0);
});
