import { type BucketLevel, BUCKET_MS, type Level } from '../../time/step';
import {
  covers,
  type EpochMs,
  intersect,
  mergeWindows,
  sortedByStart,
  subtractWindows,
  type TimeWindow,
} from '../../time/window';
import type { CountedBucket } from '../fetch/finerRows';
import { type FetchResult, joinResults } from '../fetch/fetchResult';
import type { SeriesHistory } from '../fetch/historySource';
import type { BucketWindow, LevelGrid } from '../levelGrid';
import type { Undecided, UndecidedCause } from '../undecided';
import { concatRows, NO_ROWS, type Rows, rowsBetween } from '../rows';
import { type Piece, piecesIn, visitCells } from './cells';
import { countRequests, planRefinement, type Refinement } from './planRefinement';
import type { Budget, Known, Question } from './question';

/** An answer, and everything that must be reported about it. */
export interface Answered<Answer> {
  readonly answer: Answer;
  /** True: nothing is undecided. */
  readonly isDecided: boolean;
  /** Why a part of it is undecided; undefined: nothing is. */
  readonly undecidedBecause: UndecidedCause | undefined;
  /** What could not be received. */
  readonly missing: readonly Undecided[];
  /** Everything that was received or taken from the cache. */
  readonly receivedRows: number;
  readonly cachedRows: number;
}

export interface AskOptions<Answer> {
  /** How many rows may be requested for this question; absent: what is left. */
  readonly maxRows?: number;
  /** Called whenever more is known. `partial` is computed on demand. */
  readonly onProgress?: (partial: () => Answered<Answer>) => void;
}

/** What is requested first of a mosaic, and what was received of it. */
interface FirstBuckets extends BucketWindow {
  readonly result: FetchResult;
  /** Where nothing was requested yet, before and after the window; absent: nowhere. */
  readonly before?: TimeWindow;
  readonly after?: TimeWindow;
}

/** What is known of a tag, each part of time as fine as questions have needed it. */
export class Mosaic implements Known {
  pieces: readonly Piece[];
  horizonEpochMs: EpochMs;
  /** Everything that was received, without its rows, which the pieces have. */
  private received: FetchResult;
  private isExpired = false;

  /** @param left what may still be requested */
  constructor(
    private readonly history: SeriesHistory,
    readonly grid: LevelGrid,
    { window, level, result, before, after }: FirstBuckets,
    private left: Budget
  ) {
    this.horizonEpochMs = horizonOf(result, window);
    this.received = { ...result, rows: NO_ROWS };
    const end = after && Math.min(after.toEpochMs, Math.max(after.fromEpochMs, this.horizonEpochMs));
    this.pieces = [
      ...unexplored(before),
      ...bucketPieces(window, level, result, grid),
      ...unexplored(after && end !== undefined ? { ...after, toEpochMs: end } : undefined),
    ];
  }

  get missing(): readonly Undecided[] {
    return this.received.missing;
  }

  /** Everything that was received, with the rows of all pieces. */
  get fetched(): FetchResult {
    const explored = this.pieces.filter(({ level }) => level !== undefined);
    return {
      ...this.received,
      rows: concatRows(explored.map(({ rows }) => rows)),
      unusable: explored.flatMap(({ absent }) => absent.flatMap((part) => subtractWindows(part, this.missing))),
    };
  }

  /**
   * Answers a question, coarse to fine: finer rows are requested only of what the coarser ones do not decide.
   * @param createQuestion called for every look, with what may still be requested
   * @throws only when aborted
   */
  async ask<Answer>(
    createQuestion: (left: Budget) => Question<Answer>,
    { maxRows = Infinity, onProgress }: AskOptions<Answer> = {}
  ): Promise<Answered<Answer>> {
    const otherRows = Math.max(0, this.left.rows - maxRows);
    // It ends: each refinement makes a part finer, or lowers what can be had of it.
    for (;;) {
      const left = { requests: this.left.requests, rows: this.left.rows - otherRows };
      const question = this.look(createQuestion(left));
      const { refinements, stoppedBy } = planRefinement(question, this, left);
      if (refinements.length === 0) {
        return this.toAnswer(question, stoppedBy ?? this.whyUndecided());
      }
      const report = () => onProgress?.(() => this.toAnswer(this.look(createQuestion(left)), 'pending'));
      report();
      await Promise.all(
        refinements.map(async (refinement) => {
          await this.refine(refinement);
          report();
        })
      );
    }
  }

