import type { BackendSrvRequest, FetchResponse } from '@grafana/runtime';
import { Observable, type Subscriber } from 'rxjs';
import type { ApiRequest, ApiResponse } from '../core/api/transport';
import { PAGES_TYPE } from '../core/history/pageStream';
import { createManualClock, type ManualClock } from '../testSupport/testClocks';
import { createPageStreams } from './streamedPages';

const START = Date.UTC(2026, 2, 2);

/** A request for several pages, as Grafana got it. */
type Stream = {
  readonly request: BackendSrvRequest;
  readonly subscriber: Subscriber<FetchResponse<Uint8Array | undefined>>;
  isOpen: boolean;
};

function open({ holdsSingles = false } = {}) {
  const clock = createManualClock(START);
  const streams: Stream[] = [];
  const singles: ApiRequest[] = [];
  const held: Array<() => void> = [];
  const backend = {
    chunked: (request: BackendSrvRequest) =>
      new Observable<FetchResponse<Uint8Array | undefined>>((subscriber) => {
        const stream = { request, subscriber, isOpen: true };
        streams.push(stream);
        return () => (stream.isOpen = false);
      }),
  };
  const { transport, isSupported } = createPageStreams(backend, {
    resourcesUrl: '/api/datasources/uid/u/resources',
    single: (request) => {
      singles.push(request);
      const response = { status: 200, body: `single ${request.params.tag}`, header: () => undefined };
      return holdsSingles ? new Promise((resolve) => held.push(() => resolve(response))) : Promise.resolve(response);
    },
    clock,
    orgId: 7,
  });
  return { clock, streams, singles, held, transport, isSupported };
}

const page = (tag: string, options: Partial<ApiRequest> = {}): ApiRequest => ({
  path: 'v1/lecturas',
  params: { tag },
  group: 'A',
  ...options,
});

function part(status: number, type: string, data?: Uint8Array) {
  return { status, headers: new Headers({ 'content-type': type }), data } as FetchResponse<Uint8Array | undefined>;
}

function number(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...number(Math.floor(value / 128))];
}

function sent(index: number, body: unknown, { status = 200, header = {} } = {}): Uint8Array {
  const bytes = (value: unknown) => {
    const text = new TextEncoder().encode(JSON.stringify(value));
    return [...number(text.length), ...text];
  };
  return Uint8Array.from([...bytes({ page: index, status, header }), ...bytes(body)]);
}

/** What became of a request so far. */
function watch(response: Promise<ApiResponse>) {
  const outcome: { body?: unknown; status?: number; error?: string } = {};
  response.then(
    ({ body, status }) => Object.assign(outcome, { body, status }),
    (error: unknown) => (outcome.error = error instanceof Error ? error.message : String(error))
  );
  return outcome;
}

const NEVER = new AbortController().signal;
const settle = (clock: ManualClock) => clock.advance(0);

it('sends the pages that a query wants at the same time as one request, and each arrives when it is ready', async () => {
  const { clock, streams, singles, transport } = open();
  const [first, second] = [watch(transport(page('a'), NEVER)), watch(transport(page('b'), NEVER))];
  await settle(clock);
  expect(singles).toEqual([]);
  expect(streams.map(({ request }) => request)).toEqual([
    expect.objectContaining({
      url: 'api/datasources/uid/u/resources/v1/lecturas',
      method: 'POST',
      data: ['tag=a', 'tag=b'],
      headers: { 'X-Grafana-Org-Id': '7' },
    }),
  ]);
  const { subscriber } = streams[0]!;
  subscriber.next(part(200, PAGES_TYPE, sent(1, 'B', { header: { date: 'today' } })));
  await settle(clock);
  expect([first, second]).toEqual([{}, { status: 200, body: 'B' }]);
  subscriber.next(part(200, PAGES_TYPE, sent(0, { detail: 'no' }, { status: 503 })));
  await settle(clock);
  expect(first).toEqual({ status: 503, body: { detail: 'no' } });
  // It ends by itself, so that the browser keeps the connection; if it does not, it is given up.
  expect(streams[0]!.isOpen).toBe(true);
  await clock.advance(60_000);
  expect(streams[0]!.isOpen).toBe(false);
});

