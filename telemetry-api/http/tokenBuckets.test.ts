import { TokenBuckets } from './tokenBuckets.ts';

function buckets(perS: number, burst: number) {
  let nowMs = 1_000_000;
  const all = new TokenBuckets({ perS, burst }, () => nowMs);
  return { all, pass: (ms: number) => (nowMs += ms) };
}

function takeAll(all: TokenBuckets, name: string, most: number): number {
  let count = 0;
  while (count < most && all.take(name).isAllowed) {
    count++;
  }
  return count;
}

test('after a rest a burst goes through, and then so many a second', () => {
  const { all, pass } = buckets(5, 20);
  expect(takeAll(all, 'a', 100)).toBe(20);
  pass(1000);
  expect(takeAll(all, 'a', 100)).toBe(5);
  pass(3_600_000);
  expect(takeAll(all, 'a', 100)).toBe(20);
});

test('an empty bucket tells when there is a token again, in whole seconds from 1', () => {
  const { all, pass } = buckets(0.1, 1);
  expect(all.take('a')).toEqual({ isAllowed: true, remaining: 0, retryAfterS: 0, fullAfterS: 10 });
  expect(all.take('a')).toEqual({ isAllowed: false, remaining: 0, retryAfterS: 10, fullAfterS: 10 });
  pass(9_999);
  expect(all.take('a')).toMatchObject({ isAllowed: false, retryAfterS: 1 });
  pass(1);
  expect(all.take('a').isAllowed).toBe(true);
});

test('what is refused costs nothing', () => {
  const { all, pass } = buckets(1, 1);
  takeAll(all, 'a', 10);
  for (let i = 0; i < 50; i++) {
    all.take('a');
  }
  pass(1000);
  expect(all.take('a').isAllowed).toBe(true);
});

test('one name never pays for another', () => {
  const { all } = buckets(1, 3);
  takeAll(all, 'a', 10);
  expect(takeAll(all, 'b', 10)).toBe(3);
});

test('a clock that is set back gives no tokens and takes none', () => {
  const { all, pass } = buckets(1, 3);
  all.take('a');
  pass(-500_000);
  expect(all.take('a').remaining).toBe(1);
  expect(all.peek('a').remaining).toBe(1);
});

test('ten thousand names are remembered and no more', () => {
  const { all } = buckets(1, 2);
  takeAll(all, 'first', 2);
  for (let i = 0; i < 9_999; i++) {
    all.take(`other ${i}`);
  }
  expect(all.peek('first').isAllowed).toBe(false);
  all.take('one more');
  expect(all.peek('first').isAllowed).toBe(true);
});
