import type { Level } from '../../time/step';
import { type EpochMs, firstThat, type TimeWindow } from '../../time/window';
import type { LevelGrid } from '../levelGrid';
import { type Rows, rowCount } from '../rows';

/** The rows of a part of time at one level. Pieces tile what is looked at. */
export interface Piece extends TimeWindow {
  /** Undefined: not requested yet, so that anything can be there. */
  readonly level: Level | undefined;
  readonly rows: Rows;
  /** Where rows can be that are not known: missing, not received yet or unusable. The rows in it show nothing. Ascending. */
  readonly absent: readonly TimeWindow[];
  /** The finest level that can be had: coarser than raw if finer rows were not received, or are no longer retained. */
  readonly finest: Level;
}

/** A reading, a bucket with readings, or a part of time in which there can be any. */
export interface Cell {
  /** For a bucket, its readings lie in [from, to); for a reading, both are its instant. */
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
  /** The values lie between these. */
  readonly low: number;
  readonly high: number;
  /** How many readings it stands for; NaN where the server sent no usable count. */
  readonly n: number;
  readonly kind: 'reading' | 'bucket' | 'open';
  readonly piece: Piece;
}

/** What is known of a tag. */
export interface View {
  /** Ascending, without gap or overlap. */
  readonly pieces: readonly Piece[];
  /** The server knew nothing later; Infinity if the window ends before the present. */
  readonly horizonEpochMs: EpochMs;
  readonly grid: LevelGrid;
}

/** The pieces of which a part lies in a window, and where they are among all. */
export function piecesIn(
  all: readonly Piece[],
  { fromEpochMs, toEpochMs }: TimeWindow
): { readonly pieces: readonly Piece[]; readonly start: number; readonly end: number } {
  const start = firstThat(all, (piece) => piece.toEpochMs > fromEpochMs);
  const end = Math.max(
    start,
    firstThat(all, (piece) => piece.fromEpochMs >= toEpochMs)
  );
  return { pieces: all.slice(start, end), start, end };
}

/** Calls `visit` with the cells of a piece before the horizon, ascending. */
export function visitCells(
  piece: Piece,
  { horizonEpochMs, grid }: Omit<View, 'pieces'>,
  visit: (cell: Cell) => void
): void {
  const { rows, level, absent } = piece;
  let next = 0;
  const visitOpen = ({ fromEpochMs, toEpochMs }: TimeWindow) =>
    visit({ fromEpochMs, toEpochMs, low: -Infinity, high: Infinity, n: NaN, kind: 'open', piece });
  for (let row = 0; row < rowCount(rows); row++) {
    const fromEpochMs = rows.timeEpochMs[row]!;
    if (fromEpochMs >= horizonEpochMs) {
      break;
    }
    for (; next < absent.length && absent[next]!.fromEpochMs <= fromEpochMs; next++) {
      visitOpen(absent[next]!);
    }
    if (next === 0 || absent[next - 1]!.toEpochMs <= fromEpochMs) {
      const isReading = level === 'raw' || level === undefined;
      const endEpochMs = isReading ? fromEpochMs : grid.bucketEnd(fromEpochMs, level);
      visit(rowCell(piece, row, Math.min(endEpochMs, piece.toEpochMs)));
    }
  }
  for (; next < absent.length && absent[next]!.fromEpochMs < horizonEpochMs; next++) {
    visitOpen(absent[next]!);
  }
}

/** @param toEpochMs of a reading its instant, of a bucket its end */
export function rowCell(piece: Piece, row: number, toEpochMs: EpochMs): Cell {
  const { timeEpochMs, min, max, n } = piece.rows;
  const kind = piece.level === 'raw' || piece.level === undefined ? 'reading' : 'bucket';
  return { fromEpochMs: timeEpochMs[row]!, toEpochMs, low: min[row]!, high: max[row]!, n: n[row]!, kind, piece };
}
