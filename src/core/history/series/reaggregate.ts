import { bucketRows, firstRowAtOrAfter, type Rows, rowCount, sliceRows } from '../rows';

/**
 * Re-aggregates rows to the steps between `edges`: avg = Σ avg·n / Σ n, min of mins, max of maxes, n = Σ n. Exact, because
 * no edge cuts a row. A step without rows has no row; rows outside the edges are left out.
 *
 * The sum loses no digits: the rounding error of each addition (Knuth's TwoSum) is summed separately. A mean lies between
 * min and max, so the last rounding must not take it out. One loop over plain columns, because a million rows must pass
 * between two frames of the screen.
 * @param edges ascending; step i is [edges[i], edges[i + 1])
 * @returns a row per step that holds any, at the step's start
 */
export function reaggregate(rows: Rows, edges: Float64Array): Rows {
  const { timeEpochMs, avg, min, max, n } = rows;
  const steps = bucketRows(Math.max(0, edges.length - 1));
  const total = rowCount(rows);
  let used = 0;
  let row = firstRowAtOrAfter(rows, edges[0] ?? Infinity);
  for (let step = 0; step + 1 < edges.length && row < total; step++) {
    const start = row;
    const end = edges[step + 1]!;
    let lowest = Infinity;
    let highest = -Infinity;
    let readings = 0;
    let sum = 0;
    let lost = 0;
    for (; row < total && timeEpochMs[row]! < end; row++) {
      if (min[row]! < lowest) {
        lowest = min[row]!;
      }
      if (max[row]! > highest) {
        highest = max[row]!;
      }
      readings += n[row]!;
      const product = avg[row]! * n[row]!;
      const next = sum + product;
      const added = next - sum;
      lost += sum - (next - added) + (product - added);
      sum = next;
    }
    if (row > start) {
      const mean = row - start === 1 ? avg[start]! : (sum + lost) / readings;
      const finite = Number.isFinite(mean) ? mean : meanOfHuge(rows, start, row, readings);
      steps.timeEpochMs[used] = edges[step]!;
      steps.avg[used] = Math.min(highest, Math.max(lowest, finite));
      steps.min[used] = lowest;
      steps.max[used] = highest;
      steps.n[used] = readings;
      used++;
    }
  }
  return used === steps.n.length ? steps : sliceRows(steps, 0, used);
}

/** A power of two, so that scaling by it is exact; small enough for the sum of any counts of the largest doubles. */
const SCALE = 2 ** -128;

/** The same for values so large that their sum overflows. */
function meanOfHuge({ avg, n }: Rows, start: number, end: number, readings: number): number {
  let sum = 0;
  let lost = 0;
  for (let row = start; row < end; row++) {
    const product = avg[row]! * SCALE * n[row]!;
    const next = sum + product;
    const added = next - sum;
    lost += sum - (next - added) + (product - added);
    sum = next;
  }
  return (sum + lost) / readings / SCALE;
}
