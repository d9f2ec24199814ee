import { createFakeClock } from '../../testSupport/testClocks';
import { ageMs, ObservedTime, systemClock } from './clock';

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
  [901_000, 1_000, 0],
  [901_001, 1_000, 900_001],
  [undefined, 1_000, undefined],
])('the age of %p at %p is %p', (timeEpochMs, nowEpochMs, expected) => {
  expect(ageMs(timeEpochMs, nowEpochMs)).toBe(expected);
});

function started() {
  const clock = createFakeClock();
  const time = new ObservedTime(clock);
  time.start();
  return { clock, time };
}

it('lasts while it is observed', () => {
  const { clock, time } = started();
  for (const seconds of [5, 10, 30, 50]) {
    clock.advance(seconds * 1000 - time.observeMs());
    expect(time.observeMs()).toBe(seconds * 1000);
  }
});

it('goes on when it is started again', () => {
  const { clock, time } = started();
  clock.advance(15_000);
  time.start();
  clock.advance(15_000);
  expect(time.observeMs()).toBe(30_000);
});

it.each([
  ['the machine slept', 3_600_000],
  ['the clock was set back', -3_600_000],
])('begins again if %s', (_, jumpMs) => {
  const { clock, time } = started();
  clock.advance(15_000);
  time.observeMs();
  clock.advance(jumpMs);
  expect(time.observeMs()).toBe(0);
  clock.advance(4_000);
  expect(time.observeMs()).toBe(4_000);
});

it('is 0 before it starts and after it stops', () => {
  const { clock, time } = started();
  expect(new ObservedTime(clock).observeMs()).toBe(0);
  clock.advance(5_000);
  time.stop();
  clock.advance(5_000);
  expect(time.observeMs()).toBe(0);
  time.restart();
  clock.advance(5_000);
  expect(time.observeMs()).toBe(5_000);
  time.restart();
  expect(time.observeMs()).toBe(0);
});
