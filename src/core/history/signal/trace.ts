import { type EpochMs, firstAtOrAfter } from '../../time/window';
import { type Cell, type Piece, rowCell, type View, visitCells } from '../mosaic/cells';
import type { Question } from '../mosaic/question';
import type { Continuation } from '../plan/planSignal';

/*
 * What the value of a tag was between its readings, and how much of that follows from buckets alone.
 *
 *     readings     ●────────●───────────────●··············        the value holds, or a line joins two readings
 *     known        [─────────────────────────────────)             until `holdMs` after a reading
 *     buckets      [ min max )[ min max )   empty   [ min max )    the value stays between min and max
 */

/** What a trace reports, ascending and without gaps. A value that a line has at its end belongs to what follows. */
export interface SignalSink {
  /** The value is exactly known: a straight line, or the same all the time. */
  line(fromEpochMs: EpochMs, toEpochMs: EpochMs, fromValue: number, toValue: number): void;
  /**
   * The value is known to lie between two values. `toRefine`: what has to be looked at more closely to know more. `bucket`: the
   * bucket whose time it is; undefined between two of them.
   */
  between(
    fromEpochMs: EpochMs,
    toEpochMs: EpochMs,
    low: number,
    high: number,
    toRefine: readonly Cell[],
    bucket?: Cell
  ): void;
  /** There is no reading, or the last one is too long ago. */
  unknown(fromEpochMs: EpochMs, toEpochMs: EpochMs): void;
  /** Nothing is known, not even whether the value is. */
  open(fromEpochMs: EpochMs, toEpochMs: EpochMs, toRefine: readonly Cell[]): void;
  /** True if it makes no difference which of the values between two it is. */
  decides(low: number, high: number): boolean;
}

/** What is asked of the value of a tag over time: the sink of a trace, which is asked afterwards. */
export interface SignalQuestion<Answer> extends SignalSink, Omit<Question<Answer>, 'look'> {}

/** The question to a mosaic that a question about a value is. */
export function traced<Answer>(question: SignalQuestion<Answer>, continuation: Continuation): Question<Answer> {
  return {
    look: (view) => traceSignal(view, continuation, question),
    answer: () => question.answer(),
    ...(question.finer && { finer: (cell) => question.finer!(cell) }),
    get toRefine() {
      return question.toRefine;
    },
  };
}

/*
 * How a question is asked:
 *
 *     Signal.ask(createQuestion)      signal.ts; a new question for each look
 *       Mosaic.ask, look              mosaic.ts: what is known so far, finer wherever the last look left it undecided
 *         traced(question).look       the question as a sink
 *           traceSignal               what the value was, by what is known
 *             sink.decides            does it matter which of these values it is?
 *             sink.line, between, …   questions.ts: the answer grows
 */

/** Reports what the value was at every instant from the beginning of the pieces to the horizon, as far as their rows show it. */
export function traceSignal(view: View, continuation: Continuation, sink: SignalSink): void {
  const { pieces, horizonEpochMs } = view;
  const trace = new Trace(continuation, horizonEpochMs, sink);
  let previous: Cell | undefined;
  let current: Cell | undefined;
  const visit = (cell: Cell) => {
    if (current === undefined) {
      sink.unknown(pieces[0]!.fromEpochMs, cell.fromEpochMs);
    } else {
      trace.cell(previous, current, cell);
      trace.gap(current, cell, cell.fromEpochMs);
    }
    previous = current;
    current = cell;
  };
  /**
   * Readings that are close enough are by far the most common case: a million must pass quickly, without a cell for each. `previous` is
   * not kept meanwhile: it is only asked for before a bucket or an open part, and `current` becomes it there.
   */
  const visitReadings = (piece: Piece) => {
    const { timeEpochMs, min: values } = piece.rows;
    const count = firstAtOrAfter(timeEpochMs, horizonEpochMs);
    const isHeld = continuation.interpolation === 'hold';
    for (let row = 0; row < count; row++) {
      const to = timeEpochMs[row]!;
      const from = row === 0 ? -Infinity : timeEpochMs[row - 1]!;
      if (to - from > continuation.holdMs || row === 0) {
        current = row === 0 ? current : rowCell(piece, row - 1, from);
        visit(rowCell(piece, row, to));
      } else if (from < to) {
        const value = values[row - 1]!;
        sink.line(from, to, value, isHeld ? value : values[row]!);
      }
    }
    current = count === 0 ? current : rowCell(piece, count - 1, timeEpochMs[count - 1]!);
  };
  for (const piece of pieces) {
    if (piece.level === 'raw' && piece.absent.length === 0) {
      visitReadings(piece);
    } else {
      visitCells(piece, view, visit);
    }
  }
  const endEpochMs = Math.min(horizonEpochMs, pieces.at(-1)?.toEpochMs ?? -Infinity);
  if (current === undefined) {
    sink.unknown(pieces[0]?.fromEpochMs ?? endEpochMs, endEpochMs);
  } else {
    trace.cell(previous, current, undefined);
    trace.gap(current, undefined, endEpochMs);
  }
}

const NOTHING: readonly Cell[] = [];

class Trace {
  constructor(
    private readonly continuation: Continuation,
    private readonly horizonEpochMs: EpochMs,
    private readonly sink: SignalSink
  ) {}

  /** The time of a bucket or of an open part; that of a reading begins after it. */
  cell(previous: Cell | undefined, cell: Cell, next: Cell | undefined): void {
    const { fromEpochMs: from } = cell;
    const to = Math.min(cell.toEpochMs, this.horizonEpochMs);
    if (cell.kind === 'open') {
      this.sink.open(from, to, [cell]);
    } else if (cell.kind === 'bucket') {
      const unsure = this.unsureOf(previous, cell, next);
      if (unsure.length > 0) {
        this.sink.open(from, to, unsure);
      } else {
        this.bucket(cell, to, this.neighbours(previous, cell, next));
      }
    }
  }

