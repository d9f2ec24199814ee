import type { ReceivedRows } from '../core/api/transport';
import type * as rowLoops from '../core/history/rowLoops';
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
  /** A clock that cannot be set, unlike the time of day. */
  readonly runningMs: () => number;
  /** @returns undefined for an unknown zone */
  readonly zoneRule: (epochMs: number, zone: string) => HostZoneRule | undefined;
  /** @param expression in the syntax of RE2; @returns undefined if it is not valid */
  readonly compileExpression: (expression: string) => CompiledExpression | undefined;
  /** Compares texts in the order of people: `P2` before `P10`. */
  readonly compareTexts: (a: string, b: string) => number;
  /** The functions of `core/history/rowLoops`. */
  readonly rowLoops: RowLoops;
}

/** Functions that the program has, because the engine of this script would take long for them. */
export type RowLoops = Pick<typeof rowLoops, 'areOrderedWithin' | 'areAllPositive' | 'areMultiples' | 'writeSteps'>;

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

/** Rows whose columns are little-endian 8-byte floats: the byte order of every machine that the backend is built for. */
export interface HostRows extends Pick<ReceivedRows, 'receivedRows' | 'emptyRows' | 'columnCount'> {
  readonly columns: ArrayBuffer;
  readonly unusableBuckets: ArrayBuffer;
}

declare global {
  /** Set by the Go program before this script runs. */
  var host: Host;
}
