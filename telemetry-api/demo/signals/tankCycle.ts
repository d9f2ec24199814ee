import { uniform, keyOf } from './hash.ts';
import type { Signal } from './signal.ts';

const { floor, sin, PI } = Math;

export interface TankCycleOptions {
  /** Length of a cycle: emptying and filling. */
  readonly everyMs: number;
  /** Share of the cycle used for filling, at its end. */
  readonly fillingShare: number;
  /** Ranges from which each cycle picks the levels at which filling starts and stops. */
  readonly lowest: readonly [number, number];
  readonly highest: readonly [number, number];
}

/** A tank level that falls with use and rises when filled; each cycle has its own low and high level, without jumps between cycles. */
export function tankCycle(name: string, { everyMs, fillingShare, lowest, highest }: TankCycleOptions): Signal {
  const key = keyOf(`tank ${name}`);
  const mark = (range: readonly [number, number], count: number) =>
    range[0] + uniform(key, count) * (range[1] - range[0]);
  return (epochMs) => {
    const position = epochMs / everyMs;
    const cycle = floor(position);
    const passed = position - cycle;
    const low = mark(lowest, cycle * 2);
    if (passed < 1 - fillingShare) {
      const full = mark(highest, cycle * 2 - 1);
      const used = passed / (1 - fillingShare);
      // Use varies: fast, slow, fast.
      return full - (full - low) * (used + 0.06 * sin(used * 4 * PI));
    }
    const filled = (passed - 1 + fillingShare) / fillingShare;
    return low + (mark(highest, cycle * 2 + 1) - low) * filled;
  };
}
