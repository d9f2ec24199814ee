import { BUCKET_MS } from '../../../time/step';
import { gapThresholdMs } from '../../gaps';
import type { KnownSpanPlan } from '../../plan/planHistory';
import { readingRows, rowCount } from '../../rows';
import type { LoadedRows, LoadedSeries } from '../loadedSeries';
import type { CounterState } from './counterWalk';

/**
 * The increase of a range, to be compared with that of another one as long: not known if the readings begin later or end earlier. What
 * was counted before it, while there were no readings, makes it another span, too.
 */
export function withKnownSpan(
  loaded: LoadedSeries,
  loadedRows: LoadedRows,
  before: CounterState,
  { holdMs, withBeginning }: KnownSpanPlan
): LoadedSeries {
  const { increase, level } = loaded;
  const { rows } = loadedRows.loaded.fetched;
  const { window } = loadedRows;
  const first = rows.timeEpochMs[0];
  const last = rows.timeEpochMs.at(-1);
  if (increase === undefined || first === undefined || last === undefined || rowCount(increase.rows) === 0) {
    return loaded;
  }
  const toleranceMs = Math.max(holdMs, gapThresholdMs(rows, level === 'raw' ? undefined : BUCKET_MS[level]));
  const isFirst = before.last === undefined && before.odd.length === 0;
  const beginsLate = (isFirst && first - window.fromEpochMs > toleranceMs) || increase.afterGap.length > 0;
  const untilEpochMs = loadedRows.bucketOf(last)?.toEpochMs ?? last;
  const partial = {
    sinceEpochMs: withBeginning && beginsLate ? first : undefined,
    untilEpochMs: window.toEpochMs - untilEpochMs > toleranceMs ? untilEpochMs : undefined,
  };
  if (partial.sinceEpochMs === undefined && partial.untilEpochMs === undefined) {
    return loaded;
  }
  const unknown = readingRows(1);
  unknown.timeEpochMs[0] = window.fromEpochMs;
  unknown.avg[0] = NaN;
  return { ...loaded, increase: { ...increase, rows: unknown, afterGap: [], partial } };
}
