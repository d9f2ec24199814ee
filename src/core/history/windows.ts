import type { TimeWindow } from '../time/window';

/** The parts of `window` that none of `covered` holds, ascending. */
export function subtractWindows(window: TimeWindow, covered: readonly TimeWindow[]): TimeWindow[] {
  const missing: TimeWindow[] = [];
  let from = window.fromEpochMs;
  for (const part of sortedByStart(covered)) {
    const isEmpty = part.fromEpochMs >= part.toEpochMs;
    if (isEmpty || part.toEpochMs <= from || part.fromEpochMs >= window.toEpochMs) {
      continue;
    }
    if (part.fromEpochMs > from) {
      missing.push({ fromEpochMs: from, toEpochMs: part.fromEpochMs });
    }
    from = Math.max(from, part.toEpochMs);
  }
  if (from < window.toEpochMs) {
    missing.push({ fromEpochMs: from, toEpochMs: window.toEpochMs });
  }
  return missing;
}

/** A copy, earliest first. */
export function sortedByStart<W extends TimeWindow>(windows: readonly W[]): W[] {
  return [...windows].sort((a, b) => a.fromEpochMs - b.fromEpochMs);
}
