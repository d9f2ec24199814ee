import { type Rows, rowCount } from '../rows';
import { OPERATIONS } from '../../api/operations';
import { BUCKET_MS, type BucketLevel } from '../../time/level';
import type { EpochMs, TimeWindow } from '../../time/window';

/**
 * Cuts a window into slices that fit one page each, because their buckets can be counted in advance. They tile it
 * without gap or overlap ([from, to) is half-open), so they can be fetched side by side:
 *
 *     window   [────────────────────────────)
 *     slices   [─────────)[─────────)[──────)
 */
export function bucketSlices(window: TimeWindow, level: BucketLevel): TimeWindow[] {
  const sliceMs = OPERATIONS.history.maxRows * BUCKET_MS[level];
  const slices: TimeWindow[] = [];
  for (let from = window.fromEpochMs; from < window.toEpochMs; from += sliceMs) {
    slices.push({ fromEpochMs: from, toEpochMs: Math.min(from + sliceMs, window.toEpochMs) });
  }
  return slices;
}

/**
 * The same for raw readings: buckets show how many there are, and a slice ends where the next bucket would not
 * fit its page any more. A bucket that alone holds more makes a slice of several pages.
 * @param counts buckets that reach into the window, ascending, with usable `n`
 */
export function rawSlices(window: TimeWindow, counts: Rows): TimeWindow[] {
  const slices: TimeWindow[] = [];
  let from: EpochMs = window.fromEpochMs;
  let readings = 0;
  for (let row = 0; row < rowCount(counts); row++) {
    const bucketStart = counts.timeEpochMs[row]!;
    const n = counts.n[row]!;
    if (
      readings > 0 &&
      readings + n > OPERATIONS.history.maxRows &&
      bucketStart > from &&
      bucketStart < window.toEpochMs
    ) {
      slices.push({ fromEpochMs: from, toEpochMs: bucketStart });
      from = bucketStart;
      readings = 0;
    }
    readings += n;
  }
  slices.push({ fromEpochMs: from, toEpochMs: window.toEpochMs });
  return slices;
}
