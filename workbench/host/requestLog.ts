import { Subject } from 'rxjs';

/** One request that the plugin or the page sent, for the inspect pane. No headers and no body: they may hold secrets. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  readonly requestId?: string;
  readonly startedAtEpochMs: number;
  readonly durationMs: number;
  /** HTTP status, or what became of a request that got none. */
  readonly outcome: number | 'cancelled' | 'failed';
  readonly responseBytes?: number;
}

/** Tells of every request when it is over. */
export const requestLog = new Subject<RequestRecord>();
