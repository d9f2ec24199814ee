import type { Level } from '../../time/step';
import type { Undecided } from '../undecided';
import type { Cell, View } from './cells';

/** What a mosaic knows, and what it could not receive. */
export interface Known extends View {
  readonly missing: readonly Undecided[];
}

/** What is asked of a mosaic. */
export interface Question<Answer> {
  /** Looks at everything that is known; called once. */
  look(known: Known): void;
  /** What has to be looked at more closely, so that nothing is undecided. */
  readonly toRefine: ReadonlySet<Cell>;
  /** The level that tells more of such a cell; absent: the next finer one or the readings, whichever costs less. */
  finer?(cell: Cell): Level;
  answer(): Answer;
}

/** What may be requested. */
export interface Budget {
  readonly requests: number;
  readonly rows: number;
}
