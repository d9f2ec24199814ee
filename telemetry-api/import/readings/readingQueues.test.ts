import { setTimeout as sleep } from 'node:timers/promises';
import { BEST_BATCH_ROWS, type ReadingBatch } from '../../store/readings/readings.ts';
import { ReadingQueues } from './readingQueues.ts';

/** Adds `count` readings, cycling through the given tags; each value is the reading's index. */
async function fill(queues: ReadingQueues, tagIds: readonly number[], count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    queues.add(tagIds[i % tagIds.length] as number, i, i);
    if (i % 1000 === 0) {
      await queues.writeFull();
    }
  }
}

test('each reading is written once, and those of a tag in order, regardless of how long writes take', async () => {
  const written = new Map<number, number[]>();
  const inFlight = new Set<number>();
  let maxInFlight = 0;
  const queues = new ReadingQueues(async ({ tagIds, values }: ReadingBatch) => {
    const ids = new Set(Array.from(tagIds));
    expect([...ids].some((id) => inFlight.has(id))).toBe(false);
    ids.forEach((id) => inFlight.add(id));
    maxInFlight = Math.max(maxInFlight, inFlight.size);
    await sleep(Math.random() * 20);
    for (const [i, id] of Array.from(tagIds).entries()) {
      const ofTag = written.get(id) ?? [];
      written.set(id, ofTag);
      ofTag.push(values[i] as number);
    }
    ids.forEach((id) => inFlight.delete(id));
  });
  // One tag fills most of the batches.
  const tagIds = [1, 1, 1, 1, 1, 2, 3, 4];
  const count = 3 * BEST_BATCH_ROWS + 17;
  await fill(queues, tagIds, count);
  await queues.finish();
  expect([...written.values()].reduce((sum, values) => sum + values.length, 0)).toBe(count);
  for (const values of written.values()) {
    expect(values).toEqual([...values].sort((a, b) => a - b));
  }
  // All four tags at once: both queues were writing.
  expect(maxInFlight).toBe(4);
});

test('a failed write is reported when the next batch is written', async () => {
  const queues = new ReadingQueues(() => Promise.reject(new Error('the disk is full')));
  await expect(fill(queues, [1, 2], 5 * BEST_BATCH_ROWS)).rejects.toThrow('the disk is full');
});

test('finish waits for all queues, even if one of them fails', async () => {
  let isWritten = false;
  const queues = new ReadingQueues(async ({ tagIds }) => {
    if (tagIds[0] === 1) {
      throw new Error('the disk is full');
    }
    await sleep(50);
    isWritten = true;
  });
  queues.add(1, 0, 0);
  queues.add(2, 0, 0);
  await expect(queues.finish()).rejects.toThrow('the disk is full');
  expect(isWritten).toBe(true);
});
