import type { Meter } from '../../../inventory/meter';
import type { EpochMs, TimeWindow } from '../../../time/window';
import type { SeriesHistory } from '../../fetch/historySource';
import type { LevelGrid } from '../../levelGrid';
import { type Cell, type Piece, visitCells } from '../../mosaic/cells';
import type { Answered } from '../../mosaic/mosaic';
import type { Known, Question } from '../../mosaic/question';
import { planSignal } from '../../plan/planSignal';
import { pickRows } from '../../rows';
import type { Period } from '../../signal/periods';
import { loadMosaic } from '../../signal/signal';
import { countingOrder, CounterWalk, type CounterState, type Gains, isFall, NOTHING_IN_DOUBT } from './counterWalk';

/** What a counter does from one restart to the next. */
export interface Restarts {
  /** Ascending; `cut` where it is not known whether the counter restarted. */
  readonly stretches: readonly Period[];
  /** True for a tag that falls more often than it rises, so that it is no counter. */
  readonly isFalling: boolean;
}

/**
 * When a counter restarts.
 * @param window in which it is to be known, and the first restart after it
 * @param meter what the settings of the tag say
 * @throws TelemetryError when nothing at all was received
 */
export async function loadRestarts(
  history: SeriesHistory,
  window: TimeWindow,
  { meter, seenAroundMs, maxRequests, maxRows, grid }: RestartsRequest
): Promise<Answered<Restarts>> {
  // Only how far it looks around the window matters of how values continue.
  const request = { interpolation: 'hold', holdMs: seenAroundMs, maxRequests, maxRows } as const;
  const { mosaic } = await loadMosaic(history, planSignal(window, request, grid));
  return mosaic.ask(() => new RestartsQuestion(window, meter));
}

interface RestartsRequest {
  readonly meter: Meter;
  /** How far around the window restarts are looked for. */
  readonly seenAroundMs: number;
  /** What may be requested. */
  readonly maxRequests: number;
  readonly maxRows: number;
  readonly grid: LevelGrid;
}

/** Whatever the first value is, the counter has not restarted with it. */
const ANY_VALUE_IS_HIGHER: CounterState = { ...NOTHING_IN_DOUBT, last: -Infinity, atEpochMs: undefined };

/**
 * When a counter restarts: at the first reading whose value is lower by more than a correction, and stays so. A momentary fall is none, nor
 * is the end of its register or a replaced meter that the settings of the tag name. Of a bucket, its highest value is taken for its last
 * one, unless the next value is lower.
 */
export class RestartsQuestion implements Question<Restarts> {
  readonly toRefine = new Set<Cell>();
  private readonly restarts: EpochMs[] = [];
  /** Where the counter may have restarted. */
  private readonly doubts: TimeWindow[] = [];
  private isFalling = false;
  private walk: CounterWalk;
  private lastBucket: Cell | undefined;
  /** The first reading, or the start of its bucket. */
  private fromEpochMs: EpochMs | undefined;
  private untilEpochMs: EpochMs = -Infinity;
  private end: Period['end'] = 'cut';

  /**
   * @param window in which restarts are wanted; of those from its end on, the first one
   * @param meter what the settings of the tag say
   */
  constructor(
    private readonly window: TimeWindow,
    private readonly meter: Meter
  ) {
    this.walk = this.newWalk();
  }

  look({ pieces, horizonEpochMs, grid }: Known): void {
    for (const piece of pieces) {
      if (piece.fromEpochMs >= horizonEpochMs || this.isOver(piece)) {
        break;
      }
      if (piece.level === 'raw') {
        this.read(piece, horizonEpochMs);
      } else {
        visitCells(piece, { horizonEpochMs, grid }, (cell) => this.visit(cell));
      }
      this.untilEpochMs = Math.min(piece.toEpochMs, horizonEpochMs);
    }
    this.end = this.untilEpochMs === horizonEpochMs ? 'inProgress' : 'cut';
    this.endWalk();
  }

