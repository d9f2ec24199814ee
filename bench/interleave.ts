import { collectGarbage } from './collectGarbage.ts';
import { median } from './median.ts';

/**
 * Measures tasks interleaved, so that other load on the machine affects all of them equally. A warm-up round is not
 * counted: by then code is compiled and connections are open.
 * @returns the median duration of each task in ms
 */
export async function interleave<Name extends string>(
  rounds: number,
  tasks: Readonly<Record<Name, () => Promise<unknown>>>
): Promise<Record<Name, number>> {
  const names = Object.keys(tasks) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      collectGarbage();
      const startedMs = performance.now();
      await tasks[name]();
      const durationMs = performance.now() - startedMs;
      if (round > 0) {
        times.get(name)?.push(durationMs);
      }
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
}
