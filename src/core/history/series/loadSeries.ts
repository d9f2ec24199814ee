import type { OnProgress } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import type { HistoryPlan, IncreasePlan } from '../plan/planHistory';
import { addIncrease, hasFewReadings } from './increase/addIncrease';
import { type CounterState, UNKNOWN_STATE } from './increase/counterWalk';
import { increaseSoFar } from './increase/increase';
import { withKnownSpan } from './increase/knownSpan';
import { fetchStateBefore } from './increase/stateBefore';
import type { CountingCondition } from './countingSteps';
import type { LoadedRows, LoadedSeries } from './loadedSeries';
import { loadRows } from './loadRows';
import { UsualLoad } from './loadUsual';
import { TimeWeightedLoad } from './timeWeighted';

/**
 * Carries out a plan for a series: the rows, then how far a counter counted in them, then the averages over time, as far as they are
 * wanted. What each needs first is requested at once.
 * @param onProgress called whenever one of several parts has been received. What is loaded so far is exact; steps of which
 *   a part is still missing are left out.
 * @param counting which steps of earlier weeks count for what is usual; absent: all
 * @throws TelemetryError when nothing at all was received, or `overBudget` when the user fixed a level or step and there
 *   are too many readings, or `notACounter` or `falling` when the increase of values that fall too often is wanted
 */
export async function loadSeries(
  history: SeriesHistory,
  plan: HistoryPlan,
  onProgress: OnProgress<LoadedSeries> = () => undefined,
  counting?: CountingCondition
): Promise<LoadedSeries> {
  const { increase, timeWeighted } = plan;
  const before = increase && fetchStateBefore(history, plan);
  const averages = timeWeighted && new TimeWeightedLoad(history, plan, timeWeighted);
  const usual = plan.kind === 'buckets' && plan.usual && new UsualLoad(history, plan, plan.usual, counting);
  const onRows = usual ? firstHalf(onProgress) : onProgress;
  const rows = await loadRows(history, plan, ({ receivedParts, parts, partial }) =>
    onRows({ receivedParts, parts: averages ? 2 * parts : parts, partial: () => soFar(partial(), increase) })
  );
  const counted = before === undefined ? rows.loaded : await loadIncrease(history, plan, rows, before);
  const averaged = averages ? await averages.addTo(counted, onRows) : counted;
  return usual ? usual.addTo(averaged, onProgress) : averaged;
}

/** What is usual is the second half. */
function firstHalf(onProgress: OnProgress<LoadedSeries>): OnProgress<LoadedSeries> {
  return (progress) =>
    onProgress({
      get receivedParts() {
        return progress.receivedParts;
      },
      parts: 2 * progress.parts,
      partial: progress.partial,
    });
}

/** @param before what is known of the counter before the rows that were planned */
async function loadIncrease(
  history: SeriesHistory,
  plan: HistoryPlan,
  rows: LoadedRows,
  before: Promise<CounterState>
): Promise<LoadedSeries> {
  const { increase } = plan;
  if (increase === undefined) {
    return rows.loaded;
  }
  const state = await stateBeforeRows(history, plan, rows, before);
  const counted = await addIncrease(history, rows, state, increase);
  return increase.knownSpan === undefined ? counted : withKnownSpan(counted, rows, state, increase.knownSpan);
}

/** While more is to come: the increases that the rows alone tell. Few readings are counted one by one, when all of them are known. */
function soFar(rows: LoadedRows, increase: IncreasePlan | undefined): LoadedSeries {
  const { loaded } = rows;
  const areReadings = loaded.level === 'raw';
  return increase === undefined || (!areReadings && hasFewReadings(loaded, increase))
    ? loaded
    : increaseSoFar(rows, increase);
}

/** What is known of the counter before the rows, which others than the planned ones may have taken the place of. */
function stateBeforeRows(
  history: SeriesHistory,
  plan: HistoryPlan,
  { loaded: { level, substitution }, plan: followed }: LoadedRows,
  before: Promise<CounterState>
): Promise<CounterState> | CounterState {
  if (followed !== plan) {
    return fetchStateBefore(history, followed);
  }
  // The reading before the first one is among those that are no longer retained.
  return level === 'raw' && substitution?.kind === 'expiredReadings' ? UNKNOWN_STATE : before;
}
