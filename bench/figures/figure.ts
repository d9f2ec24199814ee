import type { Measured, Table } from '../kit/figure.ts';
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
  /** Opens a line like a far one to a server that only sends recorded responses, by path with parameters. */
  openReplayLine(responses: ReadonlyMap<string, string>): Promise<Line>;
  /** The address of the service, without a proxy. */
  readonly serviceUrl: string;
  /** An API key of the service. */
  readonly key: string;
  /** The latency of far lines. */
  readonly roundTripMs: number;
}

export interface FigureResult {
  readonly measured: readonly Measured[];
  readonly tables?: readonly Table[];
}

/** Throws if the figure cannot be measured, not if it misses its target. */
export type MeasureFigure = (stage: Stage) => Promise<FigureResult>;
