import { OPERATIONS } from '../../api/operations';
import { BUCKET_MS, type BucketLevel, type Level, LEVELS } from '../../time/step';
import { type EpochMs, HOUR_MS, intersect, type TimeWindow, windowMs } from '../../time/window';
import { finerLevel, type LevelGrid } from '../levelGrid';
import { countReadings, rowsBetween } from '../rows';
import type { LimitCause } from '../undecided';
import { type Cell, type Piece, piecesIn, type View } from './cells';
import type { Budget, Question } from './question';

/** Finer rows to request. */
export interface Refinement {
  readonly level: Level;
  readonly window: TimeWindow;
  /** NaN where nothing shows how many there are. */
  readonly expectedRows: number;
}

export interface RefinementPlan {
  readonly refinements: readonly Refinement[];
  /** Why not everything can be looked at more closely; undefined if it can. */
  readonly stoppedBy: LimitCause | undefined;
}

/** Readings that cost about as much as a request of their own. */
const REQUEST_READINGS = 1500;
/** A bucket is about twice as long as a reading. */
const READINGS_PER_BUCKET = 2;

/**
 * Decides what to request of the cells of a question: the next finer level or the readings themselves, whichever is cheaper.
 * Neighbours are requested together where one page costs less than two requests. The latest come first, in case they are too
 * many.
 */
export function planRefinement(
  question: Pick<Question<unknown>, 'toRefine' | 'finer'>,
  { pieces, grid }: Pick<View, 'pieces' | 'grid'>,
  budget: Budget
): RefinementPlan {
  const refinable = [...question.toRefine].filter(({ piece: { level, finest } }) => level !== finest);
  const unexplored = [...new Set(refinable.filter(isUnexplored).map(({ piece }) => piece))];
  const explorations = unexplored.flatMap((piece) => exploration(piece, grid));
  const explored = refinable.filter((cell) => !isUnexplored(cell));
  const plan = (mostReadings: number) => {
    const wanted = (cell: Cell) => question.finer?.(cell);
    const refinements = runs(explored, mostReadings, wanted).map(refinementOf);
    return withinBudget([...explorations, ...merged(refinements, pieces)], budget);
  };
  const whole = plan(Infinity);
  // Of what is undecided for long, the latest part may be within the budget.
  return whole.stoppedBy === undefined ? whole : plan(OPERATIONS.history.maxRows);
}

function isUnexplored({ piece }: Cell): boolean {
  return piece.level === undefined;
}

/** Days show in one request how far away the next reading is; what is left of a day, its hours. */
function exploration({ fromEpochMs, toEpochMs }: Piece, grid: LevelGrid): Refinement[] {
  if ((toEpochMs - fromEpochMs) / HOUR_MS <= REQUEST_READINGS) {
    return [bucketsOf(levelOfEdges(fromEpochMs, toEpochMs), { fromEpochMs, toEpochMs })];
  }
  const startOfDays = grid.bucketAt(fromEpochMs - 1, '1d').toEpochMs;
  const endOfDays = grid.bucketAt(toEpochMs, '1d').fromEpochMs;
  const parts: ReadonlyArray<readonly [EpochMs, EpochMs]> = [
    [fromEpochMs, startOfDays],
    [endOfDays, toEpochMs],
  ];
  return [
    bucketsOf('1d', { fromEpochMs: startOfDays, toEpochMs: endOfDays }),
    ...parts
      .filter(([from, to]) => from < to)
      .map(([from, to]) => bucketsOf(levelOfEdges(from, to), { fromEpochMs: from, toEpochMs: to })),
  ];
}

/** The coarsest level below days whose buckets neither edge cuts. */
function levelOfEdges(...edges: readonly EpochMs[]): BucketLevel {
  return edges.every((edge) => edge % HOUR_MS === 0) ? '1h' : '1m';
}

function bucketsOf(level: BucketLevel, window: TimeWindow): Refinement {
  return { level, window, expectedRows: Math.ceil(windowMs(window) / BUCKET_MS[level]) };
}

/** Neighbouring cells of one level. */
interface Run extends TimeWindow {
  readonly level: Level;
  readonly finest: Level;
  /** The level that tells more of them; undefined: whichever costs less. */
  readonly wanted: Level | undefined;
  readonly readings: number;
}

