import { BodyMemory } from './bodyMemory.ts';

const PAGE_BYTES = 240_000;

test('memory that was given back is used for the next body of about the same size', () => {
  const memory = new BodyMemory();
  const first = memory.take(PAGE_BYTES);
  memory.give(first.subarray(10, 20));
  expect(memory.take(PAGE_BYTES - 1000).buffer).toBe(first.buffer);
});

test('memory that is in use is not taken by others, nor twice', () => {
  const memory = new BodyMemory();
  const first = memory.take(PAGE_BYTES);
  memory.give(first);
  const buffers = [memory.take(PAGE_BYTES), memory.take(PAGE_BYTES), memory.take(PAGE_BYTES)].map(
    ({ buffer }) => buffer
  );
  expect(new Set(buffers).size).toBe(3);
});

test.each([1, 32_768, 65_536, 65_537, PAGE_BYTES, 1_048_576, 1_048_577, 5_000_000])('%i bytes fit', (bytes) => {
  const memory = new BodyMemory();
  memory.give(memory.take(bytes));
  expect(memory.take(bytes).length).toBeGreaterThanOrEqual(bytes);
});

test.each([1000, 2_000_000])('memory for %i bytes is not kept', (bytes) => {
  const memory = new BodyMemory();
  const body = memory.take(bytes);
  memory.give(body);
  expect(memory.take(bytes).buffer).not.toBe(body.buffer);
});

test('no more than a few megabytes are kept', () => {
  const memory = new BodyMemory();
  const taken = Array.from({ length: 100 }, () => memory.take(PAGE_BYTES));
  taken.forEach((body) => memory.give(body));
  const buffers = new Set(taken.map(({ buffer }) => buffer));
  const again = taken.map(() => memory.take(PAGE_BYTES)).filter(({ buffer }) => buffers.has(buffer));
  expect(again).toHaveLength(16);
});
