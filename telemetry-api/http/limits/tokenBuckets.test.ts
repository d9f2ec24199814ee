import { TokenBuckets } from './tokenBuckets.ts';

function buckets(perS: number, burst: number) {
  let nowMs = 1_000_000;
  const all = new TokenBuckets({ perS, burst }, () => nowMs);
  return { all, advance: (ms: number) => (nowMs += ms) };
}

function takeAll(all: TokenBuckets, name: string, max: number): number {
  let count = 0;
  while (count < max && all.take(name).isAllowed) {
    count++;
  }
  return count;
}

test('a full bucket allows a burst and then refills at the configured rate', () => {
  const { all, advance } = buckets(5, 20);
  expect(takeAll(all, 'a', 100)).toBe(20);
  advance(1000);
  expect(takeAll(all, 'a', 100)).toBe(5);
  advance(3_600_000);
  expect(takeAll(all, 'a', 100)).toBe(20);
});

test('an empty bucket reports the seconds until the next token, rounded up and at least 1', () => {
  const { all, advance } = buckets(0.1, 1);
  expect(all.take('a')).toEqual({ isAllowed: true, remaining: 0, retryAfterS: 0, fullAfterS: 10 });
  expect(all.take('a')).toEqual({ isAllowed: false, remaining: 0, retryAfterS: 10, fullAfterS: 10 });
  advance(9_999);
  expect(all.take('a')).toMatchObject({ isAllowed: false, retryAfterS: 1 });
  advance(1);
  expect(all.take('a').isAllowed).toBe(true);
});

test('rejected requests use no tokens', () => {
  const { all, advance } = buckets(1, 1);
  takeAll(all, 'a', 10);
  for (let i = 0; i < 50; i++) {
    all.take('a');
  }
  advance(1000);
  expect(all.take('a').isAllowed).toBe(true);
});

test('each name has its own bucket', () => {
  const { all } = buckets(1, 3);
  takeAll(all, 'a', 10);
  expect(takeAll(all, 'b', 10)).toBe(3);
});

test('a clock that is set back neither adds nor removes tokens', () => {
  const { all, advance } = buckets(1, 3);
  all.take('a');
  advance(-500_000);
  expect(all.take('a').remaining).toBe(1);
  expect(all.take('a').remaining).toBe(0);
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