/** @param mostReadings of a run of several cells */
function runs(cells: readonly Cell[], mostReadings: number, wantedOf: (cell: Cell) => Level | undefined): Run[] {
  const ascending = [...cells].sort((a, b) => a.fromEpochMs - b.fromEpochMs);
  const found: Run[] = [];
  for (const cell of ascending) {
    const { fromEpochMs, toEpochMs, n, piece } = cell;
    const last = found.at(-1);
    const level = piece.level!;
    const { finest } = piece;
    const wanted = wantedOf(cell);
    const isAlike = last?.level === level && last.finest === finest && last.wanted === wanted;
    const isNext = isAlike && last.toEpochMs === fromEpochMs;
    const continues = isNext && !(last.readings + n > mostReadings);
    if (last !== undefined && continues) {
      found[found.length - 1] = { ...last, toEpochMs, readings: last.readings + n };
    } else {
      found.push({ fromEpochMs, toEpochMs, level, finest, wanted, readings: n });
    }
  }
  return found;
}

function refinementOf({ level, finest, wanted, readings, fromEpochMs, toEpochMs }: Run): Refinement {
  const window = { fromEpochMs, toEpochMs };
  const ofReadings: Refinement = { level: 'raw', window, expectedRows: readings };
  if (wanted !== undefined && (wanted !== 'raw' || finest === 'raw')) {
    return wanted === 'raw' ? ofReadings : bucketsOf(wanted, window);
  }
  const finer = finerLevel(level, fromEpochMs, toEpochMs);
  if (finer === 'raw') {
    return ofReadings;
  }
  const buckets = bucketsOf(finer, window);
  // Readings are requested at once where they cost less than finer buckets and a request of some of the readings.
  const areFew = readings <= READINGS_PER_BUCKET * buckets.expectedRows + REQUEST_READINGS;
  return finest === 'raw' && areFew ? ofReadings : buckets;
}

/** Requests neighbours together where what lies between them costs less than a request, and all of it fits one page. */
function merged(refinements: readonly Refinement[], pieces: readonly Piece[]): Refinement[] {
  const joined: Refinement[] = [];
  for (const refinement of refinements) {
    const last = joined.at(-1);
    const both = last && joinedWith(last, refinement, pieces);
    if (both === undefined) {
      joined.push(refinement);
    } else {
      joined[joined.length - 1] = both;
    }
  }
  return joined;
}

function joinedWith(last: Refinement, next: Refinement, pieces: readonly Piece[]): Refinement | undefined {
  const gap = { fromEpochMs: last.window.toEpochMs, toEpochMs: next.window.fromEpochMs };
  if (last.level !== next.level) {
    return undefined;
  }
  const gapRows = rowsBetweenRefinements(gap, last.level, pieces);
  const expectedRows = last.expectedRows + gapRows + next.expectedRows;
  const isCheaper = gapRows <= REQUEST_READINGS && expectedRows <= OPERATIONS.history.maxRows;
  const window = { fromEpochMs: last.window.fromEpochMs, toEpochMs: next.window.toEpochMs };
  return isCheaper ? { level: last.level, window, expectedRows } : undefined;
}

/** How many rows of a level there are between two refinements; Infinity if that is unknown, or if finer rows are known there. */
function rowsBetweenRefinements(gap: TimeWindow, level: Level, pieces: readonly Piece[]): number {
  let rows = 0;
  for (const piece of windowMs(gap) > 0 ? piecesIn(pieces, gap).pieces : []) {
    const part = intersect(piece, gap)!;
    const isCoarser = piece.level !== undefined && LEVELS.indexOf(piece.level) > LEVELS.indexOf(level);
    if (!isCoarser || piece.absent.length > 0 || piece.finest !== 'raw') {
      return Infinity;
    }
    rows += level === 'raw' ? countReadings(rowsBetween(piece.rows, part)) : windowMs(part) / BUCKET_MS[level];
    if (!(rows <= REQUEST_READINGS)) {
      return Infinity;
    }
  }
  return rows;
}

function withinBudget(refinements: readonly Refinement[], budget: Budget): RefinementPlan {
  const latestFirst = [...refinements].sort((a, b) => b.window.fromEpochMs - a.window.fromEpochMs);
  const chosen: Refinement[] = [];
  let { requests, rows } = budget;
  let stoppedBy: RefinementPlan['stoppedBy'];
  for (const refinement of latestFirst) {
    const cost = countRequests(refinement);
    const expectedRows = Number.isNaN(refinement.expectedRows) ? 0 : refinement.expectedRows;
    if (cost > requests || expectedRows > rows) {
      stoppedBy ??= cost > requests ? 'maxRequests' : 'maxRows';
    } else {
      requests -= cost;
      rows -= expectedRows;
      chosen.push(refinement);
    }
  }
  return { refinements: chosen, stoppedBy };
}

/** How many pages a refinement has at least. */
export function countRequests({ expectedRows }: Refinement): number {
  return Number.isNaN(expectedRows) ? 1 : Math.max(1, Math.ceil(expectedRows / OPERATIONS.history.maxRows));
}
