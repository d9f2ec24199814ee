/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** A half-open time range: `fromEpochMs` is inside, `toEpochMs` is not. */
export interface TimeWindow {
  readonly fromEpochMs: EpochMs;
  readonly toEpochMs: EpochMs;
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** Length of a window in milliseconds; 0 for an empty or reversed one. */
export function windowMs(window: TimeWindow): number {
  return Math.max(0, window.toEpochMs - window.fromEpochMs);
}

/** The instant as the wire wants it: ISO 8601 in UTC with milliseconds. */
export function toIso(epochMs: EpochMs): string {
  return new Date(epochMs).toISOString();
}

/** True when every instant of `part` lies in `whole`. */
export function covers(whole: TimeWindow, part: TimeWindow): boolean {
  return whole.fromEpochMs <= part.fromEpochMs && part.toEpochMs <= whole.toEpochMs;
}

/** True when there are instants that both windows hold. */
export function overlaps(a: TimeWindow, b: TimeWindow): boolean {
  return Math.max(a.fromEpochMs, b.fromEpochMs) < Math.min(a.toEpochMs, b.toEpochMs);
}

/** The instants that both windows hold; undefined when there are none. */
export function intersect(a: TimeWindow, b: TimeWindow): TimeWindow | undefined {
  const fromEpochMs = Math.max(a.fromEpochMs, b.fromEpochMs);
  const toEpochMs = Math.min(a.toEpochMs, b.toEpochMs);
  return fromEpochMs < toEpochMs ? { fromEpochMs, toEpochMs } : undefined;
}

/** The parts of `window` outside all of `covered`, ascending. */
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

/** The shortest window that covers all of several ones. @param windows at least one */
export function hullOf(windows: readonly TimeWindow[]): TimeWindow {
  return {
    fromEpochMs: Math.min(...windows.map(({ fromEpochMs }) => fromEpochMs)),
    toEpochMs: Math.max(...windows.map(({ toEpochMs }) => toEpochMs)),
  };
}

/** A copy, earliest first. */
export function sortedByStart<W extends TimeWindow>(windows: readonly W[]): W[] {
  return [...windows].sort((a, b) => a.fromEpochMs - b.fromEpochMs);
}

/** Joins windows that touch or overlap; ascending. */
export function mergeWindows(windows: readonly TimeWindow[]): TimeWindow[] {
  const merged: TimeWindow[] = [];
  for (const window of sortedByStart(windows)) {
    const last = merged.at(-1);
    if (last !== undefined && window.fromEpochMs <= last.toEpochMs) {
      merged[merged.length - 1] = { ...last, toEpochMs: Math.max(last.toEpochMs, window.toEpochMs) };
    } else {
      merged.push({ fromEpochMs: window.fromEpochMs, toEpochMs: window.toEpochMs });
    }
  }
  return merged;
}

/** The index of the first time at or after an instant; the length when there is none. `times` is ascending. */
export function firstAtOrAfter(times: Float64Array, epochMs: EpochMs): number {
  return firstThat(times, (time) => time >= epochMs);
}

/** The index of the first time after an instant; the length when there is none. `times` is ascending. */
export function firstAfter(times: Float64Array, epochMs: EpochMs): number {
  return firstThat(times, (time) => time > epochMs);
}

/** The index of the first item that matches; the length when there is none. @param matches false for the first items, true from some on */
export function firstThat<Item>(items: ArrayLike<Item>, matches: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (matches(items[middle]!)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
