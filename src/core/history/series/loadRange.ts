import type { BucketLevel, Level } from '../../time/step';
import { overlaps, type TimeWindow } from '../../time/window';
import type { SeriesHistory } from '../fetch/historySource';
import { type Cell, piecesIn, rowCell, type View } from '../mosaic/cells';
import { Mosaic } from '../mosaic/mosaic';
import type { Known, Question } from '../mosaic/question';
import type { CutBucket } from '../plan/composeRange';
import type { RangePlan } from '../plan/planHistory';
import { firstRowAtOrAfter, hasCounts } from '../rows';
import { type LoadedRows, rowKinds, shapeOfSteps, type Substitution } from './loadedSeries';
import { reaggregated } from './steps';

/**
 * Loads a series as one step that is as long as the time range, of exactly the readings inside, coarse to fine: a bucket that an end cuts
 * is replaced by finer rows if they show all the readings that it counts.
 * @throws TelemetryError when nothing at all was received
 */
export async function loadRange(history: SeriesHistory, plan: RangePlan): Promise<LoadedRows> {
  const { core, grid } = plan;
  const result = await history.requireBuckets(core);
  const mosaic = new Mosaic(history, grid, { ...core, result }, { requests: Infinity, rows: Infinity });
  const { answer: window } = await mosaic.ask(() => new CutsQuestion(plan));
  const { fetched, pieces } = mosaic;
  const edges = Float64Array.of(window.fromEpochMs, window.toEpochMs);
  const misplaced = pieces.find(({ level, rows }) => isBuckets(level) && !grid.areEdges(rows.timeEpochMs, level));
  return {
    plan,
    window,
    ...rowKinds(grid, (epochMs) => pieces.find(({ toEpochMs }) => toEpochMs > epochMs)?.level ?? core.level),
    loaded: {
      series: history.series,
      name: fetched.name,
      unit: fetched.unit,
      ...reaggregated(fetched, edges),
      level: core.level,
      ...shapeOfSteps(undefined, edges),
      fetched,
      substitution: substitutionOf(plan, window, hasCounts(fetched.rows), misplaced?.level),
    },
  };
}

function isBuckets(level: Level | undefined): level is BucketLevel {
  return level !== undefined && level !== 'raw';
}

function substitutionOf(
  plan: RangePlan,
  window: TimeWindow,
  areCounted: boolean,
  misplaced: Level | undefined
): Substitution | undefined {
  if (misplaced !== undefined) {
    return { kind: 'inexactRange', level: misplaced };
  }
  if (!areCounted) {
    return { kind: 'rangeWithoutCounts' };
  }
  const isExact = window.fromEpochMs === plan.window.fromEpochMs && window.toEpochMs === plan.window.toEpochMs;
  return isExact ? undefined : { kind: 'widenedRange', window };
}

/** The buckets that the ends of a range cut. The answer: the range, wider where such a bucket counts as a whole. */
class CutsQuestion implements Question<TimeWindow> {
  readonly toRefine = new Set<Cell>();
  private readonly finerLevels = new Map<Cell, Level>();
  private window: TimeWindow;

  constructor(private readonly plan: RangePlan) {
    this.window = plan.window;
  }

  look(known: Known): void {
    for (const cut of this.plan.cuts) {
      const cell = cellOf(known, cut);
      if (cell === undefined) {
        continue;
      }
      // Too many readings, or an unknown number of them.
      const isTooMuch = cut.finer === 'raw' && !(cell.n <= this.plan.maxReadings);
      if (cell.piece.finest !== cell.piece.level && !isTooMuch) {
        this.toRefine.add(cell);
        this.finerLevels.set(cell, cut.finer);
      } else if (!known.missing.some((span) => overlaps(span, cell))) {
        this.window = hull(this.window, cell);
      }
    }
  }

  finer(cell: Cell): Level {
    return this.finerLevels.get(cell)!;
  }

  answer(): TimeWindow {
    return this.window;
  }
}

/** A cut bucket that holds readings and was not replaced. */
function cellOf({ pieces }: View, { level, window }: CutBucket): Cell | undefined {
  const [piece] = piecesIn(pieces, window).pieces;
  const row = piece === undefined ? 0 : firstRowAtOrAfter(piece.rows, window.fromEpochMs);
  return piece?.level === level && piece.rows.timeEpochMs[row] === window.fromEpochMs
    ? rowCell(piece, row, window.toEpochMs)
    : undefined;
}

function hull(a: TimeWindow, b: TimeWindow): TimeWindow {
  return {
    fromEpochMs: Math.min(a.fromEpochMs, b.fromEpochMs),
    toEpochMs: Math.max(a.toEpochMs, b.toEpochMs),
  };
}
