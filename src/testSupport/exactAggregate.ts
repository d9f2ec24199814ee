/** What readings add up to, worked out from the readings themselves: the oracle of the tests. */
export interface Aggregate {
  readonly avg: number;
  readonly min: number;
  readonly max: number;
  readonly n: number;
}

/** Aggregates at least one value without overflow and without losing digits. */
export function exactAggregate(values: readonly number[]): Aggregate {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { avg: exactMean(values, Math.max(Math.abs(min), Math.abs(max))), min, max, n: values.length };
}

/** The mean of shares of the largest magnitude, summed with Kahan's and Babuška's compensation. */
function exactMean(values: readonly number[], largest: number): number {
  if (largest === 0) {
    return 0;
  }
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const share = value / largest;
    const next = sum + share;
    lost += Math.abs(sum) >= Math.abs(share) ? sum - next + share : share - next + sum;
    sum = next;
  }
  return ((sum + lost) / values.length) * largest;
}
