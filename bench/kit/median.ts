/** The middle value, or the mean of the two middle values. @throws RangeError if the list is empty */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) {
    throw new RangeError('The median of an empty list is undefined.');
  }
  return (lower + upper) / 2;
}