  answer(): Restarts {
    return { stretches: this.stretches(), isFalling: this.isFalling };
  }

  /** True once the restart after what is needed is known, or looked for. */
  private isOver({ fromEpochMs }: Piece): boolean {
    const isWanted = (epochMs: EpochMs) => epochMs >= this.window.toEpochMs;
    if (!isWanted(fromEpochMs)) {
      return false;
    }
    // What may be momentary is not decided yet.
    const restarts = this.walk.state(undefined).odd.length === 0 ? restartsOf(this.walk.end()) : [];
    return [...restarts, ...this.doubts.map((doubt) => doubt.fromEpochMs)].some(isWanted);
  }

  private read({ rows }: Piece, horizonEpochMs: EpochMs): void {
    const order = [...countingOrder(rows)].filter((row) => rows.timeEpochMs[row]! < horizonEpochMs);
    const [first] = order;
    if (first !== undefined) {
      this.fromEpochMs ??= rows.timeEpochMs[first]!;
      this.walk.readings(pickRows(rows, order));
      this.lastBucket = undefined;
    }
  }

  private visit(cell: Cell): void {
    const { fromEpochMs, toEpochMs, low, high, n, kind, piece } = cell;
    if (kind === 'open') {
      this.endWalk();
      this.doubts.push(cell);
      if (piece.level !== undefined || fromEpochMs >= this.window.toEpochMs) {
        this.toRefine.add(cell);
      }
      return;
    }
    // Without a value before, a bucket shows neither a fall nor when the first reading is.
    const isFirst = this.fromEpochMs === undefined && toEpochMs > this.window.fromEpochMs;
    this.fromEpochMs ??= fromEpochMs;
    if (isFirst || !this.walk.bucket(fromEpochMs, toEpochMs, { min: low, max: high, n })) {
      // The fall may also be in the bucket before, after its highest value.
      for (const doubted of this.lastBucket === undefined ? [cell] : [this.lastBucket, cell]) {
        this.toRefine.add(doubted);
        this.doubts.push(doubted);
      }
    }
    this.lastBucket = cell;
  }

  /** What comes next may have nothing to do with what was walked over. */
  private endWalk(): void {
    const gains = this.walk.end();
    this.isFalling ||= gains.isFalling;
    this.restarts.push(...restartsOf(gains));
    this.walk = this.newWalk();
    this.lastBucket = undefined;
  }

  private newWalk(): CounterWalk {
    return new CounterWalk(ANY_VALUE_IS_HIGHER, 'byBuckets', this.meter);
  }

  private stretches(): Period[] {
    const { fromEpochMs } = this;
    if (fromEpochMs === undefined) {
      return [];
    }
    const bounds = [
      ...this.restarts.map((restart) => ({ fromEpochMs: restart, toEpochMs: restart, kind: 'known' as const })),
      ...this.doubts.map((doubt) => ({ ...doubt, kind: 'cut' as const })),
    ].sort((a, b) => a.fromEpochMs - b.fromEpochMs);
    const stretches: Period[] = [];
    let from = fromEpochMs;
    let start: Period['start'] = 'cut';
    for (const bound of bounds.filter(({ toEpochMs }) => toEpochMs > fromEpochMs)) {
      if (bound.fromEpochMs > from) {
        stretches.push({ fromEpochMs: from, toEpochMs: bound.fromEpochMs, start, end: bound.kind });
      }
      if (bound.toEpochMs >= from) {
        from = bound.toEpochMs;
        start = bound.kind;
      }
    }
    return from < this.untilEpochMs
      ? [...stretches, { fromEpochMs: from, toEpochMs: this.untilEpochMs, start, end: this.end }]
      : stretches;
  }
}

function restartsOf({ falls, rollovers }: Gains): EpochMs[] {
  return falls
    .filter((fall) => isFall(fall.last, fall.value) && !rollovers.includes(fall))
    .map(({ toEpochMs }) => toEpochMs);
}
