import { BUCKET_MS, type Level } from '../../time/step';
import {
  covers,
  type EpochMs,
  intersect,
  mergeWindows,
  sortedByStart,
  subtractWindows,
  type TimeWindow,
} from '../../time/window';
import type { CountedBucket } from '../fetch/countedReadings';
import { type FetchResult, type MissingSpan, requireRows } from '../fetch/fetchResult';
import { fetchBuckets } from '../fetch/fetchSlices';
import { fetchFinerRows } from '../fetch/finerRows';
import type { SeriesHistory } from '../fetch/historySource';
import type { LevelGrid } from '../levelGrid';
import type { SignalPlan } from '../plan/planSignal';
import { NO_ROWS, type Rows, rowCount, rowsBetween } from '../rows';
import { countRequests, planRefinement, type Refinement, type RefinementBudget } from './planRefinement';
import type { Question } from './questions';
import { type Cell, type Piece, piecesIn, traceSignal, visitCells } from './signal';

/** An answer, and everything that must be reported about it. */
export interface SignalAnswer<Answer> {
  readonly answer: Answer;
  /** True: nothing is undecided. */
  readonly isDecided: boolean;
  /** Why not everything was looked at; undefined if it was, or still is. */
  readonly stoppedBy: 'maxRequests' | 'maxRows' | undefined;
  /** What could not be received. */
  readonly missing: readonly MissingSpan[];
  /** True if readings are undecided that the server no longer retains. */
  readonly isExpired: boolean;
  /** Everything that was received or taken from the cache for this signal. */
  readonly receivedRows: number;
  readonly cachedRows: number;
}

/**
 * Why something is undecided. `maxRequests`, `maxRows`: to know it would have cost more than the plan allows. `expired`: the server no
 * longer retains the readings. `unreadable`: readings are missing or invalid.
 */
export type UndecidedCause = 'maxRequests' | 'maxRows' | 'expired' | 'unreadable';

/** Why a part of an answer is undecided, if one is. */
export function undecidedCause({
  stoppedBy,
  isExpired,
  missing,
}: Pick<SignalAnswer<unknown>, 'stoppedBy' | 'isExpired' | 'missing'>): UndecidedCause {
  return stoppedBy ?? (isExpired && missing.length === 0 ? 'expired' : 'unreadable');
}

export interface AskOptions<Answer> {
  /** True for a question that buckets hardly ever answer. */
  readonly needsReadings?: boolean;
  /** How many rows may be requested for this question; absent: what the plan's limits leave. */
  readonly maxRows?: number;
  /** Called whenever more is known. `partial` is computed on demand. */
  readonly onProgress?: (partial: () => SignalAnswer<Answer>) => void;
}

/** The signal of a series, as far as questions have needed it. */
export interface Signal {
  readonly name: string;
  readonly unit: string;
  /** The server knew nothing later; Infinity if the window ends before the present. */
  readonly horizonEpochMs: EpochMs;
  /**
   * Answers a question, coarse to fine: finer rows are requested only of what the coarser ones do not decide.
   * @param createQuestion called for every trace, with what may still be requested
   * @throws only when aborted
   */
  ask<Answer>(
    createQuestion: (budget: RefinementBudget) => Question<Answer>,
    options?: AskOptions<Answer>
  ): Promise<SignalAnswer<Answer>>;
}

/**
 * Loads the buckets that a plan begins with.
 * @throws TelemetryError when nothing at all was received
 */
export async function loadSignal(history: SeriesHistory, plan: SignalPlan): Promise<Signal> {
  const fetched = requireRows(await fetchBuckets(history, plan.first));
  return new LoadedSignal(history, plan, fetched);
}

class LoadedSignal implements Signal {
  readonly name: string;
  readonly unit: string;
  horizonEpochMs: EpochMs;
  private pieces: readonly Piece[];
  private readonly missing: MissingSpan[];
  private requestsLeft: number;
  private rowsLeft: number;
  private expired = false;
  private receivedRows: number;
  private cachedRows: number;