  private look<Answer>(question: Question<Answer>): Question<Answer> {
    question.look(this);
    return question;
  }

  private toAnswer<Answer>(question: Question<Answer>, cause: UndecidedCause): Answered<Answer> {
    const { missing, receivedRows, cachedRows } = this.received;
    const isDecided = question.toRefine.size === 0;
    return {
      answer: question.answer(),
      isDecided,
      undecidedBecause: isDecided ? undefined : cause,
      missing,
      receivedRows,
      cachedRows,
    };
  }

  private whyUndecided(): UndecidedCause {
    return this.missing.length > 0 ? 'missing' : this.isExpired ? 'expired' : 'invalid';
  }

  private async refine(refinement: Refinement): Promise<void> {
    this.spend({ requests: countRequests(refinement), rows: 0 });
    const { level, window } = refinement;
    const buckets = this.bucketsIn(window);
    const { result, complete } = await this.history.finer(refinement, buckets);
    // Cached rows count, too: what is undecided must not depend on what was asked before.
    this.spend({ requests: 0, rows: result.receivedRows + result.cachedRows });
    this.received = joinResults([this.received, { ...result, rows: NO_ROWS }]);
    const done = new Set(complete);
    const lost = result.missing.flatMap((span) => subtractWindows(span, complete));
    const kept = mergeWindows([...buckets.filter((bucket) => !done.has(bucket)), ...lost]);
    const isReadable = result.missing.length + result.unusable.length + result.unusableRows === 0;
    this.isExpired ||= kept.length > 0 && isReadable;
    this.replace(window, kept, level, result);
    // What goes on after a range that has long ended is followed to where the data ends, which only these rows show.
    const presentMs = horizonOf(result, window);
    if (presentMs < this.horizonEpochMs && newestRow(this.pieces) <= presentMs) {
      this.horizonEpochMs = presentMs;
    }
  }

  private spend({ requests, rows }: Budget): void {
    this.left = { requests: this.left.requests - requests, rows: this.left.rows - rows };
  }

  /** The buckets that lie in a window, as they are known. */
  private bucketsIn(window: TimeWindow): CountedBucket[] {
    const buckets: CountedBucket[] = [];
    for (const piece of piecesIn(this.pieces, window).pieces) {
      if (piece.level !== 'raw') {
        const inside = { ...piece, rows: rowsBetween(piece.rows, window) };
        visitCells(inside, { horizonEpochMs: Infinity, grid: this.grid }, (cell) => {
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
function horizonOf({ rows, asOfEpochMs }: FetchResult, { toEpochMs }: TimeWindow): EpochMs {
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

function unexplored(window: TimeWindow | undefined): Piece[] {
  return window !== undefined && window.fromEpochMs < window.toEpochMs
    ? [{ ...window, level: undefined, rows: NO_ROWS, absent: [window], finest: 'raw' }]
    : [];
}

/** The buckets of a window; what is missing has pieces of its own, of which nothing finer is requested. */
function bucketPieces(
  window: TimeWindow,
  level: BucketLevel,
  { rows, missing, unusable }: FetchResult,
  grid: LevelGrid,
  finest: Level = 'raw'
): Piece[] {
  const lost = missing.flatMap((span) => intersect(span, window) ?? []);
  // Buckets that begin elsewhere say nothing about the time that a piece stands for.
  const isAligned = grid.areEdges(rowsBetween(rows, window).timeEpochMs, level);
  // Of a bucket that cannot be used, only the start is named.
  const whole = unusable.map((part) => ({
    ...part,
    toEpochMs: Math.max(part.toEpochMs, grid.bucketAt(part.fromEpochMs, level).toEpochMs),
  }));
  const received = subtractWindows(window, lost).map((part): Piece => {
    const absent = isAligned
      ? withoutRows(
          whole.flatMap((one) => intersect(one, part) ?? []),
          rows,
          level
        )
      : [part];
    return { ...part, level, rows: rowsBetween(rows, part), absent, finest };
  });
  const missed = lost.map((part): Piece => ({
    ...part,
    level,
    rows: rowsBetween(rows, part),
    absent: [part],
    finest: level,
  }));
  return sortedByStart([...received, ...missed]);
}

/** Where the place of an unusable bucket is not known, only what lies between usable ones can be it. */
function withoutRows(absent: readonly TimeWindow[], rows: Rows, level: BucketLevel): TimeWindow[] {
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
