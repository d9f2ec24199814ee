import { Subject } from 'rxjs';

/** One request that the plugin or the page sent, for the inspect pane. No headers and no body: they may hold secrets. */
export interface RequestRecord {
  method: string;
  url: string;
  requestId?: string;
  startedAtEpochMs: number;
  durationMs: number;
  /** HTTP status, or what became of a request that got none. */
  outcome: number | 'cancelled' | 'failed';
  responseBytes?: number;
}

/** Tells of every request when it is over. */
export const requestLog = new Subject<RequestRecord>();
