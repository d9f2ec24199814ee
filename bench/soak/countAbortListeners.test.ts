import { expect, it } from '@jest/globals';
import { countAbortListeners } from './countAbortListeners.ts';

it('counts listeners until they are removed or their signal is aborted', () => {
  const count = countAbortListeners();
  const [one, other] = [new AbortController(), new AbortController()];
  const listener = () => undefined;
  one.signal.addEventListener('abort', listener, { once: true });
  one.signal.addEventListener('abort', () => undefined);
  other.signal.addEventListener('abort', listener);
  expect(count()).toBe(3);
  one.signal.removeEventListener('abort', listener);
  expect(count()).toBe(2);
  one.abort();
  expect(count()).toBe(1);
  other.signal.removeEventListener('abort', listener);
  expect(count()).toBe(0);
});
