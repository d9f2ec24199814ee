import type { Line } from '../line.ts';

/** The environment of the measurements. */
export interface Stage {
  /** Opens a line to the service through the proxy that adds latency. */
  openFarLine(): Line;
  /**
   * Opens a line through a proxy without latency, so that lines differ only in latency.
   * @param nowEpochMs hides rows with later times
   */
  openNearLine(nowEpochMs?: () => number): Line;
  /** The address of the service, without a proxy. */
  readonly serviceUrl: string;
  /** An API key of the service. */
  readonly key: string;
  /** The latency of far lines. */
  readonly roundTripMs: number;
}

/** The result of one figure. */
export interface Measured {
  readonly figure: string;
  readonly value: number;
  /** The target; null if there is none. */
  readonly limit: number | null;
  readonly better: 'lower' | 'higher';
  /** How the value was measured, for display; absent if a table shows it. */
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

/** Throws if the figure cannot be measured, not if it misses its target. */
export type MeasureFigure = (stage: Stage) => Promise<FigureResult>;
