import type { Level } from '../../time/step';
import { intersect, type TimeWindow } from '../../time/window';
import { rowsBetween } from '../rows';
import { type CountedBucket, type FinerRows, fetchCountedReadings } from './countedReadings';
import { fetchBuckets } from './fetchSlices';
import type { SeriesHistory } from './historySource';

/**
 * Fetches the rows of a window in place of its buckets, which are coarser.
 * @param buckets ascending
 * @returns with the buckets of which the finer rows have every reading: the server may no longer retain all of them
 * @throws only when aborted
 */
export async function fetchFinerRows(
  history: SeriesHistory,
  { level, window }: { readonly level: Level; readonly window: TimeWindow },
  buckets: readonly CountedBucket[]
): Promise<FinerRows> {
  if (level === 'raw') {
    return fetchCountedReadings(history, [window], buckets);
  }
  const result = await fetchBuckets(history, { level, window });
  const absent = [...result.missing.map((span) => span.window), ...result.unusable];
  const complete = buckets.filter((bucket) => {
    const readings = rowsBetween(result.rows, bucket).n.reduce((sum, count) => sum + count, 0);
    return !(readings < bucket.n) && !absent.some((part) => intersect(part, bucket) !== undefined);
  });
  return { result, complete };
}
