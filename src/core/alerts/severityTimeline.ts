import type { EpochMs, TimeWindow } from '../time/window';
import { type Alert, compareSeverity } from './alert';

/** The highest severity of the open alerts from an instant until the next change. */
export interface SeverityChange {
  readonly atEpochMs: EpochMs;
  /** As the server names it; undefined: no alert is open, or the time has not come yet. */
  readonly severity: string | undefined;
}

/**
 * The highest severity at every instant of a window. An alert is open from its start until just before its end, or until now; one that
 * ends when it starts is not seen. Of words that are equally severe, the first in the alphabet is shown.
 * @param alerts of one line, in any order
 * @returns the changes in their order; the first is at the beginning of the window
 */
export function severityTimeline(
  alerts: readonly Alert[],
  { fromEpochMs, toEpochMs }: TimeWindow,
  nowEpochMs: EpochMs
): SeverityChange[] {
  const open = alerts.flatMap((alert) => {
    const { startEpochMs, endEpochMs = Math.max(nowEpochMs, startEpochMs) } = alert;
    const beginEpochMs = Math.max(startEpochMs, fromEpochMs);
    return beginEpochMs < toEpochMs && beginEpochMs < endEpochMs ? [{ alert, beginEpochMs, endEpochMs }] : [];
  });
  const instants = Float64Array.from(
    new Set([fromEpochMs, ...open.flatMap(({ beginEpochMs, endEpochMs }) => [beginEpochMs, endEpochMs])])
  ).sort();
  const positions = new Map(Array.from(instants, (epochMs, index) => [epochMs, index]));
  const highest = new Array<string | undefined>(instants.length);
  const free = new FreeIndexes(instants.length);
  // The most severe first, each where none before it is: however many words there are, an instant gets one once.
  for (const { alert, beginEpochMs, endEpochMs } of open.sort((a, b) => compareWords(a.alert, b.alert))) {
    const end = positions.get(endEpochMs)!;
    for (let index = free.firstFrom(positions.get(beginEpochMs)!); index < end; index = free.firstFrom(index)) {
      highest[index] = alert.severity;
      free.take(index);
    }
  }
  const timeline: SeverityChange[] = [{ atEpochMs: fromEpochMs, severity: highest[0] }];
  for (let index = 1; index < instants.length && instants[index]! < toEpochMs; index++) {
    if (highest[index] !== highest[index - 1]) {
      timeline.push({ atEpochMs: instants[index]!, severity: highest[index] });
    }
  }
  return timeline;
}

/** The indexes of a list that are still free: a union-find, in which all calls together take little more time than one for each. */
class FreeIndexes {
  /** Of each index, one at or after it, before which none is free; a free index itself. */
  private readonly next: Int32Array;

  constructor(length: number) {
    this.next = Int32Array.from({ length: length + 1 }, (_, index) => index);
  }

  /** The first free index at or after one; the length if there is none. */
  firstFrom(from: number): number {
    const { next } = this;
    let index = from;
    while (next[index] !== index) {
      next[index] = next[next[index]!]!;
      index = next[index]!;
    }
    return index;
  }

  take(index: number): void {
    this.next[index] = index + 1;
  }
}

function compareWords(a: Alert, b: Alert): number {
  return compareSeverity(a, b) || Number(a.severity > b.severity) - Number(a.severity < b.severity);
}
