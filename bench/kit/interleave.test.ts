import { expect, it } from '@jest/globals';
import { interleave } from './interleave.ts';

it('measures all tasks in each round and takes the medians without the warm-up', async () => {
  const order: string[] = [];
  const task = (name: string, values: readonly number[]) => async (round: number) => {
    order.push(name);
    return values[round] ?? NaN;
  };
  const rounds = { warmUps: 1, counted: 3 };
  const medians = await interleave(rounds, { a: task('a', [100, 3, 1, 2]), b: task('b', [0, 5, 5, 6]) });
  expect(medians).toEqual({ a: 2, b: 5 });
  expect(order.join('')).toBe('abababab');
});
