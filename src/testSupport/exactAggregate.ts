/** The aggregate of a set of readings, computed from the readings themselves. Tests use it as their oracle. */
export interface Aggregate {
  readonly avg: number;
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

/** Aggregates one or more values without overflow or loss of precision. */
export function exactAggregate(values: readonly number[]): Aggregate {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { avg: exactMean(values, Math.max(Math.abs(min), Math.abs(max))), min, max, n: values.length };
}

/** Scales the values by the largest magnitude, then sums them with Kahan-Babuška compensation. */
function exactMean(values: readonly number[], largest: number): number {
  if (largest === 0) {
    return 0;
  }
  let sum = 0;
  let compensation = 0;
  for (const value of values) {
    const scaled = value / largest;
    const next = sum + scaled;
    compensation += Math.abs(sum) >= Math.abs(scaled) ? sum - next + scaled : scaled - next + sum;
    sum = next;
  }
  return ((sum + compensation) / values.length) * largest;
}
