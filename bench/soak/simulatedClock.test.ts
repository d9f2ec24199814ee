import { expect, it } from '@jest/globals';
import { SimulatedClock } from './simulatedClock.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it('ends the sleeps of the time that passes, in order, and those that begin meanwhile', async () => {
  const clock = new SimulatedClock(1000);
  const { signal } = new AbortController();
  const woken: number[] = [];
  const sleepTwice = async (delayMs: number) => {
    for (const ms of [delayMs, 2]) {
      await clock.sleep(ms, signal);
      woken.push(clock.nowEpochMs());
    }
  };
  void sleepTwice(20);
  void sleepTwice(10);
  void sleepTwice(100);
  await clock.advance(50, settle);
  expect(woken).toEqual([1010, 1012, 1020, 1022]);
  expect(clock.nowEpochMs()).toBe(1050);
  expect(clock.pendingTimers).toBe(1);
});

it('an aborted sleep rejects and leaves no timer', async () => {
  const clock = new SimulatedClock(0);
  const controller = new AbortController();
  const sleep = clock.sleep(10, controller.signal);
  controller.abort(new Error('stopped'));
  await expect(sleep).rejects.toThrow('stopped');
  expect(clock.pendingTimers).toBe(0);
});