it.each<[string, ApiRequest[]]>([
  ['one page', [page('a')]],
  ['pages of several queries', [page('a', { group: 'A' }), page('a', { group: 'B' })]],
  ['pages of nobody', [{ path: 'v1/lecturas', params: {} }]],
  ['something else', ['v1/valores', 'v1/alertas'].map((path) => page('a', { path }))],
  ['pages of which one bypasses caches', [page('a'), page('b', { noCache: true })]],
])('sends requests of their own for %s', async (_, requests) => {
  const { clock, streams, singles, transport } = open();
  requests.forEach((request) => void transport(request, NEVER));
  await settle(clock);
  expect(streams).toEqual([]);
  expect(singles).toEqual(requests);
});

it('says that caches are bypassed', async () => {
  const { clock, streams, transport } = open();
  ['a', 'b'].forEach((tag) => void transport(page(tag, { noCache: true }), NEVER));
  await settle(clock);
  expect(streams[0]!.request.headers).toMatchObject({ 'Cache-Control': 'no-cache' });
});

it('ends the request when nobody waits for any of its pages any more', async () => {
  const { clock, streams, transport } = open();
  const leaving = ['a', 'b', 'c'].map((tag) => ({ controller: new AbortController(), tag }));
  const outcomes = leaving.map(({ controller, tag }) => watch(transport(page(tag), controller.signal)));
  leaving[0]!.controller.abort(new Error('left before'));
  await settle(clock);
  expect(streams[0]!.request.data).toEqual(['tag=b', 'tag=c']);
  leaving[1]!.controller.abort(new Error('left'));
  await settle(clock);
  expect(streams[0]!.isOpen).toBe(true);
  // The page that nobody wants any more may still arrive.
  streams[0]!.subscriber.next(part(200, PAGES_TYPE, sent(0, 'B')));
  leaving[2]!.controller.abort(new Error('left last'));
  await settle(clock);
  expect(streams[0]!.isOpen).toBe(false);
  expect(outcomes.map(({ error }) => error)).toEqual(['left before', 'left', 'left last']);
});

it('rejects what has not arrived when the response ends early, fails, is silent or cannot be read', async () => {
  const ends: Array<[string, (stream: Stream, clock: ManualClock) => unknown]> = [
    ['ended early', ({ subscriber }) => subscriber.complete()],
    ['connection lost', ({ subscriber }) => subscriber.error(new Error('connection lost'))],
    ['no response', ({ subscriber }) => subscriber.error('aborted')],
    ['within 60 seconds', (_, clock) => clock.advance(60_000)],
    ['pages', ({ subscriber }) => subscriber.next(part(200, PAGES_TYPE, Uint8Array.from([1, 1])))],
  ];
  for (const [message, end] of ends) {
    const { clock, streams, transport } = open();
    const [first, second] = [watch(transport(page('a'), NEVER)), watch(transport(page('b'), NEVER))];
    await settle(clock);
    streams[0]!.subscriber.next(part(200, PAGES_TYPE, sent(0, 'A')));
    await settle(clock);
    await end(streams[0]!, clock);
    // The second byte of the head.
    streams[0]!.subscriber.next(part(200, PAGES_TYPE, Uint8Array.from([0])));
    await settle(clock);
    expect(first).toEqual({ status: 200, body: 'A' });
    expect(second.error).toContain(message);
    expect(streams[0]!.isOpen).toBe(false);
  }
});

it('does not give up a response that goes on', async () => {
  const { clock, streams, transport } = open();
  const outcomes = ['a', 'b', 'c'].map((tag) => watch(transport(page(tag), NEVER)));
  await settle(clock);
  for (const index of [0, 1, 2]) {
    await clock.advance(50_000);
    streams[0]!.subscriber.next(part(200, PAGES_TYPE, sent(index, index)));
  }
  await settle(clock);
  expect(outcomes.map(({ body }) => body)).toEqual([0, 1, 2]);
});

