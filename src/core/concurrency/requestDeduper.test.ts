import { createRequestDeduper } from './requestDeduper';

/** A request that the test ends, and a record of each time it was started. */
function createRequest() {
  const started: Array<{ signal: AbortSignal; end: (value: string) => void; fail: (error: Error) => void }> = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      started.push({ signal, end: resolve, fail: reject });
    });
  return { started, start };
}

const NEVER_ABORTED = new AbortController().signal;

it('starts a request once for all callers while it is in flight', async () => {
  const dedupe = createRequestDeduper();
  const { started, start } = createRequest();
  const results = [
    dedupe('k', start, NEVER_ABORTED),
    dedupe('k', start, NEVER_ABORTED),
    dedupe('other', start, NEVER_ABORTED),
  ];
  expect(started).toHaveLength(2);
  started[0]!.end('shared');
  started[1]!.end('other');
  expect(await Promise.all(results)).toEqual(['shared', 'shared', 'other']);
});

it('starts a new request after the previous one has succeeded or failed', async () => {
  const dedupe = createRequestDeduper();
  const { started, start } = createRequest();
  const first = dedupe('k', start, NEVER_ABORTED);
  started[0]!.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  const second = dedupe('k', start, NEVER_ABORTED);
  started[1]!.end('yes');
  expect(await second).toBe('yes');
  void dedupe('k', start, NEVER_ABORTED);
  expect(started).toHaveLength(3);
});

it('rejects for all callers when the request fails', async () => {
  const dedupe = createRequestDeduper();
  const { started, start } = createRequest();
  const results = Promise.allSettled([dedupe('k', start, NEVER_ABORTED), dedupe('k', start, NEVER_ABORTED)]);
  started[0]!.fail(new Error('no'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('continues the request for the remaining callers when one aborts, even if that one started it', async () => {
  const dedupe = createRequestDeduper();
  const { started, start } = createRequest();
  const controller = new AbortController();
  const first = expect(dedupe('k', start, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  const second = dedupe('k', start, NEVER_ABORTED);
  controller.abort();
  await first;
  expect(started[0]!.signal.aborted).toBe(false);
  started[0]!.end('done');
  expect(await second).toBe('done');
});

it('aborts the request when all callers have aborted, and starts a new one for the next caller', async () => {
  const dedupe = createRequestDeduper();
  const { started, start } = createRequest();
  const controller = new AbortController();
  const outcomes = Promise.allSettled([dedupe('k', start, controller.signal), dedupe('k', start, controller.signal)]);
  controller.abort();
  await outcomes;
  expect(started[0]!.signal.aborted).toBe(true);
  const later = dedupe('k', start, NEVER_ABORTED);
  started[0]!.end('aborted');
  started[1]!.end('new');
  expect(await later).toBe('new');
});

it('starts no request for a caller whose signal is already aborted', async () => {
  const { started, start } = createRequest();
  await expect(createRequestDeduper()('k', start, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(started).toEqual([]);
});
