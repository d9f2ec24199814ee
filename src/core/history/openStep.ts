import { firstRowAtOrAfter } from '../api/rows';
import { firstAfter } from '../time/sortedTimes';
import type { TimeWindow } from '../time/window';
import type { LoadedSeries } from './loadedSeries';

/** A step that was not over yet when it was read: its value will change. */
export interface OpenStep extends TimeWindow {
  /** How many readings it holds so far; NaN where the server does not say. */
  readonly readings: number;
}

/** The step in which the server's own present lies; undefined when it holds nothing, or when readings are drawn. */
export function openStep({ rows, edges, read: { asOfEpochMs } }: LoadedSeries): OpenStep | undefined {
  if (edges === undefined) {
    return undefined;
  }
  const next = firstAfter(edges, asOfEpochMs);
  if (next === 0 || next === edges.length) {
    return undefined;
  }
  const fromEpochMs = edges[next - 1]!;
  const toEpochMs = edges[next]!;
  const row = firstRowAtOrAfter(rows, fromEpochMs);
  const holdsRow = (rows.timeEpochMs[row] ?? Infinity) < toEpochMs;
  return holdsRow ? { fromEpochMs, toEpochMs, readings: rows.n[row]! } : undefined;
}
