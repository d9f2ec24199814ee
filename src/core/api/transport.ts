/** One GET of the API: a path below the base address, and its query parameters. */
export interface ApiRequest {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** True: the response must come from the API, and not from a cache on the way. */
  readonly noCache?: boolean;
  /** True: it is to find out whether the API answers, and is sent also while nothing else is. */
  readonly isProbe?: boolean;
  /** On whose behalf it is sent: requests of the same group that are sent at the same time may travel together. */
  readonly group?: string;
}

/** The response, whatever its status. `body` is parsed JSON where it was JSON, else text. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  /** The rows of a page of history that were decoded on the way, and are missing in `body`. */
  readonly rows?: ReceivedRows;
  /** The header's value; undefined when it is absent or unknown. */
  readonly header: (name: string) => string | undefined;
}

/** What the plugin's backend sends with a response from its memory: for how many seconds it has been there. */
export const MEMORY_AGE_HEADER = 'x-telemetria-age';

/** Rows as columns. */
export interface ReceivedRows {
  /** How many rows the page had, used or not. */
  readonly receivedRows: number;
  /** Buckets without readings among them. */
  readonly emptyRows: number;
  /** 2 for readings: times in epoch milliseconds, values. 5 for buckets: times, averages, minima, maxima, counts. */
  readonly columnCount: number;
  /** The columns, one after the other. */
  readonly columns: Float64Array;
  /** Buckets that cannot be used, as pairs: the start, NaN if unknown, and how many used rows come before it. */
  readonly unusableBuckets: Float64Array;
}

/**
 * Sends a request to the server; injected by whoever uses the core. Resolves for every HTTP status; rejects when there is no
 * response (network) and when `signal` is aborted, in which case it must end the request.
 */
export type Transport = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>;
