import { testStopwatches } from '../../test/support/testStopwatches.ts';
import { startStopwatch } from '../../stopwatch.ts';
import { ReplicaLag } from './replica.ts';

const stopwatches = testStopwatches();

test('a replica that has replayed the last known position has no lag, however long nothing is written', () => {
  const lag = new ReplicaLag(stopwatches.start);
  lag.record('0/FF000000');
  stopwatches.letPass(599_000);
  lag.record('0/FF000000');
  expect(lag.lagMs('0/FF000000')).toBe(0);
  expect(lag.lagMs('1/0')).toBe(0);
});

test('the lag is the time since the last position that the replica has reached', () => {
  const lag = new ReplicaLag(stopwatches.start);
  for (const position of ['0/FF000000', '1/00000010', '1/00000020']) {
    lag.record(position);
    stopwatches.letPass(1000);
  }
  expect(lag.lagMs('1/0000001F')).toBe(2000);
  expect(lag.lagMs('0/FF000000')).toBe(3000);
  expect(lag.lagMs('0/1')).toBe(Infinity);
});

test('the lag is 0 for a server without a replay position, and before a position of the primary is known', () => {
  const lag = new ReplicaLag(stopwatches.start);
  expect(lag.lagMs('0/1')).toBe(0);
  lag.record(undefined);
  expect(lag.lagMs('0/1')).toBe(0);
  lag.record('0/2');
  expect(lag.lagMs(undefined)).toBe(0);
});

test('the lag of a stuck replica grows although the time of day is set back', () => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 15, 12) });
  const lag = new ReplicaLag(startStopwatch);
  lag.record('1/00000010');
  lag.record('1/00000020');
  jest.advanceTimersByTime(5000);
  jest.setSystemTime(Date.UTC(2026, 5, 15, 11));
  expect(lag.lagMs('1/00000010')).toBe(5000);
  jest.useRealTimers();
});
