import { createFakeClock } from '../../testSupport/testClocks';
import { RecentResults } from './recentResults';
import { createRequestDeduper } from './requestDeduper';

const NEVER_ABORTED = new AbortController().signal;

/** Results that are used for a second, and the requests sent for them, which the test ends. */
function createResults() {
  const clock = createFakeClock();
  const results = new RecentResults(createRequestDeduper(), clock);
  const sent: Array<{ key: string; signal: AbortSignal; end: (value: string) => void; fail: (error: Error) => void }> =
    [];
  const get = (key: string, signal = NEVER_ABORTED) => {
    const send = (shared: AbortSignal) =>
      new Promise<string>((resolve, reject) => sent.push({ key, signal: shared, end: resolve, fail: reject }));
    return results.get(key, 1_000, send, signal);
  };
  return { clock, get, sent };
}

it('shares the request of a key while it is in flight', async () => {
  const { get, sent } = createResults();
  const all = Promise.all([get('a'), get('a'), get('b')]);
  expect(sent.map(({ key }) => key)).toEqual(['a', 'b']);
  sent.forEach(({ key, end }) => end(`result of ${key}`));
  expect(await all).toEqual(['result of a', 'result of a', 'result of b']);
});

it('uses a result for its maximum age after it was received, and requests it again then', async () => {
  const { clock, get, sent } = createResults();
  const first = get('a');
  clock.advance(5_000);
  sent[0]!.end('first');
  await first;
  clock.advance(999);
  expect(await get('a')).toBe('first');
  clock.advance(1);
  const second = get('a');
  sent[1]!.end('second');
  expect(await second).toBe('second');
});

it('does not use a result for longer because the time of day is set back', async () => {
  const { clock, get, sent } = createResults();
  const first = get('a');
  sent[0]!.end('first');
  await first;
  clock.setBack(3_600_000);
  clock.advance(1_000);
  const second = get('a');
  sent[1]!.end('second');
  expect(await second).toBe('second');
});

it('a result that expires does not affect the results of other keys', async () => {
  const { clock, get, sent } = createResults();
  const first = get('a');
  sent[0]!.end('a');
  await first;
  clock.advance(500);
  const second = get('b');
  sent[1]!.end('b');
  await second;
  clock.advance(500);
  const third = get('c');
  sent[2]!.end('c');
  await third;
  expect(await get('b')).toBe('b');
  void get('a');
  expect(sent.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'a']);
});

it('does not cache a failure', async () => {
  const { get, sent } = createResults();
  const failing = get('a');
  sent[0]!.fail(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  const next = get('a');
  sent[1]!.end('yes');
  expect(await next).toBe('yes');
});

it('a caller who aborts does not affect the others, and its request is cached', async () => {
  const { get, sent } = createResults();
  const controller = new AbortController();
  const aborted = expect(get('a', controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  const other = get('a');
  controller.abort();
  await aborted;
  expect(sent[0]!.signal.aborted).toBe(false);
  sent[0]!.end('received');
  expect(await other).toBe('received');
  expect(await get('a')).toBe('received');
  expect(sent).toHaveLength(1);
});

it('aborts the request when no caller waits any more', async () => {
  const { get, sent } = createResults();
  const controller = new AbortController();
  const aborted = expect(get('a', controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await aborted;
  expect(sent[0]!.signal.aborted).toBe(true);
  void get('a');
  expect(sent).toHaveLength(2);
});
