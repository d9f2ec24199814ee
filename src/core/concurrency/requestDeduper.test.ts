import { createRequestDeduper } from './requestDeduper';

/** Work that ends when the test says so, and what became of each time it was begun. */
function createWork() {
  const begun: Array<{ signal: AbortSignal; end: (value: string) => void; fail: (error: Error) => void }> = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      begun.push({ signal, end: resolve, fail: reject });
    });
  return { begun, start };
}

const FOREVER = new AbortController().signal;

it('is begun once for all who ask while it is under way', async () => {
  const dedupe = createRequestDeduper();
  const { begun, start } = createWork();
  const results = [dedupe('k', start, FOREVER), dedupe('k', start, FOREVER), dedupe('other', start, FOREVER)];
  expect(begun).toHaveLength(2);
  begun[0]!.end('once');
  begun[1]!.end('another');
  expect(await Promise.all(results)).toEqual(['once', 'once', 'another']);
});

it('is begun anew by whoever asks after it ended, well or not', async () => {
  const dedupe = createRequestDeduper();
  const { begun, start } = createWork();
  const first = dedupe('k', start, FOREVER);
  begun[0]!.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  const second = dedupe('k', start, FOREVER);
  begun[1]!.end('yes');
  expect(await second).toBe('yes');
  void dedupe('k', start, FOREVER);
  expect(begun).toHaveLength(3);
});

it('fails for all who wait for it', async () => {
  const dedupe = createRequestDeduper();
  const { begun, start } = createWork();
  const results = Promise.allSettled([dedupe('k', start, FOREVER), dedupe('k', start, FOREVER)]);
  begun[0]!.fail(new Error('no'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('goes on for the others when one stops waiting, the one who began it included', async () => {
  const dedupe = createRequestDeduper();
  const { begun, start } = createWork();
  const controller = new AbortController();
  const first = expect(dedupe('k', start, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  const second = dedupe('k', start, FOREVER);
  controller.abort();
  await first;
  expect(begun[0]!.signal.aborted).toBe(false);
  begun[0]!.end('done');
  expect(await second).toBe('done');
});

it('is ended when nobody waits any more, and not given to who asks from then on', async () => {
  const dedupe = createRequestDeduper();
  const { begun, start } = createWork();
  const controller = new AbortController();
  const outcomes = Promise.allSettled([dedupe('k', start, controller.signal), dedupe('k', start, controller.signal)]);
  controller.abort();
  await outcomes;
  expect(begun[0]!.signal.aborted).toBe(true);
  const later = dedupe('k', start, FOREVER);
  begun[0]!.end('of the one that was ended');
  begun[1]!.end('new');
  expect(await later).toBe('new');
});

it('is not begun for somebody who left before asking', async () => {
  const { begun, start } = createWork();
  await expect(createRequestDeduper()('k', start, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(begun).toEqual([]);
});
