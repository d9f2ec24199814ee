import { Subject } from 'rxjs';

/** A request of the plugin or the page for the inspect pane, without headers and body, which can contain secrets. */
export interface RequestRecord {
  readonly method: string;
  readonly url: string;
  readonly requestId?: string;
  readonly startedAtEpochMs: number;
  readonly durationMs: number;
  /** The HTTP status, or the outcome of a request without a response. */
  readonly outcome: number | 'cancelled' | 'failed';
  readonly responseBytes?: number;
}

/** Emits each request when it ends. */
export const requestLog = new Subject<RequestRecord>();
