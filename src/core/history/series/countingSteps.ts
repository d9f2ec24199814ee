import { isAbort } from '../../api/telemetryError';
import { firstThat, mergeWindows, overlaps, type TimeWindow, windowMs } from '../../time/window';
import type { SeriesId } from '../../inventory/seriesId';
import type { SeriesHistory } from '../fetch/historySource';
import type { LevelGrid } from '../levelGrid';
import { planSignal, type SignalTerms } from '../plan/planSignal';
import { concatRows, type Rows, rowsBetween } from '../rows';
import type { Condition } from '../signal/condition';
import { ConditionQuestion, type NeededParts } from '../signal/questions';
import { loadSignal } from '../signal/signal';
import { countedMs, type Spans, spansPerStep, TRUE, UNDECIDED } from '../signal/spans';
import type { Undecided } from '../undecided';

/** Steps count while a condition holds for most of their time. */
export interface CountingCondition {
  /** Of the tag that it is about. */
  readonly history: SeriesHistory;
  readonly condition: Condition;
  readonly terms: SignalTerms;
}

/** Which steps count. */
export interface CountingSteps {
  /** Of the tag that the condition is about. */
  readonly series: SeriesId;
  /** Those that do; neighbours are one. Ascending. */
  readonly counting: readonly TimeWindow[];
  /** Those of which it is not known. They do not count. */
  readonly undecided: readonly Undecided[];
  readonly receivedRows: number;
  readonly cachedRows: number;
}

/**
 * Finds out which steps count. Of a part of time that cannot be received, none does.
 * @param windows the edges of the steps in each, ascending, without overlap; what may be requested is divided among them
 * @throws only when aborted
 */
export async function loadCountingSteps(
  counting: CountingCondition,
  windows: readonly Float64Array[],
  grid: LevelGrid
): Promise<CountingSteps> {
  const { maxRequests, maxRows } = counting.terms;
  const terms = {
    ...counting.terms,
    maxRequests: Math.max(1, Math.floor(maxRequests / windows.length)),
    maxRows: Math.floor(maxRows / windows.length),
  };
  const found = await Promise.all(windows.map((edges) => loadWindow({ ...counting, terms }, edges, grid)));
  return {
    series: counting.history.series,
    counting: mergeWindows(found.flatMap((one) => one.counting)),
    undecided: found.flatMap(({ undecided }) => undecided),
    receivedRows: found.reduce((sum, { receivedRows }) => sum + receivedRows, 0),
    cachedRows: found.reduce((sum, { cachedRows }) => sum + cachedRows, 0),
  };
}

async function loadWindow(
  { history, condition, terms }: CountingCondition,
  edges: Float64Array,
  grid: LevelGrid
): Promise<Omit<CountingSteps, 'series'>> {
  const window = { fromEpochMs: edges[0]!, toEpochMs: edges.at(-1)! };
  try {
    const signal = await loadSignal(history, planSignal(window, terms, grid));
    const needed = neededForMost(edges);
    const found = await signal.ask(() => new ConditionQuestion(condition, window, needed));
    const { answer, undecidedBecause: cause = 'invalid', missing, receivedRows, cachedRows } = found;
    const shares = sharesOf(answer, edges);
    return {
      counting: mergeWindows(shares.filter(isMost)),
      undecided: mergeWindows(shares.filter(isUndecided)).map((part) => ({ ...part, cause, error: missing[0]?.error })),
      receivedRows,
      cachedRows,
    };
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    const undecided = [{ ...window, cause: 'missing', error } as const];
    return { counting: [], undecided, receivedRows: 0, cachedRows: 0 };
  }
}

/** A step, and for how much of it the condition holds at least, and at most. */
interface StepShare extends TimeWindow {
  readonly leastMs: number;
  readonly mostMs: number;
}

function sharesOf(spans: Spans, edges: Float64Array): StepShare[] {
  return spansPerStep(spans, edges).map((inStep, step) => ({
    fromEpochMs: edges[step]!,
    toEpochMs: edges[step + 1]!,
    leastMs: countedMs(inStep, (value) => value === TRUE),
    mostMs: countedMs(inStep, (value) => value === TRUE || value === UNDECIDED),
  }));
}

function isMost(step: StepShare): boolean {
  return 2 * step.leastMs > windowMs(step);
}

function isUndecided(step: StepShare): boolean {
  return !isMost(step) && 2 * step.mostMs > windowMs(step);
}

/** The parts that decide for how much of a step the condition holds, where that is open. */
function neededForMost(edges: Float64Array): NeededParts {
  return (spans) => {
    const open = mergeWindows(sharesOf(spans, edges).filter(isUndecided));
    return (part) => {
      const first = open[firstThat(open, ({ toEpochMs }) => toEpochMs > part.fromEpochMs)];
      return first !== undefined && overlaps(part, first);
    };
  };
}

/** The rows of the steps that count. @param rows of steps, ascending, each at the start of one */
export function countingRows(rows: Rows, { counting }: Pick<CountingSteps, 'counting'>): Rows {
  return concatRows(counting.map((window) => rowsBetween(rows, window)));
}