  constructor(
    private readonly history: SeriesHistory,
    private readonly plan: SignalPlan,
    first: FetchResult
  ) {
    const { before, after, request, grid } = plan;
    this.name = first.name;
    this.unit = first.unit;
    this.horizonEpochMs = presentEpochMs(first, plan.first.window);
    this.missing = [...first.missing];
    this.requestsLeft = request.maxRequests - countRequests(plan.first);
    this.rowsLeft = request.maxRows - rowCount(first.rows);
    this.receivedRows = first.receivedRows;
    this.cachedRows = first.cachedRows;
    this.pieces = [
      unexplored(before),
      ...bucketPieces(plan.first.window, plan.first.level, first, grid),
      unexplored({ ...after, toEpochMs: Math.min(after.toEpochMs, Math.max(after.fromEpochMs, this.horizonEpochMs)) }),
    ].filter(({ fromEpochMs, toEpochMs }) => fromEpochMs < toEpochMs);
  }

  async ask<Answer>(
    createQuestion: (budget: RefinementBudget) => Question<Answer>,
    { needsReadings, maxRows = Infinity, onProgress }: AskOptions<Answer> = {}
  ): Promise<SignalAnswer<Answer>> {
    const otherRows = Math.max(0, this.rowsLeft - maxRows);
    for (;;) {
      const budget = { requests: this.requestsLeft, rows: this.rowsLeft - otherRows };
      const question = this.trace(createQuestion(budget));
      const { undecided } = question;
      const { refinements, stoppedBy } = planRefinement(undecided, this.pieces, this.plan.grid, budget, needsReadings);
      if (refinements.length === 0) {
        return this.toAnswer(question, stoppedBy);
      }
      const report = () => onProgress?.(() => this.toAnswer(this.trace(createQuestion(budget)), undefined));
      report();
      await Promise.all(
        refinements.map(async (refinement) => {
          await this.refine(refinement);
          report();
        })
      );
    }
  }

  private trace<Answer>(question: Question<Answer>): Question<Answer> {
    traceSignal(this.pieces, this.plan.request, this, question);
    return question;
  }

  get grid(): LevelGrid {
    return this.plan.grid;
  }

  private toAnswer<Answer>(
    question: Question<Answer>,
    stoppedBy: SignalAnswer<Answer>['stoppedBy']
  ): SignalAnswer<Answer> {
    const isDecided = question.undecided.size === 0;
    return {
      answer: question.answer(),
      isDecided,
      stoppedBy,
      missing: this.missing,
      isExpired: this.expired && !isDecided,
      receivedRows: this.receivedRows,
      cachedRows: this.cachedRows,
    };
  }

  private async refine(refinement: Refinement): Promise<void> {
    this.requestsLeft -= countRequests(refinement);
    const { level, window } = refinement;
    const buckets = this.bucketsIn(window);
    const { result, complete } = await fetchFinerRows(this.history, refinement, buckets);
    // Cached rows count, too: what is undecided must not depend on what was asked before.
    this.rowsLeft -= result.receivedRows + result.cachedRows;
    this.receivedRows += result.receivedRows;
    this.cachedRows += result.cachedRows;
    this.missing.push(...result.missing);
    const done = new Set(complete);
    const lost = result.missing.flatMap((span) => subtractWindows(span.window, complete));
    const kept = mergeWindows([...buckets.filter((bucket) => !done.has(bucket)), ...lost]);
    const isReadable = result.missing.length + result.unusable.length + result.unusableRows === 0;
    this.expired ||= kept.length > 0 && isReadable;
    this.replace(window, kept, level, result);
    // What goes on after a range that has long ended is followed to where the data ends, which only these rows show.
    const presentMs = presentEpochMs(result, window);
    if (presentMs < this.horizonEpochMs && newestRow(this.pieces) <= presentMs) {
      this.horizonEpochMs = presentMs;
    }
  }

  /** The buckets that lie in a window, as they are known. */
  private bucketsIn(window: TimeWindow): CountedBucket[] {
    const buckets: CountedBucket[] = [];
    for (const piece of piecesIn(this.pieces, window).pieces) {
      if (piece.level !== 'raw') {
        const inside = { ...piece, rows: rowsBetween(piece.rows, window), absent: [] };
        visitCells(inside, { horizonEpochMs: Infinity, grid: this.grid }, (cell: Cell) => {
          if (cell.kind === 'bucket' && covers(window, cell)) {
            buckets.push({ fromEpochMs: cell.fromEpochMs, toEpochMs: cell.toEpochMs, n: cell.n });
          }
        });
      }
    }
    return buckets;
  }