it('gives up a silent response also after the clock was set back', async () => {
  const { clock, streams, transport } = open();
  const [first] = ['a', 'b'].map((tag) => watch(transport(page(tag), NEVER)));
  await settle(clock);
  clock.setBack(3_600_000);
  await clock.advance(60_000);
  expect(first!.error).toContain('within 60 seconds');
  expect(streams[0]!.isOpen).toBe(false);
});

it('a page that cannot be read is an error of its own', async () => {
  const { clock, streams, transport } = open();
  const [first, second] = [watch(transport(page('a'), NEVER)), watch(transport(page('b'), NEVER))];
  await settle(clock);
  const header = { 'Content-Type': 'application/vnd.telemetria.columns.v1' };
  streams[0]!.subscriber.next(part(200, PAGES_TYPE, sent(0, 'no columns', { header })));
  streams[0]!.subscriber.next(part(200, PAGES_TYPE, sent(1, 'B')));
  await settle(clock);
  expect(first.error).toBeDefined();
  expect(second).toEqual({ status: 200, body: 'B' });
});

it('takes the key that the API rejects for what it is', async () => {
  const { clock, streams, transport } = open();
  const outcomes = ['a', 'b'].map((tag) => watch(transport(page(tag), NEVER)));
  await settle(clock);
  const refused = { message: 'Authentication to data source failed' };
  [0, 1].forEach((index) => streams[0]!.subscriber.next(part(200, PAGES_TYPE, sent(index, refused, { status: 400 }))));
  await settle(clock);
  expect(outcomes.map(({ status }) => status)).toEqual([401, 401]);
});

it.each([
  [404, 'application/json', false],
  [401, 'application/json', true],
  [502, 'text/html', true],
  [200, 'text/html', true],
])('sends the pages one by one if Grafana responds with %s, %s', async (status, type, isSupported) => {
  const opened = open();
  const { clock, streams, transport } = opened;
  const outcomes = ['a', 'b'].map((tag) => watch(transport(page(tag), NEVER)));
  await settle(clock);
  streams[0]!.subscriber.next(part(status, type, Uint8Array.from([60])));
  await settle(clock);
  expect(outcomes.map(({ body }) => body)).toEqual(['single a', 'single b']);
  expect(streams[0]!.isOpen).toBe(false);
  // A backend that is older than the page in the browser is not asked again soon.
  expect(opened.isSupported()).toBe(isSupported);
  ['c', 'd'].forEach((tag) => watch(transport(page(tag), NEVER)));
  await settle(clock);
  expect(streams).toHaveLength(isSupported ? 2 : 1);
  // It may have been replaced since.
  await clock.advance(300_000);
  expect(opened.isSupported()).toBe(true);
});

it('an older backend, which does not limit them itself, gets few of the pages at a time', async () => {
  const { clock, streams, singles, held, transport } = open({ holdsSingles: true });
  const tags = Array.from({ length: 30 }, (_, index) => `t${index}`);
  const leaving = new AbortController();
  const outcomes = tags.map((tag, index) => watch(transport(page(tag), index === 29 ? leaving.signal : NEVER)));
  await settle(clock);
  streams[0]!.subscriber.next(part(404, 'application/json', Uint8Array.from([60])));
  await settle(clock);
  expect(singles).toHaveLength(4);
  leaving.abort(new Error('left'));
  for (let answer = held.shift(); answer !== undefined; answer = held.shift()) {
    answer();
    await settle(clock);
    expect(held.length).toBeLessThanOrEqual(4);
  }
  expect(singles).toHaveLength(29);
  expect(outcomes.map(({ body, error }) => body ?? error)).toEqual([
    ...tags.slice(0, 29).map((tag) => `single ${tag}`),
    'left',
  ]);
});
