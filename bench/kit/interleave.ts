import { collectGarbage } from './collectGarbage.ts';
import { median } from './median.ts';

export interface Rounds {
  /** Not counted: afterwards code is compiled and connections are open. */
  readonly warmUps: number;
  readonly counted: number;
}

/**
 * Measures values interleaved, so that other load on the machine affects all of them equally.
 * @param tasks called with the number of the round, warm-ups included
 * @returns the median of each value
 */
export async function interleave<Name extends string>(
  { warmUps, counted }: Rounds,
  tasks: Readonly<Record<Name, (round: number) => Promise<number>>>
): Promise<Record<Name, number>> {
  const names = Object.keys(tasks) as Name[];
  const values = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < warmUps + counted; round++) {
    for (const name of names) {
      const value = await tasks[name](round);
      if (round >= warmUps) {
        values.get(name)?.push(value);
      }
    }
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
}

/** The duration of some work in ms, without the garbage of what ran before. */
export function timed(work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    collectGarbage();
    const startedMs = performance.now();
    await work();
    return performance.now() - startedMs;
  };
}
