import { createFakeClock, type FakeClock } from '../../testSupport/testClocks';
import { ageMs, createStopwatchStarter, ObservedTime, oldest, systemClock } from './clock';

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
  ['with the clock of durations', (clock: FakeClock) => clock.advance(3_600_000)],
  ['and the clock of durations stood still', (clock: FakeClock) => clock.setBack(-3_600_000)],
])('begins again if the machine slept, %s', (_, sleep) => {
  const { clock, time } = started();
  clock.advance(15_000);
  time.observeMs();
  sleep(clock);
  expect(time.observeMs()).toBe(0);
  clock.advance(4_000);
  expect(time.observeMs()).toBe(4_000);
});

it('goes on when the time of day is set back', () => {
  const { clock, time } = started();
  clock.advance(15_000);
  clock.setBack(3_600_000);
  expect(time.observeMs()).toBe(15_000);
});

describe('a stopwatch', () => {
  it('does not depend on the time of day as a duration', () => {
    const clock = createFakeClock();
    const stopwatch = clock.startStopwatch();
    clock.advance(5_000);
    for (const backMs of [3_600_000, -7_200_000]) {
      clock.setBack(backMs);
      expect(stopwatch.elapsedMs()).toBe(5_000);
    }
  });

  it('counts as an age the time for which the machine slept, and never takes something for younger than it is', () => {
    const clock = createFakeClock();
    const stopwatch = clock.startStopwatch();
    clock.advance(5_000);
    clock.setBack(3_600_000);
    expect(stopwatch.ageMs()).toBe(5_000);
    clock.setBack(-2 * 3_600_000);
    expect(stopwatch.ageMs()).toBe(3_605_000);
  });

  it('of the browser goes on when the time of day is set back', () => {
    const stopwatch = systemClock.startStopwatch();
    jest.advanceTimersByTime(5_000);
    jest.setSystemTime(Date.now() - 3_600_000);
    expect([stopwatch.elapsedMs(), stopwatch.ageMs()]).toEqual([5_000, 5_000]);
  });

  it('measures whole milliseconds, which are shown', () => {
    let runningMs = 0.3;
    const stopwatch = createStopwatchStarter(
      () => 0,
      () => runningMs
    )();
    runningMs = 12.4;
    expect([stopwatch.elapsedMs(), stopwatch.ageMs()]).toEqual([12, 12]);
  });

  it('cannot be mixed up with a time of day', () => {
    const clock = createFakeClock();
    // @ts-expect-error: it is no number.
    void (clock.nowEpochMs() - clock.startStopwatch());
    // @ts-expect-error: a time of day is no stopwatch.
    oldest([clock.nowEpochMs()]);
  });
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
