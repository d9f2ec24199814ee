import type { CompiledExpression } from '../core/inventory/compileExpression';

/** What the Go program provides to this script. Times are epoch milliseconds, as in the core. */
export interface Host {
  /**
   * Sends a GET request below the address of the data source. Calls `done` once.
   * @param task the query that the request is for, as the host numbered it; 0 if it is for none alone
   * @param noCache true: the response must come from the API, and not from the cache of the host
   * @returns a function that ends the request
   */
  readonly send: (
    task: number,
    path: string,
    query: string,
    noCache: boolean,
    done: (outcome: HostOutcome) => void
  ) => () => void;
  /** @returns undefined for an unknown zone */
  readonly zoneRule: (epochMs: number, zone: string) => HostZoneRule | undefined;
  /** @param expression in the syntax of RE2; @returns undefined if it is not valid */
  readonly compileExpression: (expression: string) => CompiledExpression | undefined;
  /** Compares texts in the order of people: `P2` before `P10`. */
  readonly compareTexts: (a: string, b: string) => number;
}

export interface HostZoneRule {
  readonly utcOffsetMs: number;
  /** Absent: the UTC offset never changes again. */
  readonly nextChangeEpochMs?: number;
}

/** A response, or why there is none. */
export interface HostOutcome {
  /** Empty if there is a response. */
  readonly error: string;
  readonly status: number;
  /** JSON, mostly. If `rows` is present, `datos` is missing in it. */
  readonly body: string;
  readonly retryAfter: string;
  readonly date: string;
  /** The rows of a history page; null if there are none, as Go sends what is absent. */
  readonly rows: HostRows | null;
}

/** Columns of 8-byte floats in the byte order of the machine. */
export interface HostRows {
  readonly receivedRows: number;
  readonly emptyRows: number;
  /** One column after the other: `timeEpochMs`, `avg`, and for buckets also `min`, `max` and `n`. */
  readonly columns: ArrayBuffer;
  /** Pairs of the start, NaN if unknown, and the number of rows before it. */
  readonly unusableBuckets: ArrayBuffer;
}

declare global {
  /** Set by the Go program before this script runs. */
  var host: Host;
}
