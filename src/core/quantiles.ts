/**
 * The value below which a share of the values is, on the straight line between the two nearest ones (type 7 of Hyndman and Fan, the default
 * of NumPy, R and spreadsheets).
 * @param sorted ascending, at least one
 * @param share from 0 to 1
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share;
  const [lower, upper] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return lower + (upper - lower) * (place - Math.floor(place));
}

/** @param values at least one */
export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
