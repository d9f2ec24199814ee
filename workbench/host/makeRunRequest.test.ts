import {
  DataTopic,
  getDefaultTimeRange,
  LoadingState,
  type DataQueryRequest,
  type DataQueryResponse,
  type DataSourceApi,
  type PanelData,
} from '@grafana/data';
import { lastValueFrom, NEVER, Observable, of, Subject, throwError, toArray } from 'rxjs';
import { makeRunRequest } from './makeRunRequest.ts';

const cancelled: string[] = [];
const runRequest = makeRunRequest({
  toError: (cause) => ({ message: (cause as Error).message }),
  cancelRequests: (requestId) => cancelled.push(requestId),
});

function request(members: Partial<DataQueryRequest> = {}): DataQueryRequest {
  return {
    requestId: 'Q1',
    interval: '1m',
    intervalMs: 60_000,
    range: getDefaultTimeRange(),
    scopedVars: {},
    targets: [{ refId: 'A' }],
    timezone: 'utc',
    app: 'test',
    startTime: 0,
    ...members,
  };
}

type Query = DataSourceApi['query'];

const dataSource = (query: Query, members: Partial<DataSourceApi> = {}) => ({ query, ...members }) as DataSourceApi;
const frame = (name: string, members: object = {}) => ({ name, fields: [], length: 0, ...members });
const all = (stream: Observable<PanelData>) => lastValueFrom(stream.pipe(toArray()));
const names = (data?: PanelData) => data?.series.map((series) => series.name);

test('a fast response emits only Done, without Loading', async () => {
  const results = await all(
    runRequest(
      dataSource(() => Promise.resolve({ data: [frame('a')] })),
      request()
    )
  );
  expect(results.map((data) => [data.state, ...names(data)!])).toEqual([[LoadingState.Done, 'a']]);
});

test('a data source that responds synchronously is queried once', async () => {
  let calls = 0;
  const query = () => {
    calls += 1;
    return of({ data: [] });
  };
  await all(runRequest(dataSource(query), request()));
  expect(calls).toBe(1);
});

test('a slow response emits Loading first, with its request', async () => {
  const slow = new Subject<DataQueryResponse>();
  const states: PanelData[] = [];
  const running = request();
  await new Promise<void>((resolve) => {
    runRequest(
      dataSource(() => slow),
      running
    ).subscribe((data) => {
      states.push(data);
      if (data.state === LoadingState.Loading) {
        slow.next({ data: [frame('a')] });
        slow.complete();
        resolve();
      }
    });
  });
  expect(states.map((data) => data.state)).toEqual([LoadingState.Loading, LoadingState.Done]);
  expect(states[0]!.request).toBe(running);
});

test('the responses of a stream are Loading until the last one is Done', async () => {
  const partial = (name: string, state: LoadingState): DataQueryResponse => ({ data: [frame(name)], state, key: 'A' });
  const stream = of(partial('half', LoadingState.Loading), partial('whole', LoadingState.Done));
  const results = await all(
    runRequest(
      dataSource(() => stream),
      request()
    )
  );
  expect(results.map((data) => [data.state, ...names(data)!])).toEqual([
    [LoadingState.Loading, 'half'],
    [LoadingState.Done, 'whole'],
  ]);
});

test('responses with different keys are combined, and one with the same key replaces the earlier one', async () => {
  const stream = of<DataQueryResponse[]>(
    { data: [frame('a1')], key: 'a' },
    { data: [frame('b1')], key: 'b' },
    { data: [frame('a2')], key: 'a' }
  );
  const results = await all(
    runRequest(
      dataSource(() => stream),
      request()
    )
  );
  expect(results.map(names)).toEqual([['a1'], ['a1', 'b1'], ['a2', 'b1']]);
});

test('annotation frames are separate from the series', async () => {
  const events = frame('events', { meta: { dataTopic: DataTopic.Annotations } });
  const [data] = await all(
    runRequest(
      dataSource(() => Promise.resolve({ data: [frame('a'), events] })),
      request()
    )
  );
  expect([names(data), data!.annotations]).toEqual([['a'], [events]]);
});

