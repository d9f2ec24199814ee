import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { Level } from '../store/readings/levels.ts';
import type { Announcement, OldShare } from '../store/retention/announcements.ts';

/** Between the announcement of a large run and the run: enough to read a log and stop the service. */
export const NOTICE_MS = HOUR_MS;

/** What a run of retention does: delete now, or announce what it would delete. */
export type RetentionDecision =
  | { readonly act: 'delete' }
  | {
      readonly act: 'wait';
      readonly untilMs: number;
      /** The levels of which it would delete much. */
      readonly large: readonly OldShare[];
      /** Whether that has not been announced yet. */
      readonly isNew: boolean;
    };

const LARGE_SHARE = 0.1;

/** How far a cutoff moves between two runs of a service that is stopped now and then. */
function ordinaryStepMs(level: Level): number {
  return level === '1m' ? 62 * DAY_MS : 2 * DAY_MS;
}

/**
 * The levels whose cutoff moves further than time alone moves it: a limit that is new, or lower than before.
 * @param storedMs the cutoffs of earlier runs
 */
export function movedCutoffs(
  cutoffsMs: ReadonlyMap<Level, number>,
  storedMs: ReadonlyMap<Level, number>
): Map<Level, number> {
  return new Map(
    [...cutoffsMs].filter(([level, cutoffMs]) => cutoffMs - (storedMs.get(level) ?? 0) > ordinaryStepMs(level))
  );
}

/** A run that would delete more than a tenth of a level runs an hour after it was announced. */
export function decideRetention(
  shares: readonly OldShare[],
  announced: readonly Announcement[],
  nowMs: number
): RetentionDecision {
  const large = shares.filter(
    ({ old, all }) => old.rows > LARGE_SHARE * all.rows || old.bytes > LARGE_SHARE * all.bytes
  );
  if (large.length === 0) {
    return { act: 'delete' };
  }
  const untilMs = large.map(({ level, cutoffMs }) => {
    const known = announced.find((one) => one.level === level);
    return known !== undefined && cutoffMs - known.cutoffMs <= ordinaryStepMs(level)
      ? known.announcedMs + NOTICE_MS
      : undefined;
  });
  if (untilMs.includes(undefined)) {
    return { act: 'wait', untilMs: nowMs + NOTICE_MS, large, isNew: true };
  }
  const lastMs = Math.max(...untilMs.map((ms) => ms ?? 0));
  // Also after a clock that was set back.
  return nowMs >= lastMs ? { act: 'delete' } : { act: 'wait', untilMs: lastMs, large, isNew: false };
}
