import { OPERATIONS } from '../../api/operations';
import { isAbort } from '../../api/telemetryError';
import { covers, type TimeWindow } from '../../time/window';
import { type OnProgress, withMissing } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import type { HistoryPlan } from '../plan/planHistory';
import { planSignal, type SignalTerms } from '../plan/planSignal';
import { readingRows } from '../rows';
import type { Answered } from '../mosaic/mosaic';
import type { Budget } from '../mosaic/question';
import { loadSignal, type Signal } from '../signal/signal';
import { type WindowValues, WindowValuesQuestion } from '../signal/questions';
import { undecidedFor } from '../undecided';
import type { Line, LoadedSeries } from './loadedSeries';

type StepValues = Answered<readonly WindowValues[]>;

/**
 * Loads the time-weighted averages of the steps of a series. What they need first is requested at once; which steps there are is
 * only known when the rows are, because others may be shown in their place.
 */
export class TimeWeightedLoad {
  private readonly signal: Promise<Signal>;

  constructor(
    private readonly history: SeriesHistory,
    private readonly plan: Pick<HistoryPlan, 'window' | 'grid'>,
    private readonly request: SignalTerms
  ) {
    this.signal = this.load(plan.window);
    // It is awaited after the rows, which may fail first.
    this.signal.catch(() => undefined);
  }

  private load(window: TimeWindow): Promise<Signal> {
    return loadSignal(this.history, planSignal(window, this.request, this.plan.grid));
  }

  /**
   * The series with the averages of its steps; of readings that are shown one by one, there are none.
   * @param onProgress called whenever more is known
   * @throws only when aborted
   */
  async addTo(loaded: LoadedSeries, onProgress: OnProgress<LoadedSeries>): Promise<LoadedSeries> {
    const { edges } = loaded;
    if (edges === undefined || edges.length < 2) {
      return loaded;
    }
    const steps = listSteps(edges);
    const whole = { fromEpochMs: edges[0]!, toEpochMs: edges.at(-1)! };
    try {
      const signal = await (covers(this.plan.window, whole) ? this.signal : this.load(whole));
      const isLinear = this.request.interpolation === 'linear';
      const createQuestion = ({ requests, rows }: Budget) =>
        new WindowValuesQuestion(steps, isLinear, Math.min(rows, requests * OPERATIONS.history.maxRows));
      const answer = await signal.ask(createQuestion, {
        onProgress: (partial) => onProgress(progressOf(loaded, steps, partial)),
      });
      return withAverages(loaded, steps, answer);
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      const timeWeighted = { rows: readingRows(0), undecided: undecidedFor(steps, 'missing') };
      const missing = [{ ...whole, cause: 'missing', error } as const];
      return { ...loaded, timeWeighted, fetched: withMissing(loaded.fetched, missing, whole) };
    }
  }
}

function listSteps(edges: Float64Array): TimeWindow[] {
  return Array.from({ length: edges.length - 1 }, (_, step) => ({
    fromEpochMs: edges[step]!,
    toEpochMs: edges[step + 1]!,
  }));
}

/** The second half of the load; computed on demand, because it takes a walk over everything that is known. */
function progressOf(loaded: LoadedSeries, steps: readonly TimeWindow[], partial: () => StepValues) {
  let values: StepValues | undefined;
  const known = () => (values ??= partial());
  return {
    get receivedParts() {
      return steps.length + known().answer.filter(({ isDecided }) => isDecided).length;
    },
    parts: 2 * steps.length,
    // What is left out is only known at the end.
    partial: () => ({
      ...loaded,
      timeWeighted: { ...averagesOf(steps, known()), undecided: [] },
    }),
  };
}

function withAverages(loaded: LoadedSeries, steps: readonly TimeWindow[], values: StepValues): LoadedSeries {
  const { receivedRows, cachedRows } = loaded.fetched;
  const range = { fromEpochMs: steps[0]!.fromEpochMs, toEpochMs: steps.at(-1)!.toEpochMs };
  const fetched = withMissing(loaded.fetched, values.missing, range);
  return {
    ...loaded,
    timeWeighted: averagesOf(steps, values),
    fetched: {
      ...fetched,
      receivedRows: receivedRows + values.receivedRows,
      cachedRows: cachedRows + values.cachedRows,
    },
  };
}

function averagesOf(steps: readonly TimeWindow[], values: StepValues): Line {
  const { answer, undecidedBecause = 'invalid' } = values;
  const known = steps.flatMap(({ fromEpochMs }, step) => {
    const { average } = answer[step]!;
    return Number.isNaN(average) ? [] : [{ fromEpochMs, average }];
  });
  const rows = readingRows(known.length);
  known.forEach(({ fromEpochMs, average }, row) => {
    rows.timeEpochMs[row] = fromEpochMs;
    rows.avg[row] = average;
  });
  const leftOut = steps.filter((_, step) => !answer[step]!.isDecided);
  return { rows, undecided: undecidedFor(leftOut, undecidedBecause) };
}
