import { documentVisibility } from './documentVisibility';

let state: DocumentVisibilityState;

beforeEach(() => {
  state = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
});

function becomes(next: DocumentVisibilityState): void {
  state = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

it('waits for a hidden tab to be seen, and not for one that is', async () => {
  const { signal } = new AbortController();
  await documentVisibility.untilVisible(signal);
  becomes('hidden');
  expect(documentVisibility.isVisible()).toBe(false);
  let isSeen = false;
  const seen = documentVisibility.untilVisible(signal).then(() => (isSeen = true));
  becomes('hidden');
  await Promise.resolve();
  expect(isSeen).toBe(false);
  becomes('visible');
  await seen;
  expect(documentVisibility.isVisible()).toBe(true);
});

it('stops waiting when it is aborted, and leaves no listener', async () => {
  const removed = jest.spyOn(document, 'removeEventListener');
  const controller = new AbortController();
  becomes('hidden');
  const seen = documentVisibility.untilVisible(controller.signal);
  controller.abort();
  await expect(seen).rejects.toBe(controller.signal.reason);
  expect(removed).toHaveBeenCalledWith('visibilitychange', expect.any(Function));
  await expect(documentVisibility.untilVisible(controller.signal)).rejects.toBe(controller.signal.reason);
});
