import { ReplicaLag } from './replica.ts';

test('a replica that has replayed the last known position has no lag, however long nothing is written', () => {
  const lag = new ReplicaLag();
  lag.record(1000, '0/FF000000');
  lag.record(600_000, '0/FF000000');
  expect(lag.lagMs('0/FF000000', 600_000)).toBe(0);
  expect(lag.lagMs('1/0', 600_000)).toBe(0);
});

test('the lag is the time since the last position that the replica has reached', () => {
  const lag = new ReplicaLag();
  lag.record(1000, '0/FF000000');
  lag.record(2000, '1/00000010');
  lag.record(3000, '1/00000020');
  expect(lag.lagMs('1/0000001F', 3500)).toBe(1500);
  expect(lag.lagMs('0/FF000000', 3500)).toBe(2500);
  expect(lag.lagMs('0/1', 3500)).toBe(Infinity);
});

test('the lag is 0 for a server without a replay position, and before a position of the primary is known', () => {
  const lag = new ReplicaLag();
  expect(lag.lagMs('0/1', 1)).toBe(0);
  lag.record(1, undefined);
  expect(lag.lagMs('0/1', 1)).toBe(0);
  lag.record(1, '0/2');
  expect(lag.lagMs(undefined, 1)).toBe(0);
});
