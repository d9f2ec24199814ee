import { ageMs, systemClock } from './clock';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('sleeps for the given delay', async () => {
  const wake = jest.fn();
  void systemClock.sleep(1000, new AbortController().signal).then(wake);
  await jest.advanceTimersByTimeAsync(999);
  expect(wake).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(wake).toHaveBeenCalled();
});

it('rejects immediately on abort, and leaves no timer behind', async () => {
  const controller = new AbortController();
  const outcome = expect(systemClock.sleep(1000, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  controller.abort();
  await outcome;
  expect(jest.getTimerCount()).toBe(0);
});

it('rejects without a timer if the signal is already aborted', async () => {
  await expect(systemClock.sleep(1000, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(jest.getTimerCount()).toBe(0);
});

it.each([
  [400, 1_000, 600],
  [1_000, 1_000, 0],
  [1_001, 1_000, 0],
  [undefined, 1_000, undefined],
])('the age of %p at %p is %p', (timeEpochMs, nowEpochMs, expected) => {
  expect(ageMs(timeEpochMs, nowEpochMs)).toBe(expected);
});