test.each<[string, Query]>([
  ['a stream that fails', () => throwError(() => new Error('no plant'))],
  ['a promise that is rejected', () => Promise.reject(new Error('no plant'))],
  [
    'a query that throws',
    () => {
      throw new Error('no plant');
    },
  ],
])('%s emits one Error with its message', async (_what, query) => {
  const results = await all(runRequest(dataSource(query), request()));
  expect(results).toMatchObject([
    { state: LoadingState.Error, error: { message: 'no plant' }, errors: [{ message: 'no plant' }] },
  ]);
});

test('data received before an error is kept', async () => {
  const stream = new Observable<DataQueryResponse>((subscriber) => {
    subscriber.next({ data: [frame('a')], state: LoadingState.Loading });
    subscriber.error(new Error('connection lost'));
  });
  const results = await all(
    runRequest(
      dataSource(() => stream),
      request()
    )
  );
  expect(results.map((data) => [data.state, ...names(data)!])).toEqual([
    [LoadingState.Loading, 'a'],
    [LoadingState.Error, 'a'],
  ]);
});

test('errors in a response set the state to Error and keep its data', async () => {
  const response = { data: [frame('a')], errors: [{ refId: 'B', message: 'no tag' }] };
  const [data] = await all(
    runRequest(
      dataSource(() => Promise.resolve(response)),
      request()
    )
  );
  expect(data).toMatchObject({ state: LoadingState.Error, error: { message: 'no tag' }, errors: [{ refId: 'B' }] });
  expect(names(data)).toEqual(['a']);
});

test('data that is not an array is an Error', async () => {
  const response = { data: 'text' } as unknown as DataQueryResponse;
  const [data] = await all(
    runRequest(
      dataSource(() => Promise.resolve(response)),
      request()
    )
  );
  expect(data!.error?.message).toBe('Expected response data to be array, got string.');
});

test('unsubscribing cancels the requests with the id of the query request', () => {
  cancelled.length = 0;
  const subscription = runRequest(
    dataSource(() => new Promise(() => {})),
    request({ requestId: 'Q7' })
  ).subscribe();
  expect(cancelled).toEqual([]);
  subscription.unsubscribe();
  expect(cancelled).toEqual(['Q7']);
});

test('unsubscribing unsubscribes from the data source', () => {
  let unsubscribed = false;
  const query = () =>
    new Observable<DataQueryResponse>(() => () => {
      unsubscribed = true;
    });
  runRequest(dataSource(query), request()).subscribe().unsubscribe();
  expect(unsubscribed).toBe(true);
});

test('without a target, or if the data source filters out every target, the state is Done without a query', async () => {
  const never: Query = () => NEVER;
  expect(await all(runRequest(dataSource(never), request({ targets: [] })))).toMatchObject([
    { state: LoadingState.Done },
  ]);
  const filtering = dataSource(never, { filterQuery: () => false });
  expect(await all(runRequest(filtering, request()))).toMatchObject([{ state: LoadingState.Done, series: [] }]);
});

test('the data source gets the targets that pass its filter, with its defaults, and the saved targets do not change', async () => {
  let queried: unknown;
  const source = dataSource(
    (running) => {
      queried = running.targets;
      return of({ data: [] });
    },
    {
      filterQuery: (query) => query.refId !== 'B',
      getDefaultQuery: () => ({ kind: 'history', step: 'auto' }) as object,
    }
  );
  const targets = [{ refId: 'A', step: '1m' }, { refId: 'B' }];
  await all(runRequest(source, request({ targets })));
  expect(queried).toEqual([{ refId: 'A', kind: 'history', step: '1m' }]);
  expect(targets).toEqual([{ refId: 'A', step: '1m' }, { refId: 'B' }]);
});

test('frames of hidden queries are removed', async () => {
  const query = () => of({ data: [frame('a', { refId: 'A' }), frame('b', { refId: 'B' })] });
  const targets = [{ refId: 'A', hide: true }, { refId: 'B' }];
  expect(names((await all(runRequest(dataSource(query), request({ targets }))))[0])).toEqual(['b']);
});

test('a custom query function replaces the data source’s own', async () => {
  const own: Query = () => throwError(() => new Error('not this one'));
  const [data] = await all(runRequest(dataSource(own), request(), () => of({ data: [frame('other')] })));
  expect(names(data)).toEqual(['other']);
});