  /** Puts finer rows in the place of coarser ones, except where they are not complete. */
  private replace(window: TimeWindow, kept: readonly TimeWindow[], level: Level, result: FetchResult): void {
    const { pieces, start, end } = piecesIn(this.pieces, window);
    const replaced = pieces.flatMap((piece): readonly Piece[] => {
      const inside = intersect(piece, window)!;
      const keptParts = kept.flatMap((part) => intersect(part, inside) ?? []);
      const limited = finestAfter(level, piece.level);
      return [
        ...subtractWindows(piece, [window]).map((part) => clipPiece(piece, part)),
        ...keptParts.map((part) => ({ ...clipPiece(piece, part), level: piece.level ?? level, finest: limited })),
        ...subtractWindows(inside, keptParts).flatMap((part) =>
          level === 'raw'
            ? [{ ...part, level, rows: rowsBetween(result.rows, part), absent: [], finest: level }]
            : bucketPieces(part, level, result, this.grid, piece.finest)
        ),
      ];
    });
    this.pieces = [...this.pieces.slice(0, start), ...sortedByStart(replaced), ...this.pieces.slice(end)];
  }
}

/**
 * Where the data ends; Infinity if the window ends before. A row that is later shows that the clock is behind, which then says
 * nothing: the value is known until the hold limit.
 */
function presentEpochMs({ rows, asOfEpochMs }: FetchResult, { toEpochMs }: TimeWindow): EpochMs {
  const newest = rows.timeEpochMs.at(-1) ?? -Infinity;
  return asOfEpochMs < toEpochMs && newest <= asOfEpochMs ? asOfEpochMs : Infinity;
}

function newestRow(pieces: readonly Piece[]): EpochMs {
  return pieces.reduce((newest, { rows }) => Math.max(newest, rows.timeEpochMs.at(-1) ?? -Infinity), -Infinity);
}

/** The finest level that can be had where rows of a level were not received. */
function finestAfter(failed: Level, known: Level | undefined): Level {
  if (known === undefined) {
    return failed;
  }
  return failed === 'raw' && known !== '1m' ? '1m' : known;
}

function unexplored(window: TimeWindow): Piece {
  return { ...window, level: undefined, rows: NO_ROWS, absent: [window], finest: 'raw' };
}

/** The buckets of a window; what is missing has pieces of its own, of which nothing finer is requested. */
function bucketPieces(
  window: TimeWindow,
  level: Exclude<Level, 'raw'>,
  { rows, missing, unusable }: FetchResult,
  grid: LevelGrid,
  finest: Level = 'raw'
): Piece[] {
  const missingParts = missing.flatMap((span) => intersect(span.window, window) ?? []);
  const inside = rowsBetween(rows, window);
  if (!grid.areEdges(inside.timeEpochMs, level)) {
    // Buckets that begin elsewhere say nothing about the time that a piece stands for.
    return [{ ...window, level, rows: NO_ROWS, absent: [window], finest }];
  }
  // Of a bucket that cannot be used, only the start is named.
  const whole = unusable.map((part) => ({
    ...part,
    toEpochMs: Math.max(part.toEpochMs, grid.bucketAt(part.fromEpochMs, level).toEpochMs),
  }));
  const received = subtractWindows(window, missingParts).map((part) => ({
    ...part,
    level,
    rows: rowsBetween(rows, part),
    absent: withoutRows(
      whole.flatMap((absent) => intersect(absent, part) ?? []),
      rows,
      level
    ),
    finest,
  }));
  const lost = missingParts.map((part): Piece => ({ ...part, level, rows: NO_ROWS, absent: [part], finest: level }));
  return [...received, ...lost].sort((a, b) => a.fromEpochMs - b.fromEpochMs);
}

/** Where the place of an unusable bucket is not known, only what lies between usable ones can be it. */
function withoutRows(absent: readonly TimeWindow[], rows: Rows, level: Exclude<Level, 'raw'>): TimeWindow[] {
  return absent.flatMap((window) => {
    const usable = Array.from(rowsBetween(rows, window).timeEpochMs, (start) => ({
      fromEpochMs: start,
      toEpochMs: start + BUCKET_MS[level],
    }));
    return subtractWindows(window, usable);
  });
}

function clipPiece(piece: Piece, window: TimeWindow): Piece {
  const part = intersect(piece, window) ?? window;
  return {
    ...piece,
    ...part,
    rows: rowsBetween(piece.rows, part),
    absent: piece.absent.flatMap((absent) => intersect(absent, part) ?? []),
  };
}
