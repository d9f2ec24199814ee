import type { DataFrame } from '@grafana/data';

/** How one series was read, as its frame tells it. */
export interface DrawnSeries {
  /** `raw`, `1m`, `1h` or `1d`. */
  readonly level: string;
  /** Undefined when readings were drawn one by one. */
  readonly step: string | undefined;
  /** Rows that came from the server. */
  readonly rows: number;
  readonly requests: number;
}

/** The series of one query that say how they were read. Frames that say nothing, or something else, are left out. */
export function readDrawn(frames: readonly DataFrame[], refId: string): DrawnSeries[] {
  return frames.filter((frame) => frame.refId === refId).flatMap((frame) => decodePlan(frame.meta?.custom?.plan));
}

function decodePlan(plan: unknown): DrawnSeries[] {
  if (typeof plan !== 'object' || plan === null) {
    return [];
  }
  const { level, step, rows, requests } = plan as Readonly<Record<string, unknown>>;
  if (typeof level !== 'string' || typeof rows !== 'number' || typeof requests !== 'number') {
    return [];
  }
  return [{ level, step: typeof step === 'string' ? step : undefined, rows, requests }];
}
