import { firstRowAtOrAfter } from '../rows';
import { firstAfter } from '../../time/sortedTimes';
import type { TimeWindow } from '../../time/window';
import type { LoadedSeries } from './toSteps';

/** A step that had not ended yet when it was fetched: its value will change. */
export interface OpenStep extends TimeWindow {
  /** How many readings it holds so far; NaN where the server sends no usable count. */
  readonly readings: number;
}

/** The step that holds the server's present; undefined when it is empty, or when there are no steps within the time range. */
export function openStep({ rows, step, edges, fetched: { asOfEpochMs } }: LoadedSeries): OpenStep | undefined {
  if (edges === undefined || step === undefined) {
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
