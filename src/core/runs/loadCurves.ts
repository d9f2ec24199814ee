import { planSignal, type SignalTerms } from '../history/plan/planSignal';
import type { SeriesHistory } from '../history/fetch/historySource';
import type { LevelGrid } from '../history/levelGrid';
import type { Answered } from '../history/mosaic/mosaic';
import { type WindowValues, WindowValuesQuestion } from '../history/signal/questions';
import { loadSignal } from '../history/signal/signal';
import type { Undecided, UndecidedCause } from '../history/undecided';
import { hullOf } from '../time/window';
import { type ElapsedSteps, type RunStep, stepsOfRun } from './elapsed';
import type { Curve } from './envelope';
import type { Run } from './run';

/** What a tag did in a run. */
export interface RunValues {
  readonly run: Run;
  /** The time-weighted average of each elapsed step, or of states the first one in it; NaN where it is not known, and of a run that cannot be aligned. */
  readonly curve: Curve;
  /** Of the run as a whole; undefined where it is not wanted, or not yet known. */
  readonly whole: WindowValues | undefined;
  /** What a counter counted in all of the run; undefined where its readings do not tell, NaN where there are none. */
  readonly increase?: number | undefined;
}

/** What a tag did in several runs, finally or so far. */
export interface LoadedCurves {
  readonly name: string;
  readonly unit: string;
  /** In the order of the runs. */
  readonly runs: readonly RunValues[];
  readonly isLoading: boolean;
  /** Why a part is not known; undefined: everything is. */
  readonly undecidedBecause: UndecidedCause | undefined;
  readonly missing: readonly Undecided[];
}

interface CurvesPlan {
  /** Ascending, at least one. */
  readonly runs: readonly Run[];
  /** The runs that are laid over each other. */
  readonly aligned: ReadonlySet<Run>;
  readonly steps: ElapsedSteps;
  readonly request: SignalTerms;
  readonly grid: LevelGrid;
  /** True for values whose average says nothing. */
  readonly isState: boolean;
  /** True: what the tag did in each run as a whole is wanted, too. */
  readonly withWholes: boolean;
}

/**
 * Loads the curves of a tag: buckets over all of the runs, then the readings of each run; the runs as a whole need nothing more.
 * @throws TelemetryError when nothing at all was received
 */
export async function loadCurves(
  history: SeriesHistory,
  { runs, aligned, steps, request, grid, isState, withWholes }: CurvesPlan,
  onProgress: (partial: () => LoadedCurves) => void
): Promise<LoadedCurves> {
  const signal = await loadSignal(history, planSignal(hullOf(runs), request, grid));
  const isLinear = request.interpolation === 'linear';
  const parts = runs
    .flatMap((run, index) => (aligned.has(run) ? stepsOfRun(run, steps).map((step) => ({ ...step, index })) : []))
    .sort((a, b) => a.fromEpochMs - b.fromEpochMs || a.toEpochMs - b.toEpochMs);
  type Answer = Answered<readonly WindowValues[]>;
  const loaded = (isLoading: boolean, curves: Answer, wholes?: Answer): LoadedCurves => {
    const values = curvesOf(runs.length, parts, curves.answer.map(isState ? firstHeld : averageOf), steps);
    const last = wholes ?? curves;
    return {
      name: signal.name,
      unit: signal.unit,
      runs: runs.map((run, index) => ({ run, curve: values[index]!, whole: wholes?.answer[index] })),
      isLoading,
      undecidedBecause: curves.undecidedBecause ?? last.undecidedBecause,
      missing: last.missing,
    };
  };
  const curves = await signal.ask(() => new WindowValuesQuestion(parts, isLinear, Infinity, true), {
    onProgress: (partial) => onProgress(() => loaded(true, partial())),
  });
  if (!withWholes) {
    return loaded(false, curves);
  }
  const wholes = await signal.ask(() => new WindowValuesQuestion(runs, isLinear, Infinity, true));
  return loaded(false, curves, wholes);
}

function curvesOf(
  runs: number,
  parts: ReadonlyArray<RunStep & { readonly index: number }>,
  values: readonly number[],
  { count }: ElapsedSteps
): Curve[] {
  const curves = Array.from({ length: runs }, () => new Float64Array(count).fill(NaN));
  parts.forEach(({ index, step }, part) => (curves[index]![step] = values[part]!));
  return curves;
}

function averageOf({ average }: WindowValues): number {
  return average;
}

function firstHeld({ held, isDecided }: WindowValues): number {
  return isDecided ? (held[0] ?? NaN) : NaN;
}
