/** The smallest value that at least this share of all values does not exceed. @throws RangeError if there are none */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) {
    throw new RangeError('An empty list has no percentiles.');
  }
  return value;
}
