import type { EpochMs } from '../time/window';

/** A data export that was requested with the API key. The API leaves the values of type and format open. */
export interface DataExport {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly format: string;
  /** As the server names it: `pendiente`, `procesando`, `lista`, `fallida`, `vencida`. */
  readonly state: string;
  /** 0 to 100; undefined when the server does not report it. */
  readonly progressPercent: number | undefined;
  readonly rows: number | undefined;
  readonly sizeBytes: number | undefined;
  /** Why it failed; empty otherwise. */
  readonly error: string;
  readonly createdEpochMs: EpochMs | undefined;
  readonly finishedEpochMs: EpochMs | undefined;
  readonly expiresEpochMs: EpochMs | undefined;
  /** The download link; undefined until the export is ready. */
  readonly downloadUrl: string | undefined;
}

/** The states in which an export still changes by itself. */
const RUNNING_STATES: ReadonlySet<string> = new Set(['pendiente', 'procesando']);

/** True while the server is still working on the export. */
export function isRunning({ state }: DataExport): boolean {
  return RUNNING_STATES.has(state);
}
