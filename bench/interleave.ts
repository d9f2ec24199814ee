import { collectGarbage } from './collectGarbage.ts';
import { median } from './median.ts';

/**
 * Times several ways by turns, so that what else the machine does falls on all of them alike. Every way is run once
 * before, uncounted: what is compiled and connected by then is so for all.
 * @param ways each does its whole work once per call
 * @returns the median time of each, in ms
 */
export async function interleave<Name extends string>(
  rounds: number,
  ways: Readonly<Record<Name, () => Promise<unknown>>>
): Promise<Record<Name, number>> {
  const names = Object.keys(ways) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      collectGarbage();
      const startedMs = performance.now();
      await ways[name]();
      const tookMs = performance.now() - startedMs;
      if (round > 0) {
        times.get(name)?.push(tookMs);
      }
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
}
