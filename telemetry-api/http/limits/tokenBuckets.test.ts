import { testStopwatches } from '../../test/support/testStopwatches.ts';
import { TokenBuckets } from './tokenBuckets.ts';

function buckets(perS: number, burst: number) {
  const { start, letPass } = testStopwatches();
  return { all: new TokenBuckets({ perS, burst }, start), letPass };
}

function takeAll(all: TokenBuckets, name: string, max: number): number {
  let count = 0;
  while (count < max && all.take(name).isAllowed) {
    count++;
  }
  return count;
}

test('a full bucket allows a burst and then refills at the configured rate', () => {
  const { all, letPass } = buckets(5, 20);
  expect(takeAll(all, 'a', 100)).toBe(20);
  letPass(1000);
  expect(takeAll(all, 'a', 100)).toBe(5);
  letPass(3_600_000);
  expect(takeAll(all, 'a', 100)).toBe(20);
});

test('an empty bucket reports the seconds until the next token, rounded up and at least 1', () => {
  const { all, letPass } = buckets(0.1, 1);
  expect(all.take('a')).toEqual({ isAllowed: true, remaining: 0, retryAfterS: 0, fullAfterS: 10 });
  expect(all.take('a')).toEqual({ isAllowed: false, remaining: 0, retryAfterS: 10, fullAfterS: 10 });
  letPass(9_999);
  expect(all.take('a')).toMatchObject({ isAllowed: false, retryAfterS: 1 });
  letPass(1);
  expect(all.take('a').isAllowed).toBe(true);
});

test('rejected requests use no tokens', () => {
  const { all, letPass } = buckets(1, 1);
  takeAll(all, 'a', 10);
  for (let i = 0; i < 50; i++) {
    all.take('a');
  }
  letPass(1000);
  expect(all.take('a').isAllowed).toBe(true);
});

test('each name has its own bucket', () => {
  const { all } = buckets(1, 3);
  takeAll(all, 'a', 10);
  expect(takeAll(all, 'b', 10)).toBe(3);
});

test.each([
  ['is stored', 9_999, false],
  ['is dropped', 10_000, true],
])('at most ten thousand buckets are stored: an empty one %s after %i others', (_, others, isAllowed) => {
  const { all } = buckets(1, 2);
  takeAll(all, 'first', 2);
  for (let i = 0; i < others; i++) {
    all.take(`other ${i}`);
  }
  expect(all.take('first').isAllowed).toBe(isAllowed);
});
