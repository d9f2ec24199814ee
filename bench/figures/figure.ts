import type { Line } from '../line.ts';

/** What figures are measured on. */
export interface Stage {
  /** A new line to the service, with nothing sent over it yet: through the proxy that adds the distance. */
  openFarLine(): Line;
  /**
   * The same through a proxy that adds none, so that only the distance differs.
   * @param nowEpochMs hides the rows of later times
   */
  openNearLine(nowEpochMs?: () => number): Line;
  /** The distance that the far line adds to each request. */
  readonly roundTripMs: number;
}

/** One figure that was measured. */
export interface Measured {
  readonly figure: string;
  readonly value: number;
  /** What it must reach; null where nothing is asked of it. */
  readonly limit: number | null;
  readonly better: 'lower' | 'higher';
  /** What was measured and how it came about, for people; absent for a cell of a table. */
  readonly detail?: string;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
}

export interface FigureResult {
  readonly measured: readonly Measured[];
  readonly tables?: readonly Table[];
}

/** Measures; throws when it cannot. A figure that misses its limit is measured like any other. */
export type MeasureFigure = (stage: Stage) => Promise<FigureResult>;
