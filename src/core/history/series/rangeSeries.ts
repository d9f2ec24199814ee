import { lastReadingBefore } from '../fetch/lastReading';
import { fetchRange, type RangeRows } from '../fetch/fetchRange';
import type { SeriesSource } from '../fetch/historySource';
import type { IncreasePlan, RangePlan } from '../plan/planHistory';
import { hasCounts, type Rows } from '../rows';
import { bucketIncreases, sumBySteps } from './increase';
import { sourcesOf } from './increaseSources';
import { absentWindows, type LoadedSeries, reaggregated, type Substitution } from './toSteps';

/**
 * Loads a series as one step that is as long as the time range: of exactly the readings inside.
 * @throws TelemetryError when nothing at all was received, or `notACounter` when the increase of values that fall too often
 *   is wanted
 */
export async function loadRange(source: SeriesSource, plan: RangePlan): Promise<LoadedSeries> {
  const range = await fetchRange(source, plan);
  const { fetched, window } = range;
  const edges = Float64Array.of(window.fromEpochMs, window.toEpochMs);
  const { rows, unusableSteps } = reaggregated(fetched, edges);
  const { increase: wanted } = plan;
  const increase = wanted && (await rangeIncrease(source, { ...plan, increase: wanted }, range, rows, edges));
  return {
    series: source.series,
    name: fetched.name,
    unit: fetched.unit,
    rows,
    level: plan.core.level,
    step: undefined,
    edges,
    fetched,
    unusableSteps,
    substitution: substitutionOf(range, plan),
    ...(increase && { increase }),
  };
}

async function rangeIncrease(
  source: SeriesSource,
  { core, increase: { maxReadings } }: RangePlan & { readonly increase: IncreasePlan },
  { fetched, windowOf }: RangeRows,
  steps: Rows,
  edges: Float64Array
): Promise<Float64Array> {
  const before = await lastReadingBefore(source, core.level, core.window.fromEpochMs);
  const sources = await sourcesOf(source, fetched, before, windowOf, maxReadings);
  const { increase } = bucketIncreases(fetched.rows, absentWindows(fetched), sources);
  return sumBySteps(increase, fetched.rows.timeEpochMs, steps.timeEpochMs, edges);
}

function substitutionOf({ fetched, window, unexpected }: RangeRows, plan: RangePlan): Substitution | undefined {
  if (unexpected !== undefined) {
    return { kind: 'inexactRange', level: unexpected };
  }
  if (!hasCounts(fetched.rows)) {
    return { kind: 'rangeWithoutCounts' };
  }
  const isExact = window.fromEpochMs === plan.window.fromEpochMs && window.toEpochMs === plan.window.toEpochMs;
  return isExact ? undefined : { kind: 'widenedRange', window };
}
