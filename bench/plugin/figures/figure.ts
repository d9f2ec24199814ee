import type { Measured, Table } from '../../kit/figure.ts';
import type { ApiConnection } from '../apiConnection.ts';

/** The environment of the measurements. */
export interface BenchServers {
  /** Opens a connection to the service through the proxy that adds latency. */
  openDistantConnection(): ApiConnection;
  /**
   * Opens a connection through a proxy without latency, so that connections differ only in latency.
   * @param nowEpochMs hides rows with later times
   */
  openNearConnection(nowEpochMs?: () => number): ApiConnection;
  /** Opens a connection with the same latency to a server that only sends recorded responses, by path with parameters. */
  openReplayConnection(responses: ReadonlyMap<string, string>): Promise<ApiConnection>;
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
export type MeasureFigure = (servers: BenchServers) => Promise<FigureResult>;
