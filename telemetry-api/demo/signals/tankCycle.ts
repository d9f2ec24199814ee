import { chance, keyOf } from './hash.ts';
import type { Signal } from './signal.ts';

const { floor, sin, PI } = Math;

export interface TankCycleOptions {
  /** One emptying and one filling. */
  readonly everyMs: number;
  /** Share of the cycle that the filling takes, at its end. */
  readonly fillingShare: number;
  /** Levels between which each cycle picks where the filling starts and where it stops. */
  readonly lowest: readonly [number, number];
  readonly highest: readonly [number, number];
}

/** A level that sinks as it is used and rises as it is filled; each cycle has its own low and high mark, and no jump. */
export function tankCycle(name: string, { everyMs, fillingShare, lowest, highest }: TankCycleOptions): Signal {
  const key = keyOf(`tank ${name}`);
  const mark = (range: readonly [number, number], count: number) =>
    range[0] + chance(key, count) * (range[1] - range[0]);
  return (epochMs) => {
    const position = epochMs / everyMs;
    const cycle = floor(position);
    const passed = position - cycle;
    const low = mark(lowest, cycle * 2);
    if (passed < 1 - fillingShare) {
      const full = mark(highest, cycle * 2 - 1);
      const used = passed / (1 - fillingShare);
      // Not used evenly: fast, slow, fast.
      return full - (full - low) * (used + 0.06 * sin(used * 4 * PI));
    }
    const filled = (passed - 1 + fillingShare) / fillingShare;
    return low + (mark(highest, cycle * 2 + 1) - low) * filled;
  };
}