  private bucket(cell: Cell, to: EpochMs, neighbours: readonly Cell[]): void {
    const low = neighbours.reduce((least, { low: other }) => Math.min(least, other), cell.low);
    const high = neighbours.reduce((most, { high: other }) => Math.max(most, other), cell.high);
    if (low === high) {
      this.sink.line(cell.fromEpochMs, to, low, low);
    } else {
      // What makes a difference is of interest only where there is one.
      const toRefine = this.sink.decides(low, high) ? NOTHING : this.toRefineOf(cell, neighbours);
      this.sink.between(cell.fromEpochMs, to, low, high, toRefine, cell);
    }
  }

  /** What makes it unsure whether the value is known all the time of a bucket; empty: it is. */
  private unsureOf(previous: Cell | undefined, cell: Cell, next: Cell | undefined): readonly Cell[] {
    const { holdMs } = this.continuation;
    const canFollow = next !== undefined && next.fromEpochMs - cell.toEpochMs <= holdMs;
    if (this.continuation.interpolation === 'linear' && next?.kind === 'open' && canFollow) {
      return this.sink.decides(cell.low, cell.high) ? [next] : [next, cell];
    }
    const begins = previous === undefined || cell.fromEpochMs - previous.toEpochMs > holdMs;
    if (begins || cell.toEpochMs - cell.fromEpochMs > holdMs) {
      return [cell];
    }
    if (previous.kind === 'open') {
      return this.sink.decides(cell.low, cell.high) ? [previous] : [previous, cell];
    }
    return cell.toEpochMs - previous.fromEpochMs > holdMs ? closerTo([previous, cell]) : [];
  }

  /** The cells whose readings the value of a bucket's time can depend on. */
  private neighbours(previous: Cell | undefined, cell: Cell, next: Cell | undefined): readonly Cell[] {
    const { interpolation, holdMs } = this.continuation;
    const before = previous === undefined ? [] : [previous];
    const joins = next !== undefined && next.kind !== 'open' && next.fromEpochMs - cell.toEpochMs <= holdMs;
    return interpolation === 'linear' && joins ? [...before, next] : before;
  }

  /** Of a bucket and its neighbours, those that make a difference: usually the bucket, and never one that tells nothing new. */
  private toRefineOf(cell: Cell, neighbours: readonly Cell[]): readonly Cell[] {
    const { sink } = this;
    if (!sink.decides(cell.low, cell.high)) {
      return [cell];
    }
    const differing = neighbours.filter(
      ({ low, high }) => !sink.decides(Math.min(low, cell.low), Math.max(high, cell.high))
    );
    const undecided = differing.filter(({ kind, low, high }) => kind === 'bucket' && !sink.decides(low, high));
    if (undecided.length > 0) {
      return undecided;
    }
    return this.continuation.interpolation === 'hold' ? [cell] : closerTo([cell, ...differing]);
  }

  /** The time between two cells, in which there is no reading. */
  gap(last: Cell, next: Cell | undefined, toEpochMs: EpochMs): void {
    const from = last.toEpochMs;
    const to = Math.min(toEpochMs, this.horizonEpochMs);
    if (from >= to) {
      return;
    }
    const { holdMs, interpolation } = this.continuation;
    if (last.kind === 'open') {
      const knownUntil = Math.min(to, from + holdMs);
      this.sink.open(from, knownUntil, [last]);
      this.sink.unknown(knownUntil, to);
      return;
    }
    if (interpolation === 'hold' || next === undefined || next.fromEpochMs - last.toEpochMs > holdMs) {
      this.held(last, from, to);
    } else if (next.kind === 'open') {
      this.sink.open(from, to, [next]);
    } else {
      this.joined(last, next, from, to);
    }
  }

  private held(last: Cell, from: EpochMs, to: EpochMs): void {
    const { sink, continuation } = this;
    const surelyUntil = clamp(last.fromEpochMs + continuation.holdMs, from, to);
    const atMostUntil = clamp(last.toEpochMs + continuation.holdMs, from, to);
    this.within(from, surelyUntil, last.low, last.high, [last]);
    if (surelyUntil < to) {
      sink.open(surelyUntil, atMostUntil, [last]);
      sink.unknown(atMostUntil, to);
    }
  }

  private within(from: EpochMs, to: EpochMs, low: number, high: number, toRefine: readonly Cell[]): void {
    if (low === high) {
      this.sink.line(from, to, low, low);
    } else {
      this.sink.between(from, to, low, high, toRefine);
    }
  }

  private joined(last: Cell, next: Cell, from: EpochMs, to: EpochMs): void {
    const { sink } = this;
    const toRefine = closerTo([last, next]);
    if (next.toEpochMs - last.fromEpochMs > this.continuation.holdMs) {
      sink.open(from, to, toRefine);
    } else if (toRefine.length === 0) {
      sink.line(from, to, last.low, next.low);
    } else {
      this.within(from, to, Math.min(last.low, next.low), Math.max(last.high, next.high), toRefine);
    }
  }
}

/** The cells that finer rows would tell more of. */
function closerTo(cells: readonly Cell[]): readonly Cell[] {
  return cells.filter(({ kind }) => kind !== 'reading');
}

function clamp(epochMs: EpochMs, from: EpochMs, to: EpochMs): EpochMs {
  return Math.min(to, Math.max(from, epochMs));
}
