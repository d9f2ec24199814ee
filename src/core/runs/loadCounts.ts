import { isAbort, TelemetryError } from '../api/telemetryError';
import type { SeriesHistory } from '../history/fetch/historySource';
import type { LevelGrid } from '../history/levelGrid';
import type { HistoryPlan } from '../history/plan/planHistory';
import { type Rows, rowCount } from '../history/rows';
import type { LoadedSeries } from '../history/series/loadedSeries';
import { ENOUGH_READINGS } from '../history/series/increase/counterWalk';
import { loadSeries } from '../history/series/loadSeries';
import type { Undecided, UndecidedCause } from '../history/undecided';
import type { TimeWindow } from '../time/window';
import { type ElapsedSteps, isStepOver, stepsOfRun } from './elapsed';
import type { Curve } from './envelope';
import type { LoadedCurves } from './loadCurves';
import type { Run } from './run';

interface CountsPlan {
  readonly runs: readonly Run[];
  /** The runs that are laid over each other. */
  readonly aligned: ReadonlySet<Run>;
  readonly steps: ElapsedSteps;
  /** How the readings of a run and its increases are loaded. */
  readonly planOf: (run: Run) => HistoryPlan;
  readonly grid: LevelGrid;
  /** Readings of one run. */
  readonly maxReadings: number;
  /** For how long it is known after a reading that nothing more was counted; Infinity: without limit. */
  readonly holdMs: number;
}

/** What a counter counted in a run, or why that is not known. */
interface RunCounts {
  readonly name: string;
  readonly unit: string;
  readonly curve: Curve;
  /** In all of the run; undefined where the readings do not tell, NaN where there are none. */
  readonly increase: number | undefined;
  readonly missing: readonly Undecided[];
  readonly undecidedBecause: UndecidedCause | undefined;
}

/**
 * Loads what a counter counted since the start of each run, until the end of each elapsed step, from its readings: as history has it for a
 * time range from the start of the run. It is unknown from the first reading on with which that is not known, and where the counter is
 * silent for longer than its values are known.
 * @throws TelemetryError when nothing at all was received
 */
export async function loadCounts(
  history: SeriesHistory,
  { runs, aligned, steps, planOf, grid, maxReadings, holdMs }: CountsPlan,
  onProgress: (partial: () => LoadedCurves) => void
): Promise<LoadedCurves> {
  const counts = new Map<Run, RunCounts>();
  const errors: unknown[] = [];
  const loaded = (isLoading: boolean): LoadedCurves => {
    const known = [...counts.values()];
    return {
      name: known.find(({ name }) => name)?.name ?? '',
      unit: known.find(({ unit }) => unit)?.unit ?? '',
      runs: runs.map((run) => ({
        run,
        curve: counts.get(run)?.curve ?? unknownCurve(steps),
        whole: undefined,
        increase: counts.get(run)?.increase,
      })),
      isLoading,
      undecidedBecause: isLoading
        ? 'pending'
        : known.find(({ undecidedBecause }) => undecidedBecause)?.undecidedBecause,
      missing: known.flatMap(({ missing }) => missing),
    };
  };
  const loadRun = async (run: Run) => {
    try {
      const series = isKnownSilent(history, run) ? undefined : await loadSeries(history, planOf(run));
      counts.set(run, series ? countsIn(run, series, steps, holdMs) : { ...unknownCounts(steps), increase: NaN });
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      errors.push(error);
      counts.set(run, notLoaded(run, steps, error));
    }
    onProgress(() => loaded(true));
  };
  const counted = runs.filter((run) => aligned.has(run));
  await history.readTogether(counted.map(withReadingAtEnd), { grid, maxReadings, readingsBefore: ENOUGH_READINGS });
  await Promise.all(counted.map(loadRun));
  if (errors.length > 0 && errors.length === counts.size) {
    throw errors[0];
  }
  return loaded(false);
}

/** True if the cache shows that a run has no readings. What was read before it makes no difference then. */
function isKnownSilent(history: SeriesHistory, run: Run): boolean {
  const { fromEpochMs, toEpochMs } = withReadingAtEnd(run);
  const { reading, knownFromEpochMs } = history.cachedBefore(toEpochMs, toEpochMs - fromEpochMs);
  return reading === undefined && knownFromEpochMs <= fromEpochMs;
}

/** What is read at the very end is counted. */
function withReadingAtEnd({ fromEpochMs, toEpochMs }: Run): TimeWindow {
  return { fromEpochMs, toEpochMs: toEpochMs + 1 };
}

function countsIn(
  run: Run,
  { name, unit, increase, fetched, substitution }: LoadedSeries,
  steps: ElapsedSteps,
  holdMs: number
): RunCounts {
  const { missing, unusable } = fetched;
  // Some readings are not there: what was counted with them is not known.
  const undecidedBecause =
    missing.length > 0
      ? 'missing'
      : unusable.length > 0
        ? 'invalid'
        : substitution === undefined
          ? undefined
          : 'expired';
  const isKnown = increase !== undefined && undecidedBecause === undefined;
  return {
    ...{ name, unit, missing, undecidedBecause },
    curve: isKnown ? sums(run, increase.rows, steps, holdMs) : unknownCurve(steps),
    increase:
      isKnown && rowCount(increase.rows) > 0 ? increase.rows.avg.reduce((sum, gain) => sum + gain, 0) : undefined,
  };
}

/** @param gains with each reading in (from, to] of the run, in the order in which they are counted */
function sums(run: Run, { timeEpochMs, avg }: Rows, steps: ElapsedSteps, holdMs: number): Curve {
  const curve = unknownCurve(steps);
  let sum = 0;
  let next = 0;
  let knownUntilEpochMs = (timeEpochMs[0] ?? Infinity) - run.fromEpochMs <= holdMs ? timeEpochMs[0]! : -Infinity;
  for (const part of stepsOfRun(run, steps)) {
    const { step, toEpochMs } = part;
    for (; next < timeEpochMs.length && timeEpochMs[next]! <= toEpochMs; next++) {
      sum += avg[next]!;
      knownUntilEpochMs = timeEpochMs[next]! + holdMs;
    }
    // What other runs counted in all of the step cannot be compared with a part of it.
    curve[step] = toEpochMs <= knownUntilEpochMs && isStepOver(run, part, steps) ? sum : NaN;
  }
  return curve;
}

function unknownCurve({ count }: ElapsedSteps): Curve {
  return new Float64Array(count).fill(NaN);
}

function unknownCounts(steps: ElapsedSteps): RunCounts {
  return {
    ...{ name: '', unit: '', curve: unknownCurve(steps), increase: undefined },
    ...{ missing: [], undecidedBecause: undefined },
  };
}

function notLoaded({ fromEpochMs, toEpochMs }: Run, steps: ElapsedSteps, error: unknown): RunCounts {
  const isTooMuch = error instanceof TelemetryError && error.kind === 'overBudget';
  return {
    ...unknownCounts(steps),
    missing: isTooMuch ? [] : [{ fromEpochMs, toEpochMs, cause: 'missing', error }],
    undecidedBecause: isTooMuch ? 'maxRows' : 'missing',
  };
}
