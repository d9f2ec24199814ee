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
  const changes: Array<{ readonly atEpochMs: EpochMs; readonly severity: string; readonly by: 1 | -1 }> = [];
  for (const { severity, startEpochMs, endEpochMs = Math.max(nowEpochMs, startEpochMs) } of alerts) {
    const beginEpochMs = Math.max(startEpochMs, fromEpochMs);
    if (beginEpochMs < toEpochMs && beginEpochMs < endEpochMs) {
      changes.push({ atEpochMs: beginEpochMs, severity, by: 1 }, { atEpochMs: endEpochMs, severity, by: -1 });
    }
  }
  changes.sort((a, b) => a.atEpochMs - b.atEpochMs);
  const order = [...new Map([...alerts].sort(compareWords).map(({ severity }) => [severity, 0])).keys()];
  const open = new Map<string, number>();
  const timeline: SeverityChange[] = [{ atEpochMs: fromEpochMs, severity: undefined }];
  for (const [index, { atEpochMs, severity, by }] of changes.entries()) {
    open.set(severity, (open.get(severity) ?? 0) + by);
    const isLastOfInstant = changes[index + 1]?.atEpochMs !== atEpochMs;
    if (isLastOfInstant && atEpochMs < toEpochMs) {
      const highest = order.find((word) => (open.get(word) ?? 0) > 0);
      if (atEpochMs === fromEpochMs) {
        timeline[0] = { atEpochMs, severity: highest };
      } else if (highest !== timeline.at(-1)!.severity) {
        timeline.push({ atEpochMs, severity: highest });
      }
    }
  }
  return timeline;
}

function compareWords(a: Alert, b: Alert): number {
  return compareSeverity(a, b) || Number(a.severity > b.severity) - Number(a.severity < b.severity);
}
