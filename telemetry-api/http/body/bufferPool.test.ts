import { BufferPool } from './bufferPool.ts';

const PAGE_BYTES = 240_000;

test('a released buffer is reused for the next body of about the same size', () => {
  const pool = new BufferPool();
  const first = pool.acquire(PAGE_BYTES);
  pool.release(first.subarray(10, 20));
  expect(pool.acquire(PAGE_BYTES - 1000).buffer).toBe(first.buffer);
});

test('a buffer that is in use is not acquired again', () => {
  const pool = new BufferPool();
  const first = pool.acquire(PAGE_BYTES);
  pool.release(first);
  const buffers = [pool.acquire(PAGE_BYTES), pool.acquire(PAGE_BYTES), pool.acquire(PAGE_BYTES)].map(
    ({ buffer }) => buffer
  );
  expect(new Set(buffers).size).toBe(3);
});

test.each([1, 32_768, 65_536, 65_537, PAGE_BYTES, 1_048_576, 1_048_577, 5_000_000])('%i bytes fit', (bytes) => {
  const pool = new BufferPool();
  pool.release(pool.acquire(bytes));
  expect(pool.acquire(bytes).length).toBeGreaterThanOrEqual(bytes);
});

test.each([1000, 2_000_000])('a buffer for %i bytes is not pooled', (bytes) => {
  const pool = new BufferPool();
  const body = pool.acquire(bytes);
  pool.release(body);
  expect(pool.acquire(bytes).buffer).not.toBe(body.buffer);
});

test('at most 4 MB of free buffers are pooled', () => {
  const pool = new BufferPool();
  const acquired = Array.from({ length: 100 }, () => pool.acquire(PAGE_BYTES));
  acquired.forEach((body) => pool.release(body));
  const buffers = new Set(acquired.map(({ buffer }) => buffer));
  const again = acquired.map(() => pool.acquire(PAGE_BYTES)).filter(({ buffer }) => buffers.has(buffer));
  expect(again).toHaveLength(16);
});
