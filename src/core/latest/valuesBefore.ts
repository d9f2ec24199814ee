import type { FetchContext, HistorySource } from '../history/fetch/historySource';
import { readingBefore } from '../history/series/readingBefore';
import type { EpochMs } from '../time/window';
import type { LatestValue } from './latestValue';

/**
 * The values that were the latest ones just before an instant. One whose reading is not younger is the same as now, and costs no request, as does
 * one that never had a reading; each of the others is looked up, and one that fails says why.
 * @param values the latest ones now
 * @throws only when aborted
 */
export function valuesBefore(
  values: readonly LatestValue[],
  beforeEpochMs: EpochMs,
  history: HistorySource,
  context: FetchContext
): Promise<readonly LatestValue[]> {
  return Promise.all(
    values.map(async (value): Promise<LatestValue> => {
      if (!isYounger(value, beforeEpochMs)) {
        return value;
      }
      const { device, tag, name, unit } = value;
      const then = { device, tag, name, unit, value: undefined, timeEpochMs: undefined };
      const found = await readingBefore(history.forSeries({ device, tag }, context), beforeEpochMs);
      switch (found.kind) {
        case 'none':
          return then;
        case 'undecided':
          return { ...then, undecided: found };
        default: {
          const isAverage = found.kind === 'average';
          return { ...then, value: found.value, timeEpochMs: found.atEpochMs, ...(isAverage && { isAverage }) };
        }
      }
    })
  );
}

/** True for a value that must be looked up to know what it was before an instant. */
export function isYounger({ timeEpochMs, problem }: LatestValue, beforeEpochMs: EpochMs): boolean {
  return problem !== undefined || (timeEpochMs !== undefined && timeEpochMs >= beforeEpochMs);
}
