import { createConcurrencyLimit } from './concurrencyLimit';
import { onAbort } from './onAbort';
import { createRequestDeduper } from './requestDeduper';

it('calls everybody who still waits, once', () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => called.push('first'));
  const end = onAbort(controller.signal, () => called.push('second'));
  const same = () => called.push('same');
  onAbort(controller.signal, same);
  const endSame = onAbort(controller.signal, same);
  end();
  endSame();
  controller.abort();
  controller.abort();
  expect(called).toEqual(['first', 'same']);
});

it('does not call somebody whose interest another one ends while all are called', () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push('first');
    end();
  });
  const end = onAbort(controller.signal, () => called.push('second'));
  controller.abort();
  expect(called).toEqual(['first']);
});

/** A signal, and how many listeners it has now, and had at most. */
function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = { now: 0, most: 0 };
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners.now++;
    listeners.most = Math.max(listeners.most, listeners.now);
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners.now--;
    removeEventListener.apply(signal, args);
  };
  return { signal, listeners };
}

it('leaves no listener behind', () => {
  const { signal, listeners } = countedSignal();
  const ends = [1, 2, 3].map(() => onAbort(signal, () => undefined));
  ends.forEach((end) => end());
  ends.forEach((end) => end());
  expect(listeners).toEqual({ now: 0, most: 1 });
});

it('gives a signal one listener, however many slices are requested and wait for a slot', async () => {
  const { signal, listeners } = countedSignal();
  const limit = createConcurrencyLimit(1);
  const dedupe = createRequestDeduper();
  const slices = Array.from({ length: 100 }, (_, slice) =>
    dedupe(`${slice}`, () => limit('group', () => Promise.resolve(slice), signal), signal)
  );
  expect(listeners.most).toBe(1);
  expect(await Promise.all(slices)).toHaveLength(100);
  expect(listeners.now).toBe(0);
});
