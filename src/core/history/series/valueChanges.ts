import { firstAfter, type TimeWindow, windowMs } from '../../time/window';
import { EMPTY_RESULT, type OnProgress, type Progress, withMissing } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import type { HistoryPlan, LongestPlan } from '../plan/planHistory';
import { planSignal, type SignalTerms } from '../plan/planSignal';
import { bucketRows, type Rows } from '../rows';
import type { Answered } from '../mosaic/mosaic';
import { loadSignal, type Signal } from '../signal/signal';
import { longestValue, type Spans, SpansBuilder, spansPerStep, UNKNOWN } from '../signal/spans';
import { rangeRows, type ValueRange, ValueRangesQuestion } from '../signal/valueRanges';
import { undecidedFor } from '../undecided';
import { type LoadedSeries, type RowsShape, shapeOfSteps } from './loadedSeries';

const CHANGES_SHAPE: RowsShape = { kind: 'changes', step: undefined, edges: undefined };

type RangesAnswer = Answered<readonly ValueRange[]>;

/** What the buckets that show where anything changes may cost of all rows: those of the changes follow. */
const LARGEST_FIRST_SHARE = 0.5;

/**
 * Finds out when the values of a series change that hold until the next reading, coarse to fine: buckets show where a value stays the
 * same, and only the others are looked at more closely, as far as the plan allows, the latest first.
 * @param onProgress called whenever more is known
 * @param steps present: the rows are of steps, each with the value that lasted longest in it; a step in which it is for longer unknown
 *   or undecided has none. Absent: they are where the value changes, see `rangeRows`
 * @returns undefined if the plan does not even allow the buckets to begin with
 * @throws TelemetryError when nothing at all was received
 */
export async function loadValueChanges(
  history: SeriesHistory,
  { window, grid }: Pick<HistoryPlan, 'window' | 'grid'>,
  request: SignalTerms,
  onProgress: OnProgress<LoadedSeries>,
  steps?: Pick<LongestPlan, 'step' | 'edges'>
): Promise<LoadedSeries | undefined> {
  const plan = planSignal(window, request, grid);
  if (plan.first.expectedRows > request.maxRows * LARGEST_FIRST_SHARE) {
    return undefined;
  }
  const signal = await loadSignal(history, plan);
  const toSeries = (answer: RangesAnswer) => changesSeries(history, window, signal, answer, steps);
  const answer = await signal.ask(() => new ValueRangesQuestion(window), {
    onProgress: (partial) => onProgress(progressOf(window, partial, toSeries)),
  });
  return toSeries(answer);
}

/** In hundredths of the time; computed on demand, because it takes a walk over everything that is known. */
function progressOf(
  window: TimeWindow,
  partial: () => RangesAnswer,
  toSeries: (answer: RangesAnswer) => LoadedSeries
): Progress<LoadedSeries> {
  let known: RangesAnswer | undefined;
  const answer = () => (known ??= partial());
  return {
    get receivedParts() {
      const openMs = undecidedIn(answer().answer).reduce((sum, range) => sum + windowMs(range), 0);
      return Math.floor(100 * (1 - openMs / windowMs(window)));
    },
    parts: 100,
    partial: () => toSeries(answer()),
  };
}

function changesSeries(
  { series }: SeriesHistory,
  window: TimeWindow,
  { name, unit, horizonEpochMs }: Signal,
  { answer, undecidedBecause = 'invalid', missing, receivedRows, cachedRows }: RangesAnswer,
  steps: Pick<LongestPlan, 'step' | 'edges'> | undefined
): LoadedSeries {
  const fetched = { ...EMPTY_RESULT, name, unit, receivedRows, cachedRows, asOfEpochMs: horizonEpochMs };
  return {
    series,
    name,
    unit,
    rows:
      steps === undefined
        ? rangeRows(answer)
        : longestRows(answer, { ...window, toEpochMs: Math.min(window.toEpochMs, horizonEpochMs) }, steps.edges),
    level: 'raw',
    ...(steps === undefined ? CHANGES_SHAPE : shapeOfSteps(steps.step, steps.edges)),
    fetched: withMissing(fetched, missing, window),
    undecided: undecidedFor(undecidedIn(answer), undecidedBecause),
    substitution: undefined,
    isOfValues: true,
  };
}

function undecidedIn(ranges: readonly ValueRange[]): ValueRange[] {
  return ranges.filter(({ isDecided }) => !isDecided);
}

/** @param window as far as the data goes: of a step that is not over, what is still to come is not unknown */
function longestRows(ranges: readonly ValueRange[], window: TimeWindow, edges: Float64Array): Rows {
  const perStep = (valueOf: (range: ValueRange) => number) => {
    const builder = new SpansBuilder(window);
    ranges.forEach((range) => builder.add(range.fromEpochMs, range.toEpochMs, valueOf(range)));
    return spansPerStep(builder.spans(), edges);
  };
  const [lows, highs] = [perStep(({ low }) => low), perStep(({ high }) => high)];
  const steps = perStep(({ low, high }) => (low === high ? low : UNKNOWN)).flatMap((spans, step) => {
    const value = longestValue(spans);
    return Number.isNaN(value) ? [] : [{ step, value }];
  });
  const rows = bucketRows(steps.length);
  steps.forEach(({ step, value }, row) => {
    rows.timeEpochMs[row] = edges[step]!;
    rows.avg[row] = value;
    rows.min[row] = Math.min(...knownValues(lows[step]!));
    rows.max[row] = Math.max(...knownValues(highs[step]!));
    rows.n[row] = NaN;
  });
  return rows;
}

function knownValues({ values }: Spans): Float64Array {
  return values.filter((value) => !Number.isNaN(value));
}

/**
 * A series in steps without the averages of those in which the value changes: it may never have had them.
 * @param loaded with edges
 */
export function withoutMixedAverages(loaded: LoadedSeries): LoadedSeries {
  const { rows, edges = rows.timeEpochMs } = loaded;
  const isMixed = (row: number) => rows.min[row] !== rows.max[row];
  const undecided = Array.from(rows.timeEpochMs).flatMap((fromEpochMs, row) =>
    isMixed(row) ? [{ fromEpochMs, toEpochMs: edges[firstAfter(edges, fromEpochMs)] ?? fromEpochMs }] : []
  );
  return {
    ...loaded,
    rows: { ...rows, avg: rows.avg.map((value, row) => (isMixed(row) ? NaN : value)) },
    undecided: undecidedFor(undecided, 'maxRows'),
    isOfValues: true,
  };
}
